//! The camera of a map.

use egui::Pos2;
use serde::Deserialize;
use serde::Serialize;

/// The camera of a map.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Camera {
    /// The centre, in grid units.
    pub center: Pos2,
    /// Screen points per grid unit.
    pub scale: f32,
    /// Whether to keep the whole map in view when the pane size changes.
    pub fitted: bool,
}
