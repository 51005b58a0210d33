//! `repeated-cell`: a cell that a zone lists twice.

use std::collections::BTreeSet;

use super::zones;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "repeated-cell",
    severity: Severity::Info,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A zone lists a cell twice",
    doc: "\
Repeating a cell of a zone has no effect, and is often a slip for a neighbouring cell.
Remove it, or write the intended cell.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
maps:
  beach:
    title: Beach
    geometry: {size: [3, 1]}
    legend: {s: sand}
    rows: |
      sss
    zones:
      shore: {title: Shore, cells: [[0, 0], [1, 0], [1, 0]]}
"##,
    fix: &[("0], [1, 0]", "0]")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (_, at, zone) in zones(survey) {
        let mut listed = BTreeSet::new();
        for (number, cell) in zone.cells.iter().enumerate().filter(|(_, cell)| !listed.insert(**cell)) {
            let pointer = at.child("cells").child(number.to_string());
            let Some(place) = survey.draft.place(&pointer).filter(|_| survey.draft.defined(&pointer)) else { continue };
            let [column, row] = cell;
            let message = format!("{} already contains column {column}, row {row}", zone.title);
            let help = Some("remove it, or write the intended cell".to_owned());
            let fixes = vec![Fix::safe("remove the repeated cell", vec![Change::Remove { at: pointer.clone() }])];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        }
    }
}
