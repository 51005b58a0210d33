//! The ground: a polygon for each cell, terrain patterns, and coordinates.

use std::sync::Arc;

use egui::{Color32, Rect, vec2};
use foeman_engine::display::{Ground, TerrainView};
use foeman_schema::catalogs::board::Pattern;
use foeman_schema::grid::{Cell, Stand};

use super::Viewport;
use super::connect::{self, Ways};
use super::grid::Grid;
pub use super::paints::{paint_of, paints};
use super::picture::{Laid, Pictures};
use super::shape::{Shape, mix};
use super::{far, height, pattern};
use crate::theme::{Palette, parse_color, readable_on};

/// The minimum scale at which cells are drawn individually, in points per hex radius.
pub const SINGLE: f32 = 2.0;
/// The maximum number of cells drawn individually.
pub const MOST_SINGLE: usize = 2_000_000;
/// The minimum scale at which patterns are drawn, in points per hex radius.
const PATTERNED: f32 = 11.0;
/// The minimum scale at which coordinates are shown, in points per hex radius.
const NUMBERED: f32 = 40.0;

/// Returns one polygon per visible cell. The grid lines are gaps between them, through which the table shows.
///
/// If cells are too small to tell apart, equal neighbours are merged.
pub fn cells(view: &Viewport, ground: &Ground, colors: &Palette) -> Vec<Shape> {
    let paints = paints(ground, colors);
    if !is_single(view) {
        return far::patches(view, ground, &paints);
    }
    let inset = view.filled();
    view.cells().map(|cell| Shape::fill(view.outline(cell, inset), paint_of(ground, cell, &paints))).collect()
}

/// Returns the centre and the colour of each visible cell, for callers that draw copies of one polygon.
pub fn painted<'g>(
    view: &Viewport,
    ground: &'g Ground,
    colors: &Palette,
) -> impl Iterator<Item = (egui::Pos2, Color32)> + use<'g> {
    let (view, paints) = (*view, paints(ground, colors));
    view.cells().map(move |cell| (view.center(cell), paint_of(ground, cell, &paints)))
}

/// Whether visible cells are drawn individually.
fn is_single(view: &Viewport) -> bool {
    let seen = Rect::from_min_max(view.unplace(view.clip.min), view.unplace(view.clip.max));
    let count = |[first, last]: [i32; 2]| (last - first + 1) as usize;
    let cells = view.grid.visible(seen).map_or(0, |(columns, rows)| count(columns) * count(rows));
    view.scale >= SINGLE && cells <= MOST_SINGLE
}

/// Returns the terrain images of the visible cells.
pub fn pictures(view: &Viewport, ground: &Ground, pictures: &Pictures) -> Vec<Shape> {
    if pictures.is_empty() || !is_single(view) {
        return Vec::new();
    }
    let inset = view.filled();
    let all = Rect::from_points(&view.outline([0, 0], inset));
    let proportions = all.width() / all.height();
    let laid: Vec<Option<Laid>> =
        ground.terrains.iter().map(|terrain| pictures.laid(&terrain.images, proportions)).collect();
    // For each terrain with connections, the terrains it connects to.
    let leads: Vec<Option<Vec<bool>>> = (ground.terrains.iter().zip(&laid))
        .map(|(terrain, laid)| {
            laid.as_ref().filter(|laid| laid.connects())?;
            Some(ground.terrains.iter().map(|other| pictures.lead(&terrain.images, &other.images)).collect())
        })
        .collect();
    let shown = |cell: Cell| {
        let kind = ground.kind(cell)?;
        let laid = laid.get(kind)?.as_ref()?;
        let points = view.outline(cell, inset);
        let rect = Rect::from_points(&points);
        let ways = leads[kind].as_ref().map_or(Ways::default(), |leads| {
            connect::ways(&ground.geometry, cell, |beside| ground.kind(beside).is_some_and(|other| leads[other]))
        });
        Some(Shape::Picture { points, rect, picture: Arc::clone(pictures.shown(laid, cell, ways)) })
    };
    view.cells().filter_map(shown).collect()
}

