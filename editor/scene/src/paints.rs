//! The colours of the ground.

use egui::Color32;
use foeman_engine::told::Ground;
use foeman_schema::grid::Cell;

use super::shape::mix;
use crate::theme::{Palette, parse_color};

/// The colours of the terrains, and last that of what has none.
pub fn paints(ground: &Ground, colors: &Palette) -> Vec<Color32> {
    let unknown = mix(colors.sunken, colors.error, 0.55);
    let known = ground.terrains.iter().map(|terrain| parse_color(&terrain.color).unwrap_or(unknown));
    known.chain([unknown]).collect()
}

/// The colour of a cell; the last of [`paints`] when it has no terrain.
pub fn paint_of(ground: &Ground, cell: Cell, paints: &[Color32]) -> Color32 {
    paints[ground.kind(cell).unwrap_or(paints.len() - 1)]
}
