//! Figures: their cards, character sheets and equipment, and rosters built from them.

mod action;
mod order;
mod pane;
mod perform;
mod place;
pub mod sheets;
mod trial;

pub(crate) use pane::PANE;
pub(crate) use perform::perform;

pub use action::RosterAction;
pub use perform::chosen;
