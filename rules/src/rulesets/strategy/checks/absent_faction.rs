//! `absent-faction`: an owner who does not play.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::finding;
use crate::rulesets::strategy::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "absent-faction",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Something in a scenario belongs to a faction that does not play",
    doc: "\
What is owned in a scenario is owned by one of its sides.
One whose area belongs to another faction cannot be played: add the faction to the `sides`, or name one that is there.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[2, 2]], owner: green}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
  green: {title: Green, color: '#3f8f4a'}
",
    fixed: feud!(
        "    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
"
    ),
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let plays = |id: &str| scenario.sides.iter().any(|side| side.faction.id() == id);
        for (number, area) in scenario.areas.iter().enumerate() {
            for (name, named) in [("owner", &area.owner), ("units-owner", &area.units_owner)] {
                let Some(id) = named.as_ref().map(|named| named.id()).filter(|id| !plays(id)) else { continue };
                let pointer = key.pointer().child("areas").child(number.to_string()).child(name);
                let message = format!("expected a faction that plays, but found `{id}`");
                let sides: Vec<String> = scenario.sides.iter().map(|side| format!("`{}`", side.faction.id())).collect();
                let help = format!("name one of {}, or add `{id}` to the `sides`", sides.join(", "));
                findings.extend(finding(check, survey, pointer, message, help));
            }
        }
    }
}
