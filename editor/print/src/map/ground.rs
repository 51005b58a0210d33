//! The ground of a map as shapes: what pictures show, at the size of the paper.

use egui::{Align2, Pos2, Rect, Vec2, vec2};
use foeman_engine::display::{Board, Ground};
use foeman_scene::figure::{self, Emphasis};
use foeman_scene::grid::Grid;
use foeman_scene::picture::Pictures;
use foeman_scene::shape::{Shape, mix};
use foeman_scene::theme::{LIGHT, parse_color, readable_on};
use foeman_scene::{Viewport, border, ground, height, zone};
use foeman_schema::grid::Cell;

use crate::page::{Mark, fitted, style};
use crate::text;
use crate::transform::Transform;

/// The scale at which shapes are computed, in points per hex radius: large enough for every detail.
pub const SCALE: f32 = 64.0;
/// The least size of coordinates, in millimetres.
const LEAST_LETTERS: f32 = 1.4;
/// The ratio of a hex's width from side to side to the distance from its centre to a corner.
const ACROSS: f32 = 1.732_050_8;

/// A map at true scale.
pub struct Chart<'a> {
    ground: &'a Ground,
    board: &'a Board,
    pictures: &'a Pictures,
    view: Viewport,
    /// Millimetres per point of the shapes.
    ratio: f32,
    labels: bool,
    /// Names of features and zones, placed on the whole map so that sheets agree.
    names: Vec<Shape>,
}

impl<'a> Chart<'a> {
    /// Creates the chart of a board with hexes of this width in millimetres.
    pub fn new(ground: &'a Ground, board: &'a Board, pictures: &'a Pictures, hex: f32, labels: bool) -> Self {
        let grid = Grid::new(ground.geometry);
        let size = grid.bounds().size() * SCALE;
        let origin = Pos2::ZERO - grid.bounds().min.to_vec2() * SCALE;
        let view = Viewport { grid, origin, scale: SCALE, clip: Rect::from_min_size(Pos2::ZERO, size), lines: true };
        let names = figure::names(&view, board, &LIGHT, Emphasis::default());
        Self { ground, board, pictures, view, ratio: hex / ACROSS / SCALE, labels, names }
    }

    /// Returns the width and height of a map on paper, in millimetres.
    pub fn size(ground: &Ground, hex: f32) -> Vec2 {
        Grid::new(ground.geometry).bounds().size() * (hex / ACROSS)
    }

    /// Returns the position of a cell's centre on the map, in millimetres from its upper left corner.
    pub fn center(&self, cell: Cell) -> Pos2 {
        (self.view.center(cell).to_vec2() * self.ratio).to_pos2()
    }

    /// Returns the part of the map within `part`, in millimetres from the map's upper left corner, with the corner of
    /// the part at `at`.
    pub fn marks(&self, part: Rect, at: Pos2) -> Vec<Mark> {
        let clip = Rect::from_min_max(part.min / self.ratio, part.max / self.ratio);
        let view = Viewport { clip, ..self.view };
        let (ground, board, pictures) = (self.ground, self.board, self.pictures);
        let mut coordinates = ground::coordinates(&view, ground, &LIGHT);
        coordinates.iter_mut().for_each(|shape| self.enlarge(shape));
        let in_part = |shape: &&Shape| bounds(shape).intersects(clip);
        let shapes = [
            ground::cells(&view, ground, &LIGHT),
            ground::pictures(&view, ground, pictures),
            ground::marks(&view, ground, pictures),
            border::borders(&view, ground, pictures),
            zone::zones(&view, ground, &LIGHT),
            coordinates,
            height::numbers(&view, ground),
            figure::figures(&view, board, &LIGHT, Emphasis::default(), pictures),
            self.names.iter().filter(in_part).cloned().collect(),
        ];
        let transform = Transform::scaled(self.ratio, at - part.min);
        let mut marks: Vec<Mark> = shapes.iter().flatten().map(|shape| Mark::Shape(transform.shape(shape))).collect();
        if self.labels {
            marks.extend(self.terrains(&view).iter().map(|mark| transform.mark(mark)));
        }
        marks
    }

    /// Enlarges a coordinate that would be too small to read, as far as its hex has room.
    fn enlarge(&self, shape: &mut Shape) {
        if let Shape::Text { size, text, .. } = shape {
            let least = LEAST_LETTERS / self.ratio;
            let most = 1.1 * SCALE / text::width(text, 1.0);
            *size = size.max(least.min(most));
        }
    }

    /// Returns the names of the terrains of all cells in a view.
    fn terrains(&self, view: &Viewport) -> Vec<Mark> {
        let label = |cell: Cell| {
            let terrain = self.ground.terrain(cell)?;
            let paint = parse_color(&terrain.color)?;
            let at = view.center(cell) + vec2(0.0, 0.66 * SCALE);
            let room = Rect::from_center_size(at, vec2(1.1, 0.2) * SCALE);
            let style = style(0.19 * SCALE, mix(paint, readable_on(paint), 0.72));
            fitted(room, Align2::CENTER_CENTER, style, &terrain.title).map(Mark::Words)
        };
        view.cells().filter_map(label).collect()
    }
}

/// Returns the box round a shape.
fn bounds(shape: &Shape) -> Rect {
    match shape {
        Shape::Polygon { points, .. } | Shape::Line { points, .. } | Shape::Picture { points, .. } => {
            Rect::from_points(points)
        }
        Shape::Circle { center, radius, .. } => Rect::from_center_size(*center, Vec2::splat(2.0 * radius)),
        Shape::Text { at, size, text, .. } => Rect::from_center_size(*at, vec2(text::width(text, *size), *size)),
    }
}
