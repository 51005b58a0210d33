//! The records of the strategy rules as packs write them, with the notations in their fields.
//!
//! They are in a separate crate because much code is derived for them, and none of it runs during a battle.

pub mod catalogs;
pub mod notation;
