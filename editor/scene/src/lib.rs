//! Maps and figures as a list of shapes, and as pictures.
//!
//! Pure functions convert a ruleset's view of a battle ([`Board`]) and the colours of a theme to plain shapes. Thin
//! backends draw them: the window's canvas, [`png`] and [`svg`]. So the window and exported files look the same.
//! Read the modules in this order: [`shape`] (drawing primitives), [`picture`] (the images of a pack) with [`motion`]
//! and [`connect`] (selecting their frames), [`grid`] (converting cells to points), [`ground`] and [`pattern`]
//! (terrain), [`border`] (borders between terrains), [`far`] (the zoomed-out map), [`height`] and [`zone`] (elevation
//! and named zones), [`figure`] with [`marker`], [`stack`], [`outline`], [`health`], [`label`] and [`thing`] (figures
//! and items on the map), [`text`] (text width), [`legend`], [`chart`] (reading a map from a pack), [`png`] and
//! [`svg`].

pub mod theme;

pub mod shape;

pub mod picture;

pub mod motion;

pub mod connect;

pub mod grid;

mod paints;

pub mod ground;

pub mod pattern;

pub mod border;

pub mod far;

pub mod height;

pub mod hatch;

pub mod zone;

pub mod overlay;

pub mod thing;

pub mod figure;

pub mod stack;

pub mod marker;

pub mod outline;

pub mod health;

pub mod label;

pub mod text;

pub mod legend;

pub mod chart;

mod bands;

pub mod png;

pub mod svg;

use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use foeman_engine::display::{Board, Ground};
use foeman_schema::grid::Bounds;

use crate::theme::Palette;
use figure::Emphasis;
use grid::Grid;
use legend::Legend;
use picture::Pictures;
use shape::Shape;

/// The margin round the map in a picture, in points.
pub const MARGIN: f32 = 16.0;

/// Maps a grid to a screen or picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    /// The grid.
    pub grid: Grid,
    /// The position of the grid's origin.
    pub origin: Pos2,
    /// Points per hex radius.
    pub scale: f32,
    /// The visible area; cells outside are skipped.
    pub clip: Rect,
    /// Whether to draw lines between cells.
    pub lines: bool,
}

/// A picture of a map: shapes in drawing order, by layer.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Width and height in points.
    pub size: Vec2,
    /// The background colour.
    pub table: Color32,
    /// One polygon per cell.
    pub cells: Vec<Shape>,
    /// Terrain images.
    pub pictures: Vec<Shape>,
    /// Terrain patterns.
    pub marks: Vec<Shape>,
    /// Borders between terrains.
    pub borders: Vec<Shape>,
    /// Named zones.
    pub zones: Vec<Shape>,
    /// The coordinates and level of each cell, if there is room.
    pub coordinates: Vec<Shape>,
    /// Items on the ground.
    pub things: Vec<Shape>,
    /// The figures' markers.
    pub figures: Vec<Shape>,
    /// The figures' names.
    pub names: Vec<Shape>,
    /// The legend of sides and terrains below the map; empty unless requested.
    pub legend: Vec<Shape>,
}

impl Viewport {
    /// Returns the view that shows a whole grid at `scale` points per hex radius, and the size of the picture.
    pub fn scaled(grid: Grid, scale: f32) -> (Self, Vec2) {
        let size = (grid.bounds().size() * scale + Vec2::splat(2.0 * MARGIN)).ceil();
        (Self::centered(grid, scale, size), size)
    }

    /// Returns the view that fits a whole grid into a picture of `size` points.
    pub fn fitted(grid: Grid, size: Vec2) -> Self {
        let room = (size - Vec2::splat(2.0 * MARGIN)).max(size * 0.5);
        let bounds = grid.bounds();
        let scale = (room.x / bounds.width()).min(room.y / bounds.height());
        Self::centered(grid, scale, size)
    }

