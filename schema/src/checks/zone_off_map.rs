//! `zone-off-map`: a zone with parts off the map.

use crate::catalogs::board::Map;
use crate::catalogs::zones::MOST_ZONE_CELLS;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::grid::Cell;
use crate::survey::Survey;

use super::zones;

pub(crate) static CHECK: Check = Check {
    name: "zone-off-map",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A zone has cells outside its map, or too many cells",
    doc: "\
The cells of a zone are columns and rows of its map, counted from 0; a zone has at most 1048576 cells.
Cells outside the map cannot be reached; they are typing errors, or left over from a larger map.
Correct the cell or the rectangle, or the size of the map.",
    bad: r##"maps:
  beach:
    title: Beach
    geometry: {size: [3, 2]}
    legend: {s: sand}
    rows: |
      sss
      sss
    zones:
      dunes: {title: Dunes, rectangles: [{from: [1, 0], to: [3, 1]}]}
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[("to: [3", "to: [2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (map, at, zone) in zones(survey) {
        let cells = zone.cells.iter().enumerate().map(|(n, cell)| (at.child("cells").child(n.to_string()), *cell));
        let corners = zone.rectangles.iter().enumerate().flat_map(|(n, rectangle)| {
            let at = at.child("rectangles").child(n.to_string());
            [(at.child("from"), rectangle.from), (at.child("to"), rectangle.to)]
        });
        let count = zone.count_on(&map.geometry);
        if let Some(place) = survey.draft.key_place(&at).filter(|_| count > MOST_ZONE_CELLS) {
            let message = format!("expected at most {MOST_ZONE_CELLS} cells in a zone, found {count}");
            let help = Some("make the zone smaller, or divide it into several".to_owned());
            findings.push(Finding { help, ..check.finding(place, at.clone(), message) });
        }
        for (pointer, cell) in cells.chain(corners) {
            let Some(place) = survey.draft.place(&pointer) else { continue };
            if let Some(message) = outside(&map, cell.map(i32::from)) {
                let [width, height] = map.geometry.size();
                let help = format!("{} has columns 0 to {} and rows 0 to {}", map.title, width - 1, height - 1);
                findings.push(Finding { help: Some(help), ..check.finding(place, pointer, message) });
            }
        }
    }
}

fn outside(map: &Map, cell: Cell) -> Option<String> {
    let [column, row] = cell;
    let message = || format!("expected a cell of the map, found column {column}, row {row}");
    (!map.geometry.contains(cell)).then(message)
}
