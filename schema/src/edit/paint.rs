//! Painting cells in map rows.

use std::collections::BTreeMap;

use serde_json::Value;

use super::spot::walk;
use super::{Edit, EditError, Splice, set_value};
use crate::draft::Draft;
use crate::source::tree::{NodeKind, Style};
use crate::text::Pointer;

/// Replaces single cells of a block of map rows; each is given as column, row and legend key.
/// Touches only the changed lines.
pub fn paint(draft: &Draft, rows: &Pointer, cells: &[(u32, u32, char)]) -> Result<Edit, EditError> {
    let missing = || EditError::Missing(rows.clone());
    if cells.iter().any(|(_, _, key)| key.is_whitespace() || key.is_control()) {
        return Err(missing());
    }
    let (start, steps) = draft.start(rows).ok_or_else(missing)?;
    let (spot, rest) = walk(draft, start, steps, rows)?;
    let NodeKind::Scalar { text, style } = &spot.node.kind else { return Err(missing()) };
    if !rest.is_empty() {
        return Err(missing());
    }
    let painted = painted(text, cells).ok_or_else(missing)?;
    if !matches!(style, Style::Literal { .. }) {
        let mut lines: Vec<&str> = text.lines().collect();
        for (row, line) in &painted {
            lines[*row] = line;
        }
        let end = if text.ends_with('\n') { "\n" } else { "" };
        return set_value(draft, rows, &Value::from(lines.join("\n") + end));
    }
    let places = draft.line_places(rows);
    let mut edit = Edit::default();
    for (row, line) in painted {
        let place = places.get(row).ok_or_else(|| EditError::Broken(rows.clone()))?;
        if draft.text(place.file)[place.span.range()] != line {
            edit.splices.push(Splice { file: place.file, span: place.span, text: line });
        }
    }
    Ok(edit)
}

/// Returns the changed rows, by number; `None` if a cell is outside.
fn painted(text: &str, cells: &[(u32, u32, char)]) -> Option<BTreeMap<usize, String>> {
    let mut by_row: BTreeMap<usize, Vec<(usize, char)>> = BTreeMap::new();
    for &(col, row, key) in cells {
        by_row.entry(row as usize).or_default().push((col as usize, key));
    }
    let mut painted = BTreeMap::new();
    let mut lines = text.lines().enumerate();
    for (row, cells) in by_row {
        let (_, line) = lines.find(|(number, _)| *number == row)?;
        let mut chars: Vec<char> = line.chars().collect();
        for (col, key) in cells {
            *chars.get_mut(col)? = key;
        }
        painted.insert(row, chars.into_iter().collect());
    }
    Some(painted)
}
