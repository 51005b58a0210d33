//! `nowhere-to-place`: entities without a placement site.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::finding;
use crate::catalogs::{Faction, Scenario, Terrain, Unit};

pub(super) static CHECK: Check = Check {
    name: "nowhere-to-place",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A side has or builds something that it cannot place",
    doc: "\
Units and terrains that are built, or wait when the game begins, are placed in the cells that the scenario lists for \
their class. With `placed-at-home: true` they are also placed at home, and in the first turn in every cell of the \
faction.
Without either, their owner can never place them.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, home: [0, 0], units: [{class: scout}]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
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
",
    fix: &[("Scout", "Scout, placed-at-home: true")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut tell = |pointer: Pointer, id: &str, what: &str| {
        let message = format!("the side {what} `{id}`, but can place it nowhere");
        let help =
            "add `placed-at-home: true` to it and a `home` to the side, or list placement sites for it".to_owned();
        findings.extend(finding(check, survey, pointer, message, help));
    };
    for (key, scenario) in survey.records::<Scenario>() {
        let sides = scenario.sides.iter().enumerate().filter(|(number, _)| !scenario.plays_already(*number));
        for (number, side) in sides {
            let at = key.pointer().child("sides").child(number.to_string());
            let Some(faction) = survey.record::<Faction>(side.faction.id()) else { continue };
            let has_sites = |id: &str| {
                scenario.unit_sites.iter().any(|sites| sites.class.id() == id)
                    || scenario.terrain_sites.iter().any(|sites| sites.class.id() == id)
            };
            let unit = |id: &str| survey.record::<Unit>(id).is_none_or(|unit| unit.placed_at_home) || has_sites(id);
            let terrain = |id: &str| survey.record::<Terrain>(id).is_none_or(|of| of.placed_at_home) || has_sites(id);
            for (waiting, made) in side.units.iter().enumerate().filter(|(_, made)| !unit(made.class.id())) {
                tell(at.child("units").child(waiting.to_string()).child("class"), made.class.id(), "holds");
            }
            for (waiting, made) in side.terrains.iter().enumerate().filter(|(_, made)| !terrain(made.class.id())) {
                tell(at.child("terrains").child(waiting.to_string()).child("class"), made.class.id(), "holds");
            }
            // Of the default sites, only the home is available after the first turn.
            let later = |can: bool, id: &str| (can && side.home.is_some()) || has_sites(id);
            let units = faction.builds_units.iter().map(|named| named.id()).filter(|id| !later(unit(id), id));
            let terrains = faction.builds_terrains.iter().map(|named| named.id()).filter(|id| !later(terrain(id), id));
            if let Some(id) = units.chain(terrains).next() {
                tell(at.child("faction"), id, "builds");
            }
        }
    }
}
