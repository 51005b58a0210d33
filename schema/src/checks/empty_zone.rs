//! `empty-zone`: a zone without cells.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;

use super::zones;

pub(crate) static CHECK: Check = Check {
    name: "empty-zone",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A zone has no cells",
    doc: "\
A zone consists of `cells`, `rectangles`, or both.
Without either, it covers nothing, and no figure can enter or hold it.
Add its cells, or remove it.",
    bad: r##"maps:
  beach:
    title: Beach
    geometry: {size: [3, 2]}
    legend: {s: sand}
    rows: |
      sss
      sss
    zones:
      dunes: {title: Dunes}
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[("Dunes", "Dunes, cells: [[1, 0]]")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (_, at, zone) in zones(survey) {
        if !zone.cells.is_empty() || !zone.rectangles.is_empty() {
            continue;
        }
        let Some(place) = survey.draft.key_place(&at) else { continue };
        let message = format!("{} has no cells", zone.title);
        let help = Some("add `cells` or `rectangles`, or remove the zone".to_owned());
        findings.push(Finding { help, ..check.finding(place, at, message) });
    }
}
