//! Map sheets at true scale.

pub mod ground;
pub mod tiles;

use egui::{Align2, Color32, Pos2, Rect, pos2, vec2};
use foeman_scene::picture::Pictures;
use foeman_scene::shape::Pen;
use foeman_schema::grid::Shape;

use crate::options::Options;
use crate::page::{ACCENT, FAINT, INK, Mark, Page, RULE, TINT, corners, style};
use crate::paper::Length;
use crate::subject::MapSubject;
use ground::Chart;
use tiles::{FOOT, OVERLAP, Tiles, name};

/// The length of the bar on each sheet.
pub const BAR: f32 = 100.0;
/// The largest sheet key.
const KEY: egui::Vec2 = vec2(46.0, FOOT - 4.0);
/// The largest sheet in a sheet key.
const KEY_CELL: f32 = 11.0;
/// Lines along which to cut or glue.
const CUT: Color32 = Color32::from_rgb(0x20, 0x20, 0x20);

/// Returns the number of sheets of a map.
pub fn sheets(map: &MapSubject, options: &Options) -> usize {
    let ground = map.board.ground.as_ref();
    ground.map_or(0, |ground| Tiles::new(Chart::size(ground, options.hex), options.paper).sheets())
}

/// Returns the name of a sheet's page, for links.
pub fn page_name(map: usize, sheet: [usize; 2]) -> String {
    format!("map-{}-{}", map + 1, name(sheet))
}

/// Returns the sheets of a map, which is number `number` of the document.
pub fn pages(map: &MapSubject, number: usize, options: &Options, pictures: &Pictures) -> Vec<Page> {
    let Some(ground) = &map.board.ground else { return Vec::new() };
    let chart = Chart::new(ground, &map.board, pictures, options.hex, options.labels);
    let tiles = Tiles::new(Chart::size(ground, options.hex), options.paper);
    let cells = if ground.geometry.shape() == Shape::Square { "squares" } else { "hexes" };
    let scale = format!("{cells} of {} from side to side", Length(options.hex));
    let sheets = tiles.all().enumerate().map(|(nth, sheet)| {
        let mut page = Page::new(tiles.page, page_name(number, sheet));
        if nth == 0 {
            page = page.with_bookmark(1, &map.title);
        }
        if tiles.sheets() > 1 {
            page = page.with_bookmark(2, &format!("Sheet {}", name(sheet)));
        }
        let place = tiles.place();
        page.marks.push(Mark::Clipped { outline: corners(place), marks: chart.marks(tiles.part(sheet), place.min) });
        seams(&mut page, &tiles, sheet);
        foot(&mut page, &tiles, sheet, number, [&map.title, &scale]);
        page
    });
    sheets.collect()
}

/// Draws a cut line along each edge that overlaps a neighbour to the left or above, and the line on the neighbour to
/// which that edge is glued.
fn seams(page: &mut Page, tiles: &Tiles, [column, row]: [usize; 2]) {
    let place = tiles.place();
    let [columns, rows] = tiles.count;
    let vertical = |x: f32| vec![pos2(x, place.top() - 4.0), pos2(x, place.bottom() + 2.0)];
    let level = |y: f32| vec![pos2(place.left() - 4.0, y), pos2(place.right() + 4.0, y)];
    let cut = |points| Mark::Dashed { points, pen: Pen::new(0.25, CUT), dash: 2.0 };
    let glue = |points| Mark::Dashed { points, pen: Pen::new(0.2, CUT), dash: 0.5 };
    page.marks.extend((column > 0).then(|| cut(vertical(place.left()))));
    page.marks.extend((row > 0).then(|| cut(level(place.top()))));
    page.marks.extend((column + 1 < columns).then(|| glue(vertical(place.right() - OVERLAP))));
    page.marks.extend((row + 1 < rows).then(|| glue(level(place.bottom() - OVERLAP))));
}

fn foot(page: &mut Page, tiles: &Tiles, sheet: [usize; 2], number: usize, [title, scale]: [&str; 2]) {
    let foot = tiles.foot();
    let left = key(page, tiles, sheet, number, foot.min);
    let bar = pos2(foot.right() - BAR, foot.bottom() - 5.0);
    let text = Rect::from_min_max(pos2(left + 5.0, foot.top()), pos2(foot.right(), foot.bottom()));
    let line =
        |top: f32, height: f32| Rect::from_min_size(pos2(text.left(), text.top() + top), vec2(text.width(), height));
    page.words(line(0.0, 6.0), Align2::LEFT_CENTER, style(4.6, ACCENT).strong(), title);
    let about = match tiles.sheets() {
        1 => scale.to_owned(),
        sheets => format!("Sheet {} of {sheets}, {scale}. Cut along dashed lines, glue onto dotted ones.", name(sheet)),
    };
    page.words(line(6.0, 5.0), Align2::LEFT_CENTER, style(2.9, FAINT), &about);
    let warning = Rect::from_min_max(pos2(text.left(), bar.y - 4.0), pos2(bar.x - 3.0, foot.bottom()));
    page.words(warning, Align2::LEFT_CENTER, style(3.2, INK).strong(), "Print at 100 %");
    ruler(page, bar);
}

/// Draws a bar of 100 mm with a mark every 10 mm; its left end is at `at`. Nothing of it is longer.
pub fn ruler(page: &mut Page, at: Pos2) {
    const LINE: f32 = 0.25;
    page.fill(Rect::from_min_max(at - vec2(0.0, LINE), at + vec2(BAR, 0.0)), INK);
    for centimetre in 0_u8..=10 {
        let tall = if centimetre % 5 == 0 { 2.2 } else { 1.3 };
        let x = (at.x + f32::from(centimetre) * 10.0 - LINE / 2.0).clamp(at.x, at.x + BAR - LINE);
        page.fill(Rect::from_min_max(pos2(x, at.y - tall), pos2(x + LINE, at.y)), INK);
    }
    for (place, align, words) in [
        (at.x, Align2::LEFT_CENTER, "0"),
        (at.x + BAR / 2.0 - 10.0, Align2::CENTER_CENTER, "50"),
        (at.x + BAR - 20.0, Align2::RIGHT_CENTER, "100 mm"),
    ] {
        let room = Rect::from_min_size(pos2(place, at.y + 0.4), vec2(20.0, 3.6));
        page.words(room, align, style(2.6, FAINT), words);
    }
}

/// Draws the sheet key, a plan of all sheets. Returns its right edge.
fn key(page: &mut Page, tiles: &Tiles, sheet: [usize; 2], number: usize, at: Pos2) -> f32 {
    let [columns, rows] = tiles.count.map(|count| count as f32);
    if tiles.sheets() == 1 {
        return at.x - 5.0;
    }
    let shape = tiles.window / tiles.window.max_elem();
    let unit = (KEY.x / (columns * shape.x)).min(KEY.y / (rows * shape.y)).min(KEY_CELL);
    let size = shape * unit;
    for other in tiles.all() {
        let cell = Rect::from_min_size(at + vec2(other[0] as f32, other[1] as f32) * size, size);
        let is_this = other == sheet;
        page.fill(cell, if is_this { ACCENT } else { TINT });
        page.frame(cell, Pen::new(0.15, RULE));
        if size.min_elem() > 3.2 || is_this {
            let color = if is_this { Color32::WHITE } else { INK };
            let letters = (0.45 * size.min_elem()).min(3.4);
            page.words(cell.shrink(0.3), Align2::CENTER_CENTER, style(letters, color), &name(other));
        }
        page.link(cell, page_name(number, other));
    }
    at.x + columns * size.x
}
