//! `absent-faction`: an owner, or a side of a check, that is not in the game.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use crate::catalogs::{Check as PackCheck, Scenario};

pub(super) static CHECK: Check = Check {
    name: "absent-faction",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A scenario or a check of the pack names a faction that does not take part",
    doc: "\
The owner of an area must be one of the sides of the scenario, and a check of the pack can only name sides of its \
scenario.
A scenario with an area of another faction cannot be played: add the faction to `sides`, or name one of the sides.",
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
    fix: &[("      - {cells: [[2, 2]], owner: green}\n", ""), ("  green: {title: Green, color: '#3f8f4a'}\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        for (number, area) in scenario.areas.iter().enumerate() {
            for (name, named) in [("owner", &area.owner), ("units-owner", &area.units_owner)] {
                let Some(id) = named.as_ref().map(|named| named.id()).filter(|id| !plays(scenario, id)) else {
                    continue;
                };
                let pointer = key.pointer().child("areas").child(number.to_string()).child(name);
                let message = format!("expected a side of the scenario, found `{id}`");
                let help = format!("name one of {}, or add `{id}` to `sides`", listed(scenario));
                findings.extend(finding(check, survey, pointer, message, help));
            }
        }
    }
    for (key, asked) in survey.records::<PackCheck>() {
        let Some(scenario) = survey.record::<Scenario>(asked.scenario.id()) else { continue };
        for (pointer, id) in asked.sides(&key.pointer()).map(|(pointer, side)| (pointer, side.id())) {
            if !plays(scenario, id) {
                let message = format!("expected a side of `{}`, found `{id}`", asked.scenario.id());
                let help = format!("name one of {}, or another scenario", listed(scenario));
                findings.extend(finding(check, survey, pointer, message, help));
            }
        }
    }
}

fn plays(scenario: &Scenario, id: &str) -> bool {
    scenario.sides.iter().any(|side| side.faction.id() == id)
}

/// Lists the sides of a scenario for a finding.
fn listed(scenario: &Scenario) -> String {
    let sides = scenario.sides.iter().enumerate().filter(|(number, _)| !scenario.plays_already(*number));
    sides.map(|(_, side)| format!("`{}`", side.faction.id())).collect::<Vec<_>>().join(", ")
}
