//! Figures: their cards, character sheets and equipment.

pub mod pane;
pub mod sheets;
mod trial;
