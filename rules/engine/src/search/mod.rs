//! Searches on the cells of a map, whatever their geometry.
//!
//! Read the modules in this order: [`agent`] (who moves, asked by the searches), [`path`] (A*), [`reach`]
//! (everywhere an agent can go, cheapest first), [`coverage`] (the same in the order of a walk), [`flood`] (connected
//! cells alike), [`visibility`] (what can be seen), [`line`](mod@line) (straight from hex to hex),
//! [`narrows`] (choke points).
//! How the cells lie is said by [`foeman_schema::grid`].
//!
//! The searches promise an *order*, not only a result: the same route among equals, the same order of discovery.
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
