//! Searches on the cells of a map, for any geometry.
//!
//! Read the modules in this order: [`agent`] (the mover, as callbacks), [`path`] (A*), [`reach`]
//! (all cells within a budget, cheapest first), [`coverage`] (the same in depth-first order), [`flood`] (flood fill),
//! [`visibility`] (field of view), [`line`](mod@line) (line of sight between hexes), [`narrows`] (chokepoints).
//! The layout of the cells is in [`foeman_schema::grid`].
//!
//! The searches guarantee an *order*, not only a result: the same path among equal ones, the same order of discovery.
//! Rulesets whose battles must replay depend on it.

pub mod agent;

pub mod path;

pub mod reach;

pub mod coverage;

pub mod flood;

pub mod visibility;

pub mod line;

pub mod narrows;

mod steps;

mod table;
