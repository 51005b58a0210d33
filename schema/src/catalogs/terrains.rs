//! The catalog that maps name their ground by.

use crate::dialect::Target;

/// The catalog of terrains, whatever its records are in a ruleset: each has a `title`, a `color`, and maybe a
/// [`pattern`](super::board::Pattern) and `blocks-move`.
#[derive(Debug)]
pub enum Terrains {}

impl Target for Terrains {
    const TARGET: &'static str = "terrains";
}
