//! `idle-sites`: placement sites of a class that cannot be placed.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::finding;
use crate::catalogs::{Faction, Scenario, Side};

pub(super) static CHECK: Check = Check {
    name: "idle-sites",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Placement sites are given for a class that no side can place",
    doc: "\
Placement sites are for units and terrains that a side builds during the game, or still has to place when it begins.
If no side builds or holds the class, its sites are never used.",
    bad: feud!(
        "    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    unit-sites: [{class: scout, cells: [[0, 0]]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
"
    ),
    fix: &[("    unit-sites: [{class: scout, cells: [[0, 0]]}]\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let sides: Option<Vec<(&Side, &Faction)>> =
            scenario.sides.iter().map(|side| Some((side, survey.record(side.faction.id())?))).collect();
        let Some(sides) = sides else { continue };
        let mut tell = |list: &str, number: usize, id: &str| {
            let item = key.pointer().child(list).child(number.to_string());
            let message = format!("no side builds or holds `{id}`, so its placement sites are never used");
            let help = "let a faction build it, or give one to a side".to_owned();
            let fixes = vec![Fix::removal(id, &item)];
            let told = finding(check, survey, item.child("class"), message, help);
            findings.extend(told.map(|finding| Finding { fixes, ..finding }));
        };
        for (number, sites) in scenario.unit_sites.iter().enumerate() {
            let has = |(side, faction): &(&Side, &Faction)| {
                faction.builds_units.contains(&sites.class) || side.units.iter().any(|made| made.class == sites.class)
            };
            if !sides.iter().any(has) {
                tell("unit-sites", number, sites.class.id());
            }
        }
        for (number, sites) in scenario.terrain_sites.iter().enumerate() {
            let has = |(side, faction): &(&Side, &Faction)| {
                faction.builds_terrains.contains(&sites.class)
                    || side.terrains.iter().any(|made| made.class == sites.class)
            };
            if !sides.iter().any(has) {
                tell("terrain-sites", number, sites.class.id());
            }
        }
    }
}
