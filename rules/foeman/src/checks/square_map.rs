//! `square-map`: a map that is not made of hexes.

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::grid::Shape;
use foeman_schema::survey::Survey;

use super::records;

pub(super) static CHECK: Check = Check {
    name: "square-map",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A map is made of squares, and figures fight on hexes",
    doc: "\
Figures stand on hexes, face one of six sides and have neighbours all round (`F1.5`).
A map of squares can be drawn and painted, but nobody can fight on it.
Make it a map of hexes.",
    bad: r##"maps:
  yard:
    title: Yard
    geometry: {shape: square, size: [2, 1]}
    legend: {s: sand}
    rows: |
      ss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[("square", "hex")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, map) in records::<Map>(survey) {
        let pointer = at.child("geometry").child("shape");
        // An inherited shape is fixed in the base record.
        if map.geometry.shape() == Shape::Hex || !survey.draft.defined(&pointer) {
            continue;
        }
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let word = map.geometry.shape().word();
        let finding = check.finding(place, pointer, format!("expected `hex`, but found `{word}`"));
        let help = Some("write `hex`, with a shift that fits; figures stand on hexes".to_owned());
        let fixes = vec![Fix::writing(&at.child("geometry").child("shape"), "hex")];
        findings.push(Finding { help, fixes, ..finding });
    }
}
