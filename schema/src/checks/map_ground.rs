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
    summary: "A map has no terrain, or is written in two ways",
    doc: "\
A map is written in one of two ways: as `rows` of letters with a `legend`, or as a `fill` with `areas` on top.
Rows resemble the map and allow up to 4096 columns and rows; a fill with areas allows up to 10000.
`elevation` is for maps with rows; areas have a `level` each.
Keep one of the two and remove the other; the map editor converts between them.",
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
                title: "keep the rows; remove fill and areas".to_owned(),
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
            "expected `rows` or `fill`, found both",
            "remove one of them; until then, the map shows the rows",
        ),
        (true, false, true) => add(
            at("areas"),
            "`areas` require a `fill`, but this map has `rows`",
            "draw the areas in the rows, or replace the rows by a `fill`",
        ),
        (false, false, true) => add(
            at("areas"),
            "expected a `fill` for the cells outside the areas, found none",
            "add `fill` with the terrain of all other cells",
        ),
        (false, false, false) => add(
            key.pointer(),
            "expected `rows` or `fill`, found neither",
            "add `rows` and a `legend`, or `fill` with the terrain of the whole map",
        ),
        (true, false, false) | (false, true, _) => {}
    }
    if has_rows && map.legend.is_empty() {
        let help = "add `legend` with the terrain of each letter";
        add(at("rows"), "expected a `legend` for the rows, found none", help);
    }
    if map.has_fill() && !map.elevation.is_empty() {
        let help = "use areas with a `level` instead";
        add(at("elevation"), "`elevation` requires `rows`, but this map has a `fill`", help);
    }
    let [width, height] = map.geometry.size();
    if has_rows && width.max(height) > MOST_LETTERS_ACROSS {
        let most = MOST_LETTERS_ACROSS;
        let message = format!("expected at most {most} x {most} cells in rows of letters, found {width} x {height}");
        add(at("rows"), &message, "use `fill` and `areas` instead");
    }
    faults
}
