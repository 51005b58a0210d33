//! `ownerless-units`: units of an area without an owner.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::finding;
use super::layout::Layout;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "ownerless-units",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Units in an area have no owner",
    doc: "\
Units belong to the `units-owner` of their area, or to the owner of their cell, set by the `owner` of this area or of \
an earlier one.
If there is neither, the scenario cannot be played.",
    bad: feud!(
        "    sides: [{faction: red, home: [0, 0]}, {faction: blue, units: [{class: scout}]}]
    unit-sites: [{class: scout, cells: [[3, 2]]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], units: [{class: scout}]}
"
    ),
    fix: &[("], units", "], units-owner: blue, units")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        let mut told = None;
        for placed in layout.units.iter().filter(|placed| placed.side.is_none()) {
            let area = &scenario.areas[placed.part.area];
            // An owner that is not in the game is reported by another check.
            if told == Some(placed.part.area) || area.owner.is_some() || area.units_owner.is_some() {
                continue;
            }
            told = Some(placed.part.area);
            let pointer = key.pointer().child("areas").child(placed.part.area.to_string()).child("units");
            let [column, row] = placed.cell;
            let message = format!("the units in column {column}, row {row} have no owner");
            let help = "add `units-owner`, or give the cells an `owner`".to_owned();
            let told = finding(check, survey, pointer, message, help);
            findings.extend(told.map(|finding| Finding { hex: Some(placed.cell), ..finding }));
        }
    }
}
