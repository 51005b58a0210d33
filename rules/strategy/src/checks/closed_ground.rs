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
A step costs what the terrains of a cell have of the attribute that their `difficulty` names, and where that is 0 in all, \
nobody enters.
A map whose terrains all come to 0 is closed everywhere, unless a scenario lays others on it.",
    bad: "\
variables:
  pace: {title: Pace, kind: attribute}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass}
",
    fix: &[(r"  grass: {title: Grass, color: '#8fb573', background: true}
", r"  grass:
    title: Grass
    color: '#8fb573'
    background: true
    difficulty: pace
    values: {pace: 1}
")],
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
            let message = "expected a terrain that can be entered, but a step into each costs 0".to_owned();
            let help = "give one of them a `difficulty` and a value of it above 0".to_owned();
            findings.extend(finding(check, survey, key.pointer(), message, help));
        }
    }
}
