//! Tables and tracks on sheets.

use egui::{Align2, Color32, Rect, pos2, vec2};
use foeman_engine::sheet::{Table, Track};
use foeman_scene::shape::Pen;

use crate::flow::{Strip, strip};
use crate::page::{FAINT, INK, RULE, Style, TINT, style};
use crate::text;

/// The text of cells.
const CELL: Style = style(2.7, INK);
/// The text of headings of columns.
const HEAD: Style = style(2.5, FAINT);
/// The space left and right of a text in a cell.
const INSET: f32 = 1.2;
/// The height of a row of one line.
const ROW: f32 = 4.6;
/// The maximum number of lines in a cell.
const MOST_LINES: usize = 8;
/// The width of a box to tick.
const TICK: f32 = 4.0;
/// The maximum number of boxes; larger amounts have a blank to write in.
const MOST_TICKS: u32 = 60;

/// Returns a table with its title.
pub(crate) fn table(width: f32, table: &Table) -> Vec<Strip> {
    let columns = columns(width, table);
    let mut strips = vec![title(width, &table.title, &table.about)];
    let bold = HEAD.strong();
    strips.push(row(width, &columns, &table.columns, bold, Some(TINT)));
    strips.extend(table.rows.iter().map(|cells| row(width, &columns, cells, CELL, None)));
    if let Some(last) = strips.last_mut() {
        last.height += 1.5;
    }
    strips
}

/// Returns a title with an explanation after it.
pub(crate) fn title(width: f32, title: &str, about: &str) -> Strip {
    strip(vec2(width, 5.2), |page| {
        let line = Rect::from_min_size(pos2(0.0, 0.8), vec2(width, 4.0));
        let head = style(3.0, INK).strong();
        page.words(line, Align2::LEFT_CENTER, head, title);
        let used = text::width(title, head.size) + 3.0;
        if used < width {
            let rest = Rect::from_min_max(pos2(used, line.top()), line.max);
            page.words(rest, Align2::LEFT_CENTER, HEAD, about);
        }
    })
}

/// Returns the widths of the columns: as wide as their texts if there is room, else with the widest ones narrowed.
fn columns(width: f32, table: &Table) -> Vec<f32> {
    let wide = |column: usize| {
        let head = table.columns.get(column).map_or(0.0, |text| text::width(text, HEAD.size));
        let cells = table.rows.iter().filter_map(|row| row.get(column)).map(|text| text::width(text, CELL.size));
        cells.fold(head, f32::max) + 2.0 * INSET
    };
    let mut columns: Vec<f32> = (0..table.columns.len()).map(wide).collect();
    let total: f32 = columns.iter().sum();
    if total <= width {
        // The first column takes the remaining width.
        if let Some(first) = columns.first_mut() {
            *first += (width - total).min(40.0);
        }
        return columns;
    }
    // Find the greatest width at which all columns fit.
    let (mut least, mut most) = (0.0, width);
    for _ in 0..24 {
        let middle = (least + most) / 2.0;
        let fits = columns.iter().map(|wide| wide.min(middle)).sum::<f32>() <= width;
        if fits { least = middle } else { most = middle }
    }
    columns.iter().map(|wide| wide.min(least)).collect()
}

fn row(width: f32, columns: &[f32], cells: &[String], style: Style, ground: Option<Color32>) -> Strip {
    let wrapped: Vec<Vec<String>> = (columns.iter().zip(cells))
        .map(|(wide, cell)| {
            let room = (wide - 2.0 * INSET).max(1.0);
            let mut lines = text::wrapped(cell, style.size, room + 0.01);
            lines.truncate(MOST_LINES);
            lines
        })
        .collect();
    let lines = wrapped.iter().map(Vec::len).max().unwrap_or_default().max(1);
    let height = ROW + (lines - 1) as f32 * style.leading();
    strip(vec2(width, height), |page| {
        let total: f32 = columns.iter().sum();
        if let Some(ground) = ground {
            page.fill(Rect::from_min_size(pos2(0.0, 0.0), vec2(total, height)), ground);
        }
        page.line(pos2(0.0, height), pos2(total, height), Pen::new(0.12, RULE));
        let mut left = 0.0;
        for (wide, lines) in columns.iter().zip(&wrapped) {
            for (n, line) in lines.iter().enumerate() {
                let top = (ROW - style.leading()) / 2.0 + n as f32 * style.leading();
                let room =
                    Rect::from_min_size(pos2(left + INSET, top), vec2(wide - 2.0 * INSET + 0.02, style.leading()));
                page.words(room, Align2::LEFT_CENTER, style, line);
            }
            left += wide;
        }
    })
}

/// Returns the boxes of a track, in groups of five.
pub(crate) fn track(width: f32, track: &Track) -> Strip {
    let label = 30.0;
    let room = width - label - 34.0;
    let per_row = ((room / (5.0 * TICK + 1.5)).floor().max(1.0) * 5.0) as u32;
    let boxes = if track.amount <= MOST_TICKS { track.amount } else { 0 };
    let rows = boxes.div_ceil(per_row).max(1);
    let height = rows as f32 * (TICK + 1.2) + 1.0;
    strip(vec2(width, height), |page| {
        let name = Rect::from_min_size(pos2(0.0, 0.6), vec2(label - 2.0, TICK));
        page.words(name, Align2::LEFT_CENTER, style(2.9, INK).strong(), &format!("{} {}", track.name, track.amount));
        for n in 0..boxes {
            let (row, column) = (n / per_row, n % per_row);
            let left = label + column as f32 * TICK + (column / 5) as f32 * 1.5;
            let tick = Rect::from_min_size(pos2(left, 0.6 + row as f32 * (TICK + 1.2)), vec2(TICK, TICK)).shrink(0.25);
            page.frame(tick, Pen::new(0.2, INK));
        }
        if boxes == 0 {
            page.line(pos2(label, TICK), pos2(label + 60.0, TICK), Pen::new(0.2, INK));
        }
        let end = Rect::from_min_size(pos2(width - 33.0, 0.6), vec2(33.0, TICK));
        page.words(end, Align2::RIGHT_CENTER, HEAD, &track.end);
    })
}
