//! Scenarios: placing figures and things on a map, or painting cell by cell.

mod action;
mod deploying;
mod figure_list;
mod figures;
mod groups;
mod layers;
mod painting;
mod pane;
pub mod placing;
pub mod plot;
pub mod plots;
mod twins;
mod view;

pub use layers::show;
pub(crate) use layers::{cell_ui, has_layers, layers_ui};
pub(crate) use pane::PANE;

pub(crate) use deploying::deployed;
pub(crate) use figures::place;
pub use figures::{chosen, first_pane, pane_of};
pub(crate) use painting::paint;

pub use action::{PlaceAction, PlotAction};
pub use view::PlotView;