/// Returns the patterns of visible cells whose terrain has no image, and the ledges between levels; none if the cells
/// are too small.
pub fn marks(view: &Viewport, ground: &Ground, pictures: &Pictures) -> Vec<Shape> {
    if view.scale < PATTERNED {
        return Vec::new();
    }
    let mut shapes = height::ledges(view, ground);
    let pictured: Vec<bool> = ground.terrains.iter().map(|terrain| pictures.show(&terrain.images)).collect();
    for cell in view.cells() {
        let Some((kind, terrain)) = ground.kind(cell).and_then(|kind| Some((kind, ground.terrains.get(kind)?))) else {
            continue;
        };
        let Some(paint) = parse_color(&terrain.color) else { continue };
        if !pictured[kind] {
            pattern::draw(view, cell, pattern_of(terrain), paint, &mut shapes);
        }
        if !is_solid(terrain) {
            shade(view, ground, cell, &mut shapes);
        }
    }
    shapes
}

/// Draws the first cell of the grid with a terrain, as a sample.
pub fn sample(
    view: &Viewport,
    ground: &Ground,
    kind: usize,
    colors: &Palette,
    pictures: &Pictures,
    shapes: &mut Vec<Shape>,
) {
    let (cell, paints) = ([0, 0], paints(ground, colors));
    let points = view.outline(cell, 1.0);
    shapes.push(Shape::fill(points.clone(), paints[kind.min(paints.len() - 1)]));
    let rect = Rect::from_points(&points);
    let images = ground.terrains.get(kind).map(|terrain| &terrain.images);
    if let Some(laid) = images.and_then(|images| pictures.laid(images, rect.width() / rect.height())) {
        shapes.push(Shape::Picture { points, rect, picture: Arc::clone(laid.first()) });
        return;
    }
    if let Some(terrain) = ground.terrains.get(kind)
        && let Some(paint) = parse_color(&terrain.color)
    {
        pattern::draw(view, cell, pattern_of(terrain), paint, shapes);
    }
}

/// The pattern of a terrain. Impassable terrain without one is hatched, so that colour is not the only hint.
fn pattern_of(terrain: &TerrainView) -> Pattern {
    let closed = terrain.pattern == Pattern::Plain && terrain.closed;
    if closed { Pattern::Hatch } else { terrain.pattern }
}

/// Whether the terrain is higher than its neighbours and casts a shadow, as walls do and water does not.
fn is_solid(terrain: &TerrainView) -> bool {
    use Pattern::{Bricks, Bushes, Hatch, Plain, Stones};
    terrain.closed && matches!(terrain.pattern, Plain | Hatch | Bricks | Stones | Bushes)
}

/// Draws the shadows that solid neighbours cast on a cell; the light comes from the upper left.
fn shade(view: &Viewport, ground: &Ground, cell: Cell, shapes: &mut Vec<Shape>) {
    // Shadows fall across sides, not across corners.
    let edges = Grid::new(ground.geometry.without_vertex_neighbours());
    let (inner, half) = edges.side();
    for direction in 0..edges.directions() {
        let beside = edges.geometry().neighbour(cell, direction.into());
        if !beside.and_then(|beside| ground.terrain(beside)).is_some_and(is_solid) {
            continue;
        }
        let ahead = edges.direction(direction);
        let side = ahead.rot90() * half;
        let corners = [ahead * inner + side, ahead * inner - side];
        let sunk = -ahead.dot(vec2(0.5, 0.866)).min(0.0);
        // Two layers give the shadow a soft edge.
        for depth in [0.07 + 0.12 * sunk, 0.04 + 0.05 * sunk] {
            let [a, b] = corners.map(|corner| corner * view.filled());
            let points = [a, b, b * (1.0 - depth), a * (1.0 - depth)];
            let points = points.map(|point| view.center(cell) + point * view.scale).to_vec();
            shapes.push(Shape::fill(points, Color32::from_black_alpha((26.0 + 30.0 * sunk) as u8)));
        }
    }
}

/// Returns the coordinates of the visible cells; none if the cells are too small.
pub fn coordinates(view: &Viewport, ground: &Ground, colors: &Palette) -> Vec<Shape> {
    if view.scale < NUMBERED {
        return Vec::new();
    }
    let paints = paints(ground, colors);
    let size = (view.scale * 0.2).clamp(7.0, 13.0);
    let up = vec2(0.0, if ground.geometry.stand() == Stand::Edge { 0.68 } else { 0.62 } * view.scale);
    let place = |cell: Cell| {
        let paint = paint_of(ground, cell, &paints);
        let color = mix(paint, readable_on(paint), 0.5);
        Shape::Text { at: view.center(cell) - up, size, color, text: format!("{},{}", cell[0], cell[1]) }
    };
    view.cells().map(place).collect()
}
