//! Scenarios: placing figures and things on a map, or painting cell by cell.

mod action;
mod figures;
mod painting;
mod pane;
pub mod placing;
pub mod plot;
pub mod plots;
mod twins;
mod view;

pub(crate) use pane::PANE;

pub(crate) use figures::place;
pub use figures::{chosen, first_pane, pane_of};
pub(crate) use painting::paint;

pub use action::{PlaceAction, PlotAction};
pub use view::PlotView;
