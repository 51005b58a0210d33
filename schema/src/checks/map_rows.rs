//! `map-rows`: map rows that do not match the size or legend of the map.

use crate::catalogs::board::Map;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::dialect::Record as _;
use crate::dialect::RecordView;
use crate::did_you_mean::listed;
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Fix, Safety, Severity};
use crate::grid::Cell;
use crate::grid::rows::{RowErrors, Strays};
use crate::plural::plural;
use crate::regrid::{self, Mended, Slip};
use crate::source::tree::{NodeKind, Style};
use crate::survey::Survey;
use crate::text::{Location, Pointer, Span};

pub(crate) static CHECK: Check = Check {
    name: "map-rows",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "The rows of a map do not fit its size or its legend",
    doc: "\
`rows` has one line for each row of the map and one character for each column; each character is a key of the legend.
The rows begin on the line below `rows: |`.
If all rows agree on another size than the map's, the size is reported once, instead of each row.
A character that is missing from the legend is reported once per map, at its first cell.
`elevation` has the same lines and columns, with a digit for each cell.
Correct the rows, the size or the legend.",
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
    fix: &[("ssx", "sss")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    for catalog in dialect.catalogs.iter().filter(|catalog| catalog.view == RecordView::Map) {
        for (key, value) in survey.sound(catalog.name) {
            // Maps without rows or a legend are reported by `map-ground`.
            if let Ok(map) = Map::from_value(value)
                && !map.rows.is_empty()
                && !map.legend.is_empty()
            {
                let at = |field: &str| key.pointer().child(field);
                let help = format!("the legend has {}", listed(map.legend.keys().map(String::as_str)));
                let terrains = Painted { rows: &at("rows"), expected: "key of the legend", help: &help };
                tell(check, survey.draft, &map, map.read().faults, &terrains, findings);
                let help = "levels are digits from `0`, the lowest";
                let levels = Painted { rows: &at("elevation"), expected: "digit", help };
                tell(check, survey.draft, &map, map.levels().1, &levels, findings);
            }
        }
    }
}

/// The rows of a map and the characters allowed in them.
struct Painted<'a> {
    /// The pointer to the rows.
    rows: &'a Pointer,
    /// A description of valid characters.
    expected: &'a str,
    /// The help for an invalid character.
    help: &'a str,
}

/// Reports one finding if a single mistake explains all errors, or else one finding per row.
fn tell(
    check: &Check,
    draft: &Draft,
    map: &Map,
    mut faults: RowErrors,
    painted: &Painted<'_>,
    findings: &mut Vec<Finding>,
) {
    if faults.is_empty() {
        return;
    }
    if let Some(folded) = folded(check, draft, map, painted.rows) {
        findings.push(folded);
        return;
    }
    if let Some(other) = other_size(check, draft, map, painted.rows) {
        findings.push(other);
        (faults.lines, faults.lengths) = (None, Vec::new());
    }
    report(check, draft, map, faults, painted, findings);
}

/// Reports rows on several lines that YAML folds into one because the `|` is missing.
fn folded(check: &Check, draft: &Draft, map: &Map, rows: &Pointer) -> Option<Finding> {
    let found = draft.find(rows)?;
    let NodeKind::Scalar { style, .. } = found.node?.kind else { return None };
    let written = &draft.text(found.file)[found.span.range()];
    if matches!(style, Style::Literal { .. }) || !written.contains('\n') {
        return None;
    }
    let lines = written.lines().map(str::trim).skip_while(|line| line.starts_with('>'));
    let lines: String = lines.flat_map(|line| [line.trim_matches(['"', '\'']), "\n"]).collect();
    let sign = if style == Style::Folded { "`>`" } else { "none" };
    let message = format!("expected `|` before rows on separate lines, found {sign}");
    let help = format!("write `{}: |` and the rows below it", rows.last().unwrap_or_default());
    let fix = regrid::fits(&lines, map.geometry.size()).then(|| Fix {
        title: "write each row on a separate line".to_owned(),
        safety: Safety::Safe,
        changes: vec![Change::Set { at: rows.clone(), value: lines.into() }],
    });
    let finding = check.finding(draft.key_place(rows)?, rows.clone(), message);
    Some(Finding { help: Some(help), fixes: fix.into_iter().collect(), ..finding })
}

