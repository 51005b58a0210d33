//! `map-ground`: a map without rows and fill, or with both.

use crate::catalogs::board::Map;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Safety, Severity};
use crate::grid::MOST_LETTERS_ACROSS;
use crate::survey::Survey;
use crate::text::{Pointer, RecordKey};

use super::maps;

pub(crate) static CHECK: Check = Check {
    name: "map-ground",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A map does not say what it is painted with, or says it twice",
    doc: "\
A map is written in one of two ways: as `rows` of letters with a `legend`, or as a `fill` with `areas` painted on it.
Rows show what the map looks like and go up to 4096 columns and rows; a fill with areas goes up to 10000.
`elevation` belongs to rows; areas have a `level` of their own.
Write one of the two ways and take the other away; the map editor turns one into the other.",
    bad: r##"maps:
  beach:
    title: Beach
    geometry: {size: [3, 2]}
    legend: {s: sand}
    rows: |
      sss
      sss
    fill: sand
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[("    fill: sand\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    for (key, map) in maps(survey) {
        let at = |field: &str| key.pointer().child(field);
        for (pointer, message, help) in faults(&key, &map) {
            // Inherited values have no location in this record.
            let by_key = ["areas", "elevation"].map(at).contains(&pointer);
            let place = if by_key { draft.key_place(&pointer) } else { draft.place(&pointer) };
            let place = place.filter(|_| pointer != key.pointer()).or_else(|| draft.key_place(&key.pointer()));
            let Some(place) = place else { continue };
            // Without `|` after `rows:`, rows that begin with `#` are comments.
            let is_comment = draft.find(&at("rows")).and_then(|rows| rows.node).is_some_and(|rows| rows.is_null());
            let help =
                if is_comment { "write `rows: |` above the rows, so that they are text".to_owned() } else { help };
            let other = pointer == at("fill") || pointer == at("areas");
            let own = ["fill", "areas"].map(at).into_iter().filter(|at| draft.defined(at));
            let changes: Vec<Change> = own.map(|at| Change::Remove { at }).collect();
            let fix = (other && !map.rows.is_empty() && !changes.is_empty()).then(|| Fix {
                title: "keep the rows, and take fill and areas away".to_owned(),
                safety: Safety::Single,
                changes,
            });
            let fixes = fix.into_iter().collect();
            findings.push(Finding { help: Some(help), fixes, ..check.finding(place, pointer, message) });
        }
    }
}

/// Returns the problems with how a map is written: pointer, message and help.
fn faults(key: &RecordKey, map: &Map) -> Vec<(Pointer, String, String)> {
    let at = |field: &str| key.pointer().child(field);
    let (has_rows, has_fill, has_areas) = (!map.rows.is_empty(), map.fill.is_some(), !map.areas.is_empty());
    let mut faults = Vec::new();
    let mut add = |at: Pointer, message: &str, help: &str| faults.push((at, message.to_owned(), help.to_owned()));
    match (has_rows, has_fill, has_areas) {
        (true, true, _) => add(
            at("fill"),
            "expected `rows` or `fill`, but found both",
            "the rows are what the map looks like now; take one of the two away",
        ),
        (true, false, true) => add(
            at("areas"),
            "expected `areas` on a map with a `fill`, but found `rows`",
            "draw what the areas are for into the rows, or write a `fill` in place of the rows",
        ),
        (false, false, true) => add(
            at("areas"),
            "expected a `fill` for what the areas leave free, but found none",
            "add `fill` with the terrain of all other cells",
        ),
        (false, false, false) => add(
            key.pointer(),
            "expected `rows` or `fill`, but found neither",
            "add `rows` and a `legend`, or `fill` with the terrain of the whole map",
        ),
        (true, false, false) | (false, true, _) => {}
    }
    if has_rows && map.legend.is_empty() {
        let help = "add `legend` with the terrain of each letter";
        add(at("rows"), "expected a `legend` beside the rows, but found none", help);
    }
    if map.has_fill() && !map.elevation.is_empty() {
        let help = "write areas with a `level` instead";
        add(at("elevation"), "expected levels in `areas` on a map with a `fill`, but found `elevation`", help);
    }
    let [width, height] = map.geometry.size();
    if has_rows && width.max(height) > MOST_LETTERS_ACROSS {
        let most = MOST_LETTERS_ACROSS;
        let message =
            format!("expected at most {most} columns and rows of letters, but the map has {width} x {height}");
        add(at("rows"), &message, "write `fill` and `areas` in place of the rows");
    }
    faults
}
