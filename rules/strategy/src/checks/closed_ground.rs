//! `closed-ground`: a map on which no unit can move.

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Ref;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use crate::catalogs::{Terrain, Variable};

pub(super) static CHECK: Check = Check {
    name: "closed-ground",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "No terrain of a map can be entered",
    doc: "\
The `difficulty` of a terrain names an attribute, and its value is the cost of a step. A cell whose terrains have a \
total of 0 cannot be entered.
If all terrains of a map have 0, units can move only in scenarios that add other terrains.",
    bad: "\
variables:
  pace: {title: Pace, kind: attribute}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass}
",
    fix: &[(
        r"  grass: {title: Grass, color: '#8fb573', background: true}
",
        r"  grass:
    title: Grass
    color: '#8fb573'
    background: true
    difficulty: pace
    values: {pace: 1}
",
    )],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let is_open = |terrain: &Terrain| {
        let cost = |named: &Ref<Variable>| terrain.values.of(named).is_some_and(|cost| cost != 0);
        terrain.difficulty.as_ref().is_some_and(cost)
    };
    for (key, map) in survey.records::<Map>() {
        let named = map.terrains();
        let known = |of: &&Ref<_>| survey.record::<Terrain>(of.id());
        let all: Vec<&Terrain> = named.iter().filter_map(known).collect();
        if !all.is_empty() && all.len() == named.len() && !all.iter().any(|terrain| is_open(terrain)) {
            let message = "no unit can move on this map: all its terrains have a difficulty of 0".to_owned();
            let help = "give one of them a `difficulty` with a value above 0".to_owned();
            findings.extend(finding(check, survey, key.pointer(), message, help));
        }
    }
}
