//! The records of the Foeman / MindWand tactical rules as packs write them, with the notations in their fields and the
//! numbers that the sources leave open.
//!
//! They are in a separate crate because much code is derived for them, and none of it runs during a battle.

pub mod catalogs;
pub mod constants;
pub mod notation;
