//! Maps as small SVG files: one path for all cells of a terrain, filled with a repeated block of its pattern.

pub(crate) mod compact;
pub(crate) mod merge;

use std::fmt::Write;

use egui::Color32;
use foeman_engine::display::{Board, Ground, NOBODY};
use foeman_scene::grid::Grid;
use foeman_scene::picture::Pictures;
use foeman_scene::theme::{LIGHT, parse_color};
use foeman_scene::{MARGIN, Viewport, border, figure, ground, height, pattern};
use foeman_schema::catalogs::board::Pattern;
use foeman_schema::grid::Cell;
use foeman_schema::grid::hex_layout::Vector;

use compact::{paint, tenth};

/// The scale of maps, in points per hex radius.
const SCALE: f32 = 19.5;
/// The maximum length of the longer side of a map, in points.
const LONGEST: f32 = 2400.0;
/// The number of columns and rows in a block of a pattern; even, so that shifted lines fit.
const BLOCK: i32 = 2;
/// The maximum number of cells of a drawn map.
const MOST_CELLS: usize = 40_000;

/// The view of a map.
pub(crate) fn view(ground: &Ground) -> (Viewport, egui::Vec2) {
    let grid = Grid::new(ground.geometry);
    let longest = (LONGEST - 2.0 * MARGIN) / grid.bounds().size().max_elem();
    Viewport::scaled(grid, SCALE.min(longest))
}

/// Returns the ground of a board with its zones and features as an SVG file; `None` if it has too many cells.
pub(crate) fn svg(board: &Board, pictures: &Pictures) -> Option<String> {
    let ground = board.ground.as_deref().filter(|ground| ground.geometry.cell_count() <= MOST_CELLS)?;
    let (view, size) = view(ground);
    let (width, height) = (tenth(size.x), tenth(size.y));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"Ubuntu,'Noto Sans',sans-serif\" text-anchor=\"middle\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">",
        size.x, size.y
    );
    terrains(&view, ground, pictures, &mut out);
    let marks = [height::ledges(&view, ground), border::borders(&view, ground, pictures)];
    marks.iter().for_each(|shapes| compact::write(shapes, &mut out));
    zones(&view, ground, &mut out);
    let features = Board { tokens: features(board), sides: Vec::new(), ..board.clone() };
    let emphasis = figure::Emphasis::default();
    compact::write(&figure::figures(&view, &features, &LIGHT, emphasis, &Pictures::default()), &mut out);
    let empty = Board { tokens: Vec::new(), ..features };
    compact::write(&figure::names(&view, &empty, &LIGHT, emphasis), &mut out);
    out.push_str("</svg>\n");
    Some(out)
}

fn features(board: &Board) -> Vec<foeman_engine::display::Token> {
    board.tokens.iter().filter(|token| token.side == NOBODY).cloned().collect()
}

/// Returns the outline of cells, in tenths of a point.
fn outline(view: &Viewport, ground: &Ground, cells: impl IntoIterator<Item = Cell>) -> String {
    let first = ground.geometry.lattice().centre([0, 0]);
    let place = |[x, y]: [i64; 2]| {
        let away = view.grid.length(Vector { x: x - first.x, y: y - first.y });
        let at = view.center([0, 0]) + away * view.scale;
        [tenth(at.x), tenth(at.y)]
    };
    merge::outline(&ground.geometry, cells, place)
}

