//! The catalog of terrains, as maps refer to it.

use crate::dialect::Target;

/// The catalog of terrains, independent of the ruleset's record type. Each record has a `title`, a `color`, and
/// optionally a [`pattern`](super::board::Pattern) and `blocks-move`.
#[derive(Debug)]
pub enum Terrains {}

impl Target for Terrains {
    const TARGET: &'static str = "terrains";
}
