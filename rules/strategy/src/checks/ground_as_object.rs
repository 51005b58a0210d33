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
    summary: "A ground is placed or built like something that stands on a ground",
    doc: "\
A terrain with `background: true` is the ground of its cell, and each cell has one.
The terrains that a side has to place, or that its faction can build, stand on the ground; a ground laid on another one adds its difficulty and height, and cannot be torn down.
Write the ground on the map or first in an area, or leave out `background`.",
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
            let message = format!("expected a terrain that stands on the ground {what}, but `{id}` is a ground");
            let help = format!("name another terrain, or leave out `background` of `{id}`");
            findings.extend(written(check, survey, pointer, message, help));
        }
    };
    for (key, faction) in survey.records::<Faction>() {
        for (number, named) in faction.builds_terrains.iter().enumerate() {
            let pointer = key.pointer().child("builds-terrains").child(number.to_string());
            tell(pointer, named.id(), "to be built");
        }
    }
    for (key, scenario) in survey.records::<Scenario>() {
        for (number, side) in scenario.sides.iter().enumerate() {
            let at = key.pointer().child("sides").child(number.to_string()).child("terrains");
            for (number, made) in side.terrains.iter().enumerate() {
                tell(at.child(number.to_string()).child("class"), made.class.id(), "to be placed");
            }
        }
        for (number, sites) in scenario.terrain_sites.iter().enumerate() {
            let pointer = key.pointer().child("terrain-sites").child(number.to_string()).child("class");
            tell(pointer, sites.class.id(), "to be placed");
        }
    }
}