fn terrains(view: &Viewport, ground: &Ground, pictures: &Pictures, out: &mut String) {
    let paints = ground::paints(ground, &LIGHT);
    let mut kinds: Vec<Vec<Cell>> = vec![Vec::new(); paints.len()];
    for cell in ground.geometry.cells() {
        kinds[ground.kind(cell).unwrap_or(paints.len() - 1)].push(cell);
    }
    out.push_str("<defs>");
    block(view, "grid", out, |out| grid_lines(view, out));
    for (number, terrain) in ground.terrains.iter().enumerate().filter(|(number, _)| !kinds[*number].is_empty()) {
        let closed = terrain.pattern == Pattern::Plain && terrain.closed;
        let drawn = if closed { Pattern::Hatch } else { terrain.pattern };
        if drawn != Pattern::Plain && !pictures.show(&terrain.images) {
            block(view, &format!("t{number}"), out, |out| {
                let mut shapes = Vec::new();
                for cell in (0..BLOCK * BLOCK).map(|n| [n % BLOCK, n / BLOCK]) {
                    pattern::draw(view, cell, drawn, paints[number], &mut shapes);
                }
                compact::write(&shapes, out);
            });
        }
    }
    let _ = write!(out, "</defs>");
    for (number, cells) in kinds.iter().enumerate().filter(|(_, cells)| !cells.is_empty()) {
        let path = outline(view, ground, cells.iter().copied());
        let pattern = format!("id=\"t{number}\"");
        let fill = paint("fill", paints[number]);
        let _ = match out.contains(&pattern) {
            true => write!(
                out,
                "<defs><path id=\"p{number}\" d=\"{path}\"/></defs><use href=\"#p{number}\"{fill}/>\
                 <use href=\"#p{number}\" fill=\"url(#t{number})\"/>"
            ),
            false => write!(out, "<path{fill} d=\"{path}\"/>"),
        };
    }
    let all = outline(view, ground, ground.geometry.cells());
    let _ = write!(out, "<path fill=\"url(#grid)\" d=\"{all}\"/>");
}

/// Writes a pattern that repeats a block of cells.
fn block(view: &Viewport, id: &str, out: &mut String, draw: impl Fn(&mut String)) {
    let pitch = view.grid.length(view.grid.geometry().lattice().pitch()) * view.scale * BLOCK as f32 * 10.0;
    let origin = view.center([0, 0]) * 10.0 - pitch / (2.0 * BLOCK as f32);
    let _ = write!(
        out,
        "<pattern id=\"{id}\" patternUnits=\"userSpaceOnUse\" x=\"{:.2}\" y=\"{:.2}\" width=\"{:.3}\" \
         height=\"{:.3}\">",
        origin.x, origin.y, pitch.x, pitch.y
    );
    // Marks that reach over an edge of the block continue at the opposite one.
    let mut marks = String::new();
    draw(&mut marks);
    let (x, y) = (pitch.x.round() as i64, pitch.y.round() as i64);
    let _ = write!(
        out,
        "<g id=\"{id}b\">{marks}</g><use href=\"#{id}b\" x=\"{x}\"/><use href=\"#{id}b\" x=\"-{x}\"/>\
         <use href=\"#{id}b\" y=\"{y}\"/><use href=\"#{id}b\" y=\"-{y}\"/></pattern>"
    );
}

fn grid_lines(view: &Viewport, out: &mut String) {
    let pen = foeman_scene::shape::Pen::new(1.0, Color32::from_black_alpha(46));
    let mut shapes = Vec::new();
    for cell in (0..BLOCK * BLOCK).map(|n| [n % BLOCK, n / BLOCK]) {
        let mut corners = view.outline(cell, 1.0);
        // The other half of the sides belongs to neighbours.
        corners.truncate(corners.len() / 2 + 1);
        shapes.push(foeman_scene::shape::Shape::line(corners, pen));
    }
    compact::write(&shapes, out);
}

fn zones(view: &Viewport, ground: &Ground, out: &mut String) {
    for each in &ground.zones {
        let color = parse_color(&each.color).unwrap_or(LIGHT.strong);
        let path = outline(view, ground, each.cells.cells().filter(|cell| ground.geometry.contains(*cell)));
        let (fill, stroke) = (paint("fill", color), paint("stroke", color));
        let _ = write!(out, "<path d=\"{path}\"{fill} fill-opacity=\".16\"{stroke} stroke-width=\"25\"/>");
    }
}
