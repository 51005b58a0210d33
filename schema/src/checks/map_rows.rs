//! `map-rows`: map rows that do not fit the map.

use serde::Deserialize;

use crate::catalogs::board::Map;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::dialect::RecordView;
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Fix, Safety, Severity};
use crate::grid::Cell;
use crate::grid::rows::{RowErrors, Strays};
use crate::regrid;
use crate::survey::Survey;
use crate::text::{Location, Pointer, Span};

pub(crate) static CHECK: Check = Check {
    name: "map-rows",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "The rows of a map do not fit its size or its legend",
    doc: "\
A map has as many lines as it has rows, as many characters in each line as it has columns, and each character stands for a terrain in its legend.
A character that is not in the legend is reported once for each map, at its first cell.
Rows under `elevation` are as many and as long, and have a digit for each cell.
Mend the rows, the size or the legend.",
    bad: r##"maps:
  beach:
    title: Beach
    geometry: {size: [3, 2]}
    legend: {s: sand}
    rows: |
      sss
      ssx
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fixed: r##"maps:
  beach:
    title: Beach
    geometry: {size: [3, 2]}
    legend: {s: sand}
    rows: |
      sss
      sss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    for catalog in dialect.catalogs.iter().filter(|catalog| catalog.view == RecordView::Map) {
        for (key, value) in survey.sound(catalog.name) {
            // Without rows or a legend it is `map-ground` that tells.
            if let Ok(map) = Map::deserialize(value)
                && !map.rows.is_empty()
                && !map.legend.is_empty()
            {
                let at = |field: &str| key.pointer().child(field);
                let known: Vec<String> = map.legend.keys().map(|key| format!("`{key}`")).collect();
                let help = format!("the legend has {}", known.join(", "));
                let terrains = Painted { rows: &at("rows"), expected: "key of the legend", help: &help };
                report(check, survey.draft, &map, map.read().faults, &terrains, findings);
                let help = "levels are written as digits, `0` for the lowest";
                let levels = Painted { rows: &at("elevation"), expected: "digit", help };
                report(check, survey.draft, &map, map.levels().1, &levels, findings);
            }
        }
    }
}

/// Rows of a map, and what stands in them.
struct Painted<'a> {
    /// Where they are written.
    rows: &'a Pointer,
    /// What each character should be.
    expected: &'a str,
    /// What is said about a character that is not.
    help: &'a str,
}

fn report(
    check: &Check,
    draft: &Draft,
    map: &Map,
    faults: RowErrors,
    painted: &Painted<'_>,
    findings: &mut Vec<Finding>,
) {
    let &Painted { rows, expected, help } = painted;
    let Some(whole) = draft.place(rows).filter(|_| !faults.is_empty()) else { return };
    let places = draft.line_places(rows);
    let [width, height] = map.geometry.size();
    let fix = fit(draft, map, rows);
    let place_of = |row: usize| places.get(row).copied().unwrap_or(whole);
    let mut add = |place: Location, hex: Option<Cell>, message: String, help: Option<String>| {
        // A letter that is unknown fits the size.
        let fixes = fix.iter().filter(|_| help.is_none()).cloned().collect();
        findings.push(Finding { hex, help, fixes, ..check.finding(place, rows.clone(), message) });
    };
    if let Some(count) = faults.lines {
        let message = format!("expected {height} rows, but found {count}");
        add(place_of(count.saturating_sub(1).min(height as usize)), None, message, None);
    }
    for (row, cells) in faults.lengths {
        let message = format!("expected {width} cells in row {row}, but found {cells}");
        // Of a row too short the first missing cell, of one too long the last there is room for.
        let column = cells.min(width as usize - 1);
        add(place_of(row), Some([column as i32, row as i32]), message, None);
    }
    for (key, Strays { first, count }) in faults.unknown {
        let [col, row] = first.map(|n| n as usize);
        let place = places.get(row).map_or(whole, |place| cell_of(draft, *place, col));
        let more = if count > 1 { format!(" in {count} cells") } else { String::new() };
        let message = format!("expected a {expected}, but found `{key}`{more}");
        add(place, Some(first), message, Some(help.to_owned()));
    }
}

/// Rows of the map's size: what is missing is as the rim is, or level ground, and what is too much is cut off.
fn fit(draft: &Draft, map: &Map, rows: &Pointer) -> Option<Fix> {
    let (text, fill) = match rows.last() {
        Some("elevation") => (&map.elevation, '0'),
        _ => (&map.rows, regrid::rim(&map.rows)?),
    };
    let fitted = regrid::moved(text, map.geometry.size(), [0, 0], fill);
    (fitted != *text && draft.defined(rows)).then(|| Fix {
        title: "fit the rows to the size of the map".to_owned(),
        safety: Safety::Unsafe,
        changes: vec![Change::Set { at: rows.clone(), value: fitted.into() }],
    })
}

/// The bytes of one cell of a line.
fn cell_of(draft: &Draft, line: Location, col: usize) -> Location {
    let text = &draft.text(line.file)[line.span.range()];
    let Some((at, key)) = text.char_indices().nth(col) else { return line };
    Location { span: Span::new(line.span.start + at, line.span.start + at + key.len_utf8()), ..line }
}
