//! Terrain colours.

use egui::Color32;
use foeman_engine::display::Ground;
use foeman_schema::grid::Cell;

use super::shape::mix;
use crate::theme::{Palette, parse_color};

/// Returns the colours of the terrains, followed by the colour for cells without a terrain.
pub fn paints(ground: &Ground, colors: &Palette) -> Vec<Color32> {
    let unknown = mix(colors.sunken, colors.error, 0.55);
    let known = ground.terrains.iter().map(|terrain| parse_color(&terrain.color).unwrap_or(unknown));
    known.chain([unknown]).collect()
}

/// Returns the colour of a cell; the last of [`paints`] if it has no terrain.
pub fn paint_of(ground: &Ground, cell: Cell, paints: &[Color32]) -> Color32 {
    paints[ground.kind(cell).unwrap_or(paints.len() - 1)]
}
