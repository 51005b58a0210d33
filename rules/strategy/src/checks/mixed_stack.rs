//! `mixed-stack`: units of two factions in one cell.

use std::collections::BTreeMap;

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::finding;
use super::layout::Layout;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "mixed-stack",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Units of two factions start in the same cell",
    doc: "\
All units in a cell belong to one faction. No unit can enter a cell with units of another faction, so the rules have \
no case for this.
Place one of the two elsewhere.",
    bad: feud!(
        "    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
      - {cells: [[0, 0]], units-owner: blue, units: [{class: scout}]}
"
    ),
    fix: &[("      - {cells: [[0, 0]], units-owner", "      - {cells: [[2, 3]], units-owner")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        let mut first = BTreeMap::new();
        let mut told = None;
        for placed in &layout.units {
            let Some(side) = placed.side else { continue };
            let (other, earlier) = *first.entry(placed.cell).or_insert((side, placed.part));
            if other == side || told == Some(placed.part) {
                continue;
            }
            told = Some(placed.part);
            let [column, row] = placed.cell;
            let other = scenario.sides[other].faction.id();
            let message = format!(
                "expected units of one faction in column {column}, row {row}, found units of `{other}` as well"
            );
            let at = key.pointer();
            let pointer = placed.part.pointer(&at, &scenario.areas);
            let help = "place one of the two elsewhere".to_owned();
            let earlier = survey.draft.place(&earlier.pointer(&at, &scenario.areas));
            let related = earlier.map(|place| (place, format!("`{other}` starts here"))).into_iter().collect();
            let told = finding(check, survey, pointer, message, help);
            findings.extend(told.map(|finding| Finding { hex: Some(placed.cell), related, ..finding }));
        }
    }
}
