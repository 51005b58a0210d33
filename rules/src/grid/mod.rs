//! Grids of squares and hexagons, and the searches that run on them.
//!
//! Read the modules in this order: [`polygon`] (one cell, its angles and radii), [`polygon_grid`] (many cells: world
//! coordinates, neighbours, distances), [`agent`] (who moves, asked by the searches), [`path`] (A*), [`coverage`]
//! (everywhere an agent can go), [`flood`] (connected cells alike), [`visibility`] (what can be seen);
//! [`angle`] and [`numbers`] hold what little arithmetic they share with rulesets.
//!
//! The searches promise an *order*, not only a result: the same route among equals, the same order of discovery.
//! Rulesets whose battles must replay depend on it.
//!
//! # Real numbers
//!
//! World coordinates are `f64`. Nothing else is: cells have whole-number centres and corners on a lattice,
//! so distances, orders and every comparison of visibility are exact.
//! Squares and hexagons are measured with `+ - * /` and square roots only, which IEEE 754 rounds alike everywhere:
//! their world coordinates too are the same on every machine.
//! Sine and cosine, which differ by a last digit between machines, serve other polygons, which make no grids,
//! and [`angle::angle_between`].

pub mod polygon;

pub mod polygon_grid;

pub mod agent;

pub mod path;

pub mod coverage;

pub mod flood;

pub mod visibility;

pub mod angle;

pub mod numbers;

mod lattice;
mod numbered;

/// A column and a row from 0; on the grid or off it.
pub type Cell = [i32; 2];