    /// Returns a rectangle of columns and rows that contains the cells within `radii` of the visible area, even outside
    /// the map. Comparing a cell with it is faster than computing its position.
    pub fn near(&self, radii: f32) -> Bounds {
        let seen = Rect::from_min_max(self.unplace(self.clip.min), self.unplace(self.clip.max)).expand(radii);
        let [from, to] = [seen.min, seen.max].map(|corner| self.grid.cell(corner));
        Bounds { from: from.map(|n| n.saturating_sub(2)), to: to.map(|n| n.saturating_add(2)) }
    }

    fn centered(grid: Grid, scale: f32, size: Vec2) -> Self {
        let origin = pos2(0.0, 0.0) + size / 2.0 - grid.bounds().center().to_vec2() * scale;
        Self { grid, origin, scale, clip: Rect::from_min_size(Pos2::ZERO, size), lines: true }
    }

    /// Converts a point of the grid to a position on screen.
    pub fn place(&self, at: Pos2) -> Pos2 {
        self.origin + at.to_vec2() * self.scale
    }

    /// Converts a position on screen to a point of the grid.
    pub fn unplace(&self, at: Pos2) -> Pos2 {
        ((at - self.origin) / self.scale).to_pos2()
    }

    /// Returns the centre of a cell on screen.
    pub fn center(&self, cell: [i32; 2]) -> Pos2 {
        self.place(self.grid.center(cell))
    }

    /// Returns the filled share of a cell, from the centre to the border. Less than 1 leaves gaps as grid lines;
    /// without grid lines, cells overlap slightly.
    pub fn filled(&self) -> f32 {
        if self.lines { 1.0 - (0.55 / self.scale).min(0.06) } else { 1.0 + 0.3 / self.scale }
    }

    /// Returns the corners of a cell, at `share` of the distance from the centre.
    pub fn outline(&self, cell: [i32; 2], share: f32) -> Vec<Pos2> {
        let center = self.center(cell);
        self.grid.corners().map(|corner| center + corner * (self.scale * share)).collect()
    }

    /// Returns the visible cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = [i32; 2]> + use<> {
        let seen = Rect::from_min_max(self.unplace(self.clip.min), self.unplace(self.clip.max));
        let (cols, rows) = self.grid.visible(seen).unwrap_or(([0, -1], [0, -1]));
        (rows[0]..=rows[1]).flat_map(move |row| (cols[0]..=cols[1]).map(move |col| [col, row]))
    }
}

impl Scene {
    /// Draws a map with the current state of its board.
    pub fn new(view: &Viewport, size: Vec2, ground: &Ground, board: &Board, colors: &Palette) -> Self {
        Self::with_pictures(view, size, ground, board, colors, &Pictures::default())
    }

    /// Draws a map and its board with the images of a pack.
    pub fn with_pictures(
        view: &Viewport,
        size: Vec2,
        ground: &Ground,
        board: &Board,
        colors: &Palette,
        pictures: &Pictures,
    ) -> Self {
        let emphasis = Emphasis::default();
        Self {
            size,
            table: colors.sunken,
            cells: ground::cells(view, ground, colors),
            pictures: ground::pictures(view, ground, pictures),
            marks: ground::marks(view, ground, pictures),
            borders: border::borders(view, ground, pictures),
            zones: zone::zones(view, ground, colors),
            coordinates: [ground::coordinates(view, ground, colors), height::numbers(view, ground)].concat(),
            things: thing::things(view, board, colors, pictures),
            figures: figure::figures(view, board, colors, emphasis, pictures),
            names: figure::names(view, board, colors, emphasis),
            legend: Vec::new(),
        }
    }

    /// Adds a legend below the picture.
    #[must_use]
    pub fn with_legend(mut self, legend: &Legend<'_>, view: &Viewport, colors: &Palette) -> Self {
        let room = Rect::from_min_size(pos2(0.0, self.size.y), vec2(self.size.x, legend.height(self.size.x).ceil()));
        self.legend = legend.shapes(view, room, colors);
        self.size.y = room.bottom();
        self
    }

    /// Returns all shapes in drawing order.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        let ground = [&self.cells, &self.pictures, &self.marks, &self.borders, &self.zones, &self.coordinates];
        let upon = [&self.things, &self.figures, &self.names, &self.legend];
        ground.into_iter().chain(upon).flatten()
    }
}
