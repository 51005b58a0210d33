//! Terrain borders: selects the borders of each cell from the terrains of its neighbours.

use std::sync::Arc;

use egui::{Color32, Rect};
use foeman_engine::display::Ground;
use foeman_schema::catalogs::borders::Border;
use foeman_schema::grid::{Cell, Geometry};

use super::Viewport;
use super::connect::Ways;
use super::grid::Grid;
use super::pattern::rim::{self, Piece};
use super::picture::Pictures;
use super::shape::Shape;
use crate::theme::parse_color;

/// The minimum scale at which borders are drawn, in points per hex radius.
const DRAWN: f32 = 11.0;

/// Returns the borders of the visible cells; none if the cells are too small or no terrain has borders.
pub fn borders(view: &Viewport, ground: &Ground, pictures: &Pictures) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if view.scale < DRAWN || ground.terrains.iter().all(|terrain| terrain.borders.is_empty()) {
        return shapes;
    }
    let look = Look::new(view, ground, pictures);
    for cell in view.cells() {
        look.cell(view, cell, &mut shapes);
    }
    shapes
}

/// A border on a cell, and the colour of the terrain that owns it.
#[derive(Clone, Copy)]
struct Rim<'a> {
    owner: &'a str,
    border: &'a Border,
    paint: Color32,
}

impl PartialEq for Rim<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.owner == other.owner && self.border == other.border
    }
}

/// The borders of a cell on the side of a neighbour: the neighbour's border on this cell, and this terrain's own
/// border.
type Rims<'a> = [Option<Rim<'a>>; 2];

/// The borders along a cell's sides, and round its corners.
type Sides<'s, 'a> = (&'s dyn Fn(usize) -> Option<Rim<'a>>, &'s dyn Fn(usize) -> Option<Rim<'a>>);

struct Look<'a> {
    ground: &'a Ground,
    pictures: &'a Pictures,
    /// The ratio of a cell's width to its height.
    proportions: f32,
    paints: Vec<Option<Color32>>,
    /// Grid of the neighbours that share a side.
    edges: Grid,
    /// Geometry that includes the neighbours that share only a corner, if the grid has any; they are in every second
    /// direction.
    corners: Option<Geometry>,
}

impl<'a> Look<'a> {
    fn new(view: &Viewport, ground: &'a Ground, pictures: &'a Pictures) -> Self {
        let geometry = ground.geometry.without_vertex_neighbours();
        let extent = Rect::from_points(&view.outline([0, 0], 1.0));
        Self {
            ground,
            pictures,
            proportions: extent.width() / extent.height(),
            paints: ground.terrains.iter().map(|terrain| parse_color(&terrain.color)).collect(),
            edges: Grid::new(geometry),
            corners: geometry.with_vertex_neighbours().ok(),
        }
    }

