//! `ground-as-object`: a ground that is placed or built like an object on the ground.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::written;
use crate::catalogs::{Faction, Scenario, Terrain};

pub(super) static CHECK: Check = Check {
    name: "ground-as-object",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A ground is placed or built on another ground",
    doc: "\
Each cell has one ground: a terrain with `background: true`.
The terrains that a side places or builds go on top of it. A second ground would add its difficulty and height, and \
could not be torn down.
Use the ground on the map or as the first terrain of an area, or remove `background`.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource}
factions:
  red: {title: Red, color: '#b03a2e', values: {gold: 9}, income: {gold: 1}, builds-terrains: [village]}
terrains:
  village: {title: Village, color: '#c98f5a', background: true, placed-at-home: true, worth: 100, cost: {gold: 3}}
",
    fix: &[("background: true, placed-at-home", "placed-at-home")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut tell = |pointer: Pointer, id: &str, what: &str| {
        if survey.record::<Terrain>(id).is_some_and(|terrain| terrain.background) {
            let message = format!("expected a terrain to {what} on the ground, found ground `{id}`");
            let help = format!("name another terrain, or remove `background` from `{id}`");
            findings.extend(written(check, survey, pointer, message, help));
        }
    };
    for (key, faction) in survey.records::<Faction>() {
        for (number, named) in faction.builds_terrains.iter().enumerate() {
            let pointer = key.pointer().child("builds-terrains").child(number.to_string());
            tell(pointer, named.id(), "build");
        }
    }
    for (key, scenario) in survey.records::<Scenario>() {
        for (number, side) in scenario.sides.iter().enumerate() {
            let at = key.pointer().child("sides").child(number.to_string()).child("terrains");
            for (number, made) in side.terrains.iter().enumerate() {
                tell(at.child(number.to_string()).child("class"), made.class.id(), "place");
            }
        }
        for (number, sites) in scenario.terrain_sites.iter().enumerate() {
            let pointer = key.pointer().child("terrain-sites").child(number.to_string()).child("class");
            tell(pointer, sites.class.id(), "place");
        }
    }
}
