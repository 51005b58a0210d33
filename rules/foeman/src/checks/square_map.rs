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
    summary: "A map is made of squares, but figures need hexes",
    doc: "\
Figures occupy hexes and face one of six directions (`F1.5`).
A map of squares can be drawn, but not used in a battle.
Change the map to hexes.",
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
        let finding = check.finding(place, pointer, format!("expected `hex`, found `{word}`"));
        let help = Some("write `hex`, with a matching `shift`".to_owned());
        let fixes = vec![Fix::writing(&at.child("geometry").child("shape"), "hex")];
        findings.push(Finding { help, fixes, ..finding });
    }
}
