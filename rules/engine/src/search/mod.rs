//! Searches on the cells of a map, for any geometry.
//!
//! Read the modules in this order: [`agent`] (the mover, as callbacks), [`path_finding`] (A*), [`reach`]
//! (all cells within a budget, cheapest first), [`coverage`] (the same in depth-first order), [`flood`] (flood fill),
//! [`field_of_view`] (field of view), [`line`](mod@line) (shortest ways without obstacles), [`line_of_sight`] (line of
//! sight between hexes), [`chokepoints`] (chokepoints).
//! The layout of the cells is in [`foeman_schema::grid`].
//!
//! The searches guarantee an *order*, not only a result: the same path among equal ones, the same order of discovery.
//! Rulesets whose battles must replay depend on it.
//!
//! A path around a wall, and a line of sight that the wall blocks:
//!
//! ```
//! use std::num::NonZeroU32;
//!
//! use foeman_engine::search::{agent::Agent, line_of_sight::is_clear, path_finding::find_path};
//! use foeman_schema::grid::{Cell, Geometry, Shape, Stand};
//!
//! const WALL: [Cell; 2] = [[2, 0], [2, 1]];
//!
//! /// Pays 1 for each step, and cannot enter the wall.
//! struct Walker;
//!
//! impl Agent for Walker {
//!     fn step_cost(&self, _from: Cell, to: Cell) -> Option<NonZeroU32> {
//!         (!WALL.contains(&to)).then_some(NonZeroU32::MIN)
//!     }
//! }
//!
//! let map = Geometry::new(Shape::Hex, Stand::Edge, None, [5, 3]).unwrap();
//! let path = find_path(&map, &Walker, [0, 1], [4, 1]).unwrap();
//! assert_eq!(path.cells().collect::<Vec<_>>(), [[0, 1], [1, 1], [2, 2], [3, 1], [4, 1]]);
//! assert_eq!(path.total_cost(), 4);
//!
//! let blocks = |hex| WALL.contains(&map.cell(hex));
//! assert!(!is_clear(map.hex([0, 1]), map.hex([4, 1]), blocks));
//! assert!(is_clear(map.hex([0, 2]), map.hex([4, 2]), blocks));
//! ```

pub mod agent;

pub mod path_finding;

pub mod reach;

pub mod coverage;

pub mod flood;

pub mod field_of_view;

pub mod line;

pub mod line_of_sight;

pub mod chokepoints;

mod steps;

mod table;
