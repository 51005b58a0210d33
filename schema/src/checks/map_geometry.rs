//! `map-geometry`: a shift that does not match the orientation of the map's cells.

use serde::Deserialize;

use crate::check::{Check, Scope};
use crate::dialect::RecordView;
use crate::finding::{Confidence, Finding, Severity};
use crate::grid::GridError;
use crate::grid::geometry::Written;
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "map-geometry",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "The shift of a map does not fit the orientation of its cells",
    doc: "\
Hexes with `stand: edge` form columns, and every second column is shifted; hexes with `stand: vertex` form rows, and every second row is shifted.
Squares with `stand: edge` are not shifted; those with `stand: vertex` can have any shift.
Only squares can have `vertex-neighbours`.
Write a suitable shift, or remove it to use the default.",
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
    fix: &[("column-down", "row-right")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let Some(dialect) = draft.dialect() else { return };
    for catalog in dialect.catalogs.iter().filter(|catalog| catalog.view == RecordView::Map) {
        for (key, value) in survey.sound(catalog.name) {
            let Ok(written) = Written::deserialize(&value["geometry"]) else { continue };
            let Err(error) = written.fit() else { continue };
            let (field, message) = match error {
                GridError::VertexNeighbours { .. } => (
                    "vertex-neighbours",
                    "`vertex-neighbours` has no effect on hexes, which share an edge wherever they share a vertex; \
                     remove it"
                        .to_owned(),
                ),
                error => ("shift", error.to_string()),
            };
            let geometry = key.pointer().child("geometry");
            let pointer = [geometry.child(field), geometry.child("stand"), geometry.child("shape")]
                .into_iter()
                .find(|pointer| draft.defined(pointer))
                .unwrap_or(geometry);
            let Some(place) = draft.place(&pointer) else { continue };
            findings.push(check.finding(place, pointer, message));
        }
    }
}
