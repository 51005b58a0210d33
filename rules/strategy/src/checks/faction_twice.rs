//! `faction-twice`: a faction with several sides in a scenario.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::finding;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "faction-twice",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A scenario lists a faction as a side twice",
    doc: "\
Each side is a faction with its own turn, home and units. Cells and units belong to factions, so the second side with \
the same faction has nothing.
Replace it with another faction, which may extend the first.",
    bad: feud!(
        "    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}, {faction: red, units: [{class: scout}]}]
    unit-sites: [{class: scout, cells: [[1, 1]]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
"
    ),
    fix: &[(r"    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}, {faction: red, units: [{class: scout}]}]
    unit-sites: [{class: scout, cells: [[1, 1]]}]
", r"    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        for (number, side) in scenario.sides.iter().enumerate() {
            if !scenario.plays_already(number) {
                continue;
            }
            let at = key.pointer().child("sides").child(number.to_string());
            let id = side.faction.id();
            let message = format!("`{id}` is already a side of the scenario");
            let help = "name another faction, or remove the side".to_owned();
            let fixes = vec![Fix::removal(id, &at)];
            let told = finding(check, survey, at.child("faction"), message, help);
            findings.extend(told.map(|finding| Finding { fixes, ..finding }));
        }
    }
}
