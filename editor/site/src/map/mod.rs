//! Maps as small SVG files: one path for all cells of a terrain, and a few variants of its pattern that cells share.

pub(crate) mod compact;
pub(crate) mod merge;

use std::fmt::Write;

use egui::Color32;
use foeman_engine::display::{Board, Ground, NOBODY};
use foeman_scene::grid::Grid;
use foeman_scene::picture::Pictures;
use foeman_scene::shape::{Pen, Shape};
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
/// The number of variants of a terrain's pattern.
const VARIANTS: i32 = 3;
/// The maximum number of cells of a map with patterns and lines between cells.
const MOST_MARKED: usize = 1_500;
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
    for (cells, shade) in kinds.iter().zip(&paints).filter(|(cells, _)| !cells.is_empty()) {
        let path = outline(view, ground, cells.iter().copied());
        let _ = write!(out, "<path{} d=\"{path}\"/>", paint("fill", *shade));
    }
    if ground.geometry.cell_count() > MOST_MARKED {
        return;
    }
    out.push_str("<defs>");
    for (number, shade) in paints.iter().enumerate().filter(|(number, _)| !kinds[*number].is_empty()) {
        let terrain = ground.terrains.get(number).filter(|terrain| !pictures.show(&terrain.images));
        let drawn = terrain.map_or(Pattern::Plain, |terrain| match terrain.pattern {
            Pattern::Plain if terrain.closed => Pattern::Hatch,
            pattern => pattern,
        });
        (0..VARIANTS).for_each(|variant| marks(view, &format!("t{number}v{variant}"), variant, (drawn, *shade), out));
    }
    out.push_str("</defs>");
    for (number, cells) in kinds.iter().enumerate() {
        for cell in cells {
            let (at, variant) = (view.center(*cell), (cell[0] * 7 + cell[1] * 3).rem_euclid(VARIANTS));
            let _ = write!(out, "<use href=\"#t{number}v{variant}\" x=\"{}\" y=\"{}\"/>", tenth(at.x), tenth(at.y));
        }
    }
}

/// Defines the pattern of a terrain with the lines of a cell, round the origin. Cells share a few variants.
fn marks(view: &Viewport, id: &str, variant: i32, (drawn, color): (Pattern, Color32), out: &mut String) {
    let cell = [0, variant];
    let mut shapes = Vec::new();
    pattern::draw(view, cell, drawn, color, &mut shapes);
    let mut corners = view.outline(cell, 1.0);
    // The other half of the sides belongs to neighbours.
    corners.truncate(corners.len() / 2 + 1);
    shapes.push(Shape::line(corners, Pen::new(1.0, Color32::from_black_alpha(46))));
    let at = view.center(cell);
    let _ = write!(out, "<g id=\"{id}\"><g transform=\"translate({} {})\">", -tenth(at.x), -tenth(at.y));
    compact::write(&shapes, out);
    out.push_str("</g></g>");
}

fn zones(view: &Viewport, ground: &Ground, out: &mut String) {
    for each in &ground.zones {
        let color = parse_color(&each.color).unwrap_or(LIGHT.strong);
        let path = outline(view, ground, each.cells.cells().filter(|cell| ground.geometry.contains(*cell)));
        let (fill, stroke) = (paint("fill", color), paint("stroke", color));
        let _ = write!(out, "<path d=\"{path}\"{fill} fill-opacity=\".16\"{stroke} stroke-width=\"25\"/>");
    }
}