    /// Returns the borders of a cell of terrain `kind` on the side of a neighbour.
    fn rims(&self, kind: usize, beside: Option<Cell>) -> Rims<'a> {
        let ground = self.ground;
        let Some(other) = beside.and_then(|beside| ground.kind(beside)).filter(|other| *other != kind) else {
            return [None; 2];
        };
        let of = |kind: usize| {
            let terrain = &ground.terrains[kind];
            (terrain.id.as_str(), terrain.borders.as_slice())
        };
        let (mine, theirs) = Border::between(of(kind), of(other));
        let rim = |kind: usize, border: Option<&'a Border>| {
            let (owner, border) = (ground.terrains[kind].id.as_str(), border?);
            Some(Rim { owner, border, paint: self.paints[kind]? })
        };
        let upon = rim(other, theirs.filter(|border| border.style.is_outside()));
        [upon, rim(kind, mine.filter(|border| !border.style.is_outside()))]
    }

    fn cell(&self, view: &Viewport, cell: Cell, shapes: &mut Vec<Shape>) {
        let Some(kind) = self.ground.kind(cell) else { return };
        let count = usize::from(self.edges.directions());
        let beside = |direction: usize| self.edges.geometry().neighbour(cell, direction);
        let sides: Vec<Rims<'_>> = (0..count).map(|direction| self.rims(kind, beside(direction))).collect();
        let (inner, half) = self.edges.side();
        let start = |direction: usize| {
            let ahead = self.edges.direction((direction % count) as u8);
            ahead * inner + ahead.rot90() * half
        };
        for layer in [0, 1] {
            let of = |direction: usize| sides[direction % count][layer];
            // If cells meet only at a corner, the border goes round that corner.
            let around = |direction: usize| {
                let across = self.corners.and_then(|all| all.neighbour(cell, self.diagonal(direction)));
                let around = across.map(|across| self.rims(kind, Some(across))[layer]).unwrap_or_default();
                around.filter(|_| of(direction + count - 1) != around && of(direction) != around)
            };
            let mut pictured: Vec<Rim<'_>> = Vec::new();
            for direction in 0..count {
                let (before, here) = (of(direction + count - 1), of(direction));
                let corner = start(direction);
                let [back, on] = [start(direction + count - 1), start(direction + 1)];
                for rim in [here, around(direction)].into_iter().flatten() {
                    if !pictured.contains(&rim) && self.pictures.show(&rim.border.images) {
                        pictured.push(rim);
                        self.picture(view, cell, &rim, (&of, &around), shapes);
                    }
                }
                let drawn = |rim: &Rim<'_>| !pictured.contains(rim);
                if let Some(rim) = here.filter(drawn) {
                    let joined = [before == here, of(direction + 1) == here];
                    let ends = [corner, on];
                    let aside = [back, start(direction + 2)];
                    let piece = Piece::side(ends, aside, joined, inner);
                    draw(view, cell, direction, &rim, &piece, shapes);
                }
                if let Some(rim) = around(direction).filter(drawn) {
                    let piece = Piece::corner(corner, [back, on], inner);
                    draw(view, cell, count + direction, &rim, &piece, shapes);
                }
            }
        }
    }

    /// Draws the images of a border along its sides and corners.
    fn picture(
        &self,
        view: &Viewport,
        cell: Cell,
        rim: &Rim<'a>,
        (of, around): Sides<'_, 'a>,
        shapes: &mut Vec<Shape>,
    ) {
        let Some(laid) = self.pictures.laid(&rim.border.images, self.proportions) else { return };
        let edges = self.edges.geometry();
        let count = edges.directions();
        let along = (0..count).filter(|direction| of(*direction).as_ref() == Some(rim));
        let mut ways = Ways::of(along.map(|direction| edges.compass(direction)));
        if let Some(all) = self.corners {
            let corners = (0..count).filter(|direction| around(*direction).as_ref() == Some(rim));
            ways = ways.and(Ways::of(corners.map(|direction| all.compass(self.diagonal(direction)))));
        }
        let points = view.outline(cell, view.filled());
        let rect = Rect::from_points(&points);
        for picture in self.pictures.along(&laid, cell, ways) {
            shapes.push(Shape::Picture { points: points.clone(), rect, picture: Arc::clone(picture) });
        }
    }

    /// Returns the diagonal direction of the corner at the start of a side.
    fn diagonal(&self, direction: usize) -> usize {
        let turned = usize::from(self.edges.geometry().has_top_direction());
        let count = 2 * usize::from(self.edges.directions());
        // Sides and corners alternate; which comes first depends on the orientation of the cells.
        (2 * direction + count - turned) % count
    }
}

fn draw(view: &Viewport, cell: Cell, place: usize, rim: &Rim<'_>, piece: &Piece, shapes: &mut Vec<Shape>) {
    let reach = rim.border.reach.map(|reach| f32::from(reach) / 100.0);
    let color = rim.border.color.as_deref().and_then(parse_color);
    rim::draw(view, cell, place, (rim.border.style, reach, color), rim.paint, piece, shapes);
}
