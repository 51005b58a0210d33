//! Maps and figures as a list of shapes, and as pictures.
//!
//! Pure functions turn what a ruleset tells of a battle ([`Board`]) and the colours of a theme into plain shapes; thin
//! leaves draw them: the window's canvas, [`png`] and [`svg`]. So a window and a file show the same.
//! Read the modules in this order: [`shape`] (what can be drawn), [`picture`] (the images of a pack) with [`motion`] and [`connect`] (which of its frames one shows), [`grid`] (where cells meet points), [`ground`] and
//! [`pattern`] (the map), [`border`] (where terrains meet), [`far`] (the map from afar), [`height`] and [`zone`] (how high it lies, and its named parts), [`figure`] with [`marker`], [`stack`], [`outline`], [`health`] [`label`] and [`thing`] (what stands and lies on it), [`text`] (how wide letters are), [`legend`] (which is which), [`chart`]
//! (reading a map from a pack), [`png`] and [`svg`].

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

pub mod png;

pub mod svg;

use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use foeman_engine::told::{Board, Ground};

use crate::theme::Palette;
use figure::Emphasis;
use grid::Grid;
use legend::Legend;
use picture::Pictures;
use shape::Shape;

/// Points round the map in a picture.
pub const MARGIN: f32 = 16.0;

/// How a grid lies on a screen or a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    /// How the cells lie.
    pub grid: Grid,
    /// Where the grid's own origin is.
    pub origin: Pos2,
    /// Points for a hex's radius.
    pub scale: f32,
    /// What can be seen: cells that lie outside are left out.
    pub clip: Rect,
    /// Whether there are lines between the cells.
    pub lines: bool,
}

/// A picture of a map: shapes in the order they are drawn, layer by layer.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Width and height in points.
    pub size: Vec2,
    /// Behind everything.
    pub table: Color32,
    /// One polygon for each cell.
    pub cells: Vec<Shape>,
    /// The pictures of terrains that have some.
    pub pictures: Vec<Shape>,
    /// The terrains' patterns.
    pub marks: Vec<Shape>,
    /// What is drawn where terrains meet.
    pub borders: Vec<Shape>,
    /// The map's named parts.
    pub zones: Vec<Shape>,
    /// Column and row of each cell and how high it lies, where there is room.
    pub coordinates: Vec<Shape>,
    /// What lies about.
    pub things: Vec<Shape>,
    /// The figures' markers.
    pub figures: Vec<Shape>,
    /// The figures' names.
    pub names: Vec<Shape>,
    /// What tells the sides and the terrains apart, below the map; empty unless asked for.
    pub legend: Vec<Shape>,
}

impl Viewport {
    /// The view that shows a whole grid with `scale` points for a hex's radius, and the picture's size.
    pub fn scaled(grid: Grid, scale: f32) -> (Self, Vec2) {
        let size = (grid.bounds().size() * scale + Vec2::splat(2.0 * MARGIN)).ceil();
        (Self::centered(grid, scale, size), size)
    }

    /// The view that fits a whole grid into a picture of `size` points.
    pub fn fitted(grid: Grid, size: Vec2) -> Self {
        let room = (size - Vec2::splat(2.0 * MARGIN)).max(size * 0.5);
        let bounds = grid.bounds();
        let scale = (room.x / bounds.width()).min(room.y / bounds.height());
        Self::centered(grid, scale, size)
    }

    fn centered(grid: Grid, scale: f32, size: Vec2) -> Self {
        let origin = pos2(0.0, 0.0) + size / 2.0 - grid.bounds().center().to_vec2() * scale;
        Self { grid, origin, scale, clip: Rect::from_min_size(Pos2::ZERO, size), lines: true }
    }

    /// Where a point of the grid is.
    pub fn place(&self, at: Pos2) -> Pos2 {
        self.origin + at.to_vec2() * self.scale
    }

    /// Which point of the grid is at a place.
    pub fn unplace(&self, at: Pos2) -> Pos2 {
        ((at - self.origin) / self.scale).to_pos2()
    }

    /// The middle of a cell.
    pub fn center(&self, cell: [i32; 2]) -> Pos2 {
        self.place(self.grid.center(cell))
    }

    /// How far cells are filled, in shares of the way from the middle to the border: the table shows between them, unless
    /// there are to be no lines.
    pub fn filled(&self) -> f32 {
        if self.lines { 1.0 - (0.55 / self.scale).min(0.06) } else { 1.0 + 0.3 / self.scale }
    }

    /// The corners of a cell, `share` of the way from the middle.
    pub fn outline(&self, cell: [i32; 2], share: f32) -> Vec<Pos2> {
        let center = self.center(cell);
        self.grid.corners().map(|corner| center + corner * (self.scale * share)).collect()
    }

    /// The cells that may be seen, row by row.
    pub fn cells(&self) -> impl Iterator<Item = [i32; 2]> + use<> {
        let seen = Rect::from_min_max(self.unplace(self.clip.min), self.unplace(self.clip.max));
        let (cols, rows) = self.grid.visible(seen).unwrap_or(([0, -1], [0, -1]));
        (rows[0]..=rows[1]).flat_map(move |row| (cols[0]..=cols[1]).map(move |col| [col, row]))
    }
}

impl Scene {
    /// A map with what stands on it at the moment.
    pub fn new(view: &Viewport, size: Vec2, ground: &Ground, board: &Board, colors: &Palette) -> Self {
        Self::with_pictures(view, size, ground, board, colors, &Pictures::default())
    }

    /// The same with the images of a pack.
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

    /// The same picture with a legend below it.
    #[must_use]
    pub fn with_legend(mut self, legend: &Legend<'_>, view: &Viewport, colors: &Palette) -> Self {
        let room = Rect::from_min_size(pos2(0.0, self.size.y), vec2(self.size.x, legend.height(self.size.x).ceil()));
        self.legend = legend.shapes(view, room, colors);
        self.size.y = room.bottom();
        self
    }

    /// All shapes, those below first.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        let ground = [&self.cells, &self.pictures, &self.marks, &self.borders, &self.zones, &self.coordinates];
        let upon = [&self.things, &self.figures, &self.names, &self.legend];
        ground.into_iter().chain(upon).flatten()
    }
}
