//! Hex and square grids: the only module that knows map geometry.
//!
//! Read the modules in this order: [`shape`] (terminology), [`hex_layout`] (positions of cells and corners, in whole
//! numbers), [`geometry`] (the cells of a map: neighbours, distances, bounds), [`hex`] (hex coordinates, for rules that
//! are played on hexes only), [`cells`] (a value for each cell of a map), [`region`] (a set of cells), [`rows`]
//! (painted cells), [`draw`], [`symmetry`] and [`scatter`] (shapes, rotations and reflections, random cells),
//! [`point`], [`polygon`] and [`world`] (the same in a unit of length), [`angle`] (compass directions).
//!
//! A cell is a column and a row. Directions are numbered clockwise; direction 0 points up, or is the first one to the
//! right of that.
//!
//! # Floating point
//!
//! Cells have whole-number centres and corners, so distances, neighbours and orders are exact.
//! Only [`world`] and [`polygon`] use lengths, in `f64`. Squares and hexes need only `+ - * /` and square roots, which
//! IEEE 754 rounds alike everywhere, so their world coordinates are the same on every machine.
//! Sine and cosine, which differ in the last digit between machines, are used only by [`angle::angle_between`] and for
//! polygons that do not form grids.

pub mod shape;

pub mod hex_layout;

pub mod geometry;

pub mod hex;

pub mod cells;

pub mod region;

pub mod rows;

pub mod draw;

pub mod symmetry;

pub mod scatter;

pub mod point;

pub mod polygon;

pub mod world;

pub mod angle;

pub use cells::{Bounds, Cells};
pub use geometry::{Geometry, GridError, MOST_CELLS_ACROSS, MOST_LETTERS_ACROSS, Shape, Shift, Stand};
pub use hex::{Direction, Hex, Points};
pub use region::Region;

/// A column and a row from 0; may be off the map.
pub type Cell = [i32; 2];
