//! Figures: their cards, character sheets and equipment.

mod pane;
pub mod sheets;
mod trial;

pub(crate) use pane::PANE;
