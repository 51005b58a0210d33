//! Grids of hexes and squares: the one place that knows how the cells of a map lie.
//!
//! Read the modules in this order: [`shape`] (the words), [`lattice`] (where cells and their corners are, in whole numbers), [`geometry`]
//! (a map's cells: neighbours, distances, what is on the map), [`hex`] (hexes as vectors, for rules that are played
//! on hexes only), [`cells`] (a value for each cell of a map), [`region`] (a set of cells), [`rows`] (the cells as they are painted), [`draw`], [`symmetry`] and [`scatter`] (shapes, turns and reflections, chance), [`point`], [`polygon`] and [`world`] (the same in a unit of length),
//! [`angle`] (the points of the compass).
//!
//! A cell is a column and a row.
//! A direction is a number, clockwise from the one that points up or first to the right of it.
//!
//! # Real numbers
//!
//! Cells have whole-number centres and corners, so distances, neighbours and orders are exact.
//! Only [`world`] and [`polygon`] speak of lengths, in `f64`: squares and hexes are measured with `+ - * /` and square
//! roots, which IEEE 754 rounds alike everywhere, so their world coordinates too are the same on every machine.
//! Sine and cosine, which differ by a last digit between machines, serve other polygons, which make no grids,
//! and [`angle::angle_between`].

pub mod shape;

pub mod lattice;

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

/// A column and a row from 0; on the map or off it.
pub type Cell = [i32; 2];
