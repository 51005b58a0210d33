//! The Layers pane: the layers of the shown map or scenario, its inks, and the selected cell.

mod cell;
mod levels;
mod pane;
mod row;
mod terrains;
mod zones;

pub(crate) use cell::{cell_heading, fact, findings_at};
pub(crate) use levels::levels;
pub(crate) use pane::PANE;
pub use pane::layers_ui;
pub(crate) use row::{LayerRow, Press, layer_row, layer_switches};
pub(crate) use terrains::TerrainList;
pub(crate) use zones::{zone_mark, zones};
