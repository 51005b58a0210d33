//! `map-geometry`: hexes shifted along the side they stand on.

use serde::Deserialize;

use crate::catalogs::board::Map;
use crate::check::{Check, Scope};
use crate::dialect::View;
use crate::finding::{Confidence, Finding, Severity};
use crate::hex::{Shift, Stand};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "map-geometry",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "The shift of a map does not fit what its hexes stand on",
    doc: "\
Hexes that stand on an edge form columns, and every second column is shifted; hexes that stand on a vertex form rows, and every second row is shifted.
Write a shift that fits.",
    bad: r##"maps:
  beach:
    title: Beach
    geometry: {stand: vertex, shift: column-down, size: [2, 1]}
    legend: {s: sand}
    rows: |
      ss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fixed: r##"maps:
  beach:
    title: Beach
    geometry: {stand: vertex, shift: row-right, size: [2, 1]}
    legend: {s: sand}
    rows: |
      ss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let Some(dialect) = draft.dialect() else { return };
    for catalog in dialect.catalogs.iter().filter(|catalog| catalog.view == View::Map) {
        for (key, value) in survey.sound(catalog.name) {
            let Ok(map) = Map::deserialize(value) else { continue };
            let (stands_on, fitting) = match map.geometry.stand {
                Stand::Edge => ("an edge", [Shift::ColumnDown, Shift::ColumnUp]),
                Stand::Vertex => ("a vertex", [Shift::RowRight, Shift::RowLeft]),
            };
            if fitting.contains(&map.geometry.shift) {
                continue;
            }
            let geometry = key.pointer().child("geometry");
            let pointer = [geometry.child("shift"), geometry.child("stand")]
                .into_iter()
                .find(|pointer| draft.defined(pointer))
                .unwrap_or(geometry);
            let Some(place) = draft.place(&pointer) else { continue };
            let [one, other] = fitting.map(word);
            let message = format!(
                "expected `{one}` or `{other}` for hexes that stand on {stands_on}, but found `{}`",
                word(map.geometry.shift)
            );
            findings.push(check.finding(place, pointer, message));
        }
    }
}

/// The word that is written for a shift.
fn word(shift: Shift) -> String {
    serde_json::to_value(shift).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}