/// Reports the map's size if all rows have the same length and it differs from the map's width.
fn other_size(check: &Check, draft: &Draft, map: &Map, rows: &Pointer) -> Option<Finding> {
    let at = rows.parent()?.child("geometry").child("size");
    if rows.last() != Some("rows") || !draft.defined(&at) {
        return None;
    }
    let height = u32::try_from(map.rows.lines().count()).ok()?;
    let width = u32::try_from(map.rows.lines().next()?.chars().count()).ok()?;
    let size = [width, height];
    let [columns, lines] = map.geometry.size();
    if width == columns || width == 0 || height < 2 || !regrid::fits(&map.rows, size) {
        return None;
    }
    let message = format!("the size is {columns} x {lines}, but the rows have {width} x {height} cells");
    let fix = Fix {
        title: "use the size of the rows".to_owned(),
        safety: Safety::Safe,
        changes: vec![Change::Set { at: at.clone(), value: size.to_vec().into() }],
    };
    let fixes = [fix].into_iter().chain(fit(draft, map, rows)).collect();
    Some(Finding { fixes, ..check.finding(draft.place(&at)?, at, message) })
}

/// Up to this number of wrong rows is reported individually.
const FEW: usize = 3;

fn report(
    check: &Check,
    draft: &Draft,
    map: &Map,
    faults: RowErrors,
    painted: &Painted<'_>,
    findings: &mut Vec<Finding>,
) {
    let &Painted { rows, expected, help } = painted;
    let Some(whole) = draft.place(rows) else { return };
    let places = draft.line_places(rows);
    let [width, height] = map.geometry.size();
    let fix = fit(draft, map, rows);
    let place_of = |row: usize| places.get(row).copied().unwrap_or(whole);
    let mut add = |place: Location, hex: Option<Cell>, message: String, help: Option<String>| {
        // An unknown letter is not a size error, so the fix does not apply.
        let fixes = fix.iter().filter(|_| help.is_none()).cloned().collect();
        findings.push(Finding { hex, help, fixes, ..check.finding(place, rows.clone(), message) });
    };
    if let Some(count) = faults.lines {
        let message = format!("expected {}, found {count}", plural(height as usize, "row", "rows"));
        add(place_of(count.saturating_sub(1).min(height as usize)), None, message, None);
    }
    let wanted = plural(width as usize, "cell", "cells");
    let told = if faults.lengths.len() > FEW { 1 } else { FEW };
    let others = faults.lengths.len().saturating_sub(told);
    for &(row, cells) in faults.lengths.iter().take(told) {
        let more = if others > 0 { format!(", and {others} other rows do not fit either") } else { String::new() };
        let message = format!("expected {wanted} in row {row}, found {cells}{more}");
        // Points to the first missing cell of a short row, or the last valid cell of a long one.
        let column = cells.min(width as usize - 1);
        add(place_of(row), Some([column as i32, row as i32]), message, None);
    }
    for (key, Strays { first, count }) in faults.unknown {
        let [col, row] = first.map(|n| n as usize);
        let place = places.get(row).map_or(whole, |place| cell_of(draft, *place, col));
        let more = if count > 1 { format!(" in {count} cells") } else { String::new() };
        let message = format!("expected a {expected}, found `{key}`{more}");
        add(place, Some(first), message, Some(help.to_owned()));
    }
}

/// Returns a fix for rows of the wrong size. It restores the row or cell of a slip if that is unambiguous. Otherwise it
/// cuts off the rows or extends them with the terrain at the edge, but only if the user picks it.
fn fit(draft: &Draft, map: &Map, rows: &Pointer) -> Option<Fix> {
    let (text, fill) = match rows.last() {
        Some("elevation") => (&map.elevation, '0'),
        _ => (&map.rows, regrid::rim(&map.rows)?),
    };
    let set = |text: String| vec![Change::Set { at: rows.clone(), value: text.into() }];
    let fix = match regrid::slip(text, map.geometry.size()) {
        Slip::Mended(Mended { text, title }) => Fix::guess(title, set(text)),
        Slip::Unclear => return None,
        Slip::None => {
            let fitted = regrid::moved(text, map.geometry.size(), [0, 0], fill);
            if fitted == *text {
                return None;
            }
            Fix::single("fit the rows to the size of the map", set(fitted))
        }
    };
    draft.defined(rows).then_some(fix)
}

/// Returns the bytes of one cell of a line.
fn cell_of(draft: &Draft, line: Location, col: usize) -> Location {
    let text = &draft.text(line.file)[line.span.range()];
    let Some((at, key)) = text.char_indices().nth(col) else { return line };
    Location { span: Span::new(line.span.start + at, line.span.start + at + key.len_utf8()), ..line }
}
