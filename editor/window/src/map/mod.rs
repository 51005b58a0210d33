//! Maps: drawing, resizing, and their pane.

mod action;
mod asked;
mod balance;
pub mod chart;
mod coats;
pub mod commands;
pub mod dialogs;
mod drawing;
mod generating;
mod hand;
mod layer;
mod pane;
mod patch;
mod replacing;
pub mod reshape;
pub mod reshape_dialog;
mod shapes;
mod tools;
mod zoning;

pub(crate) use pane::{PANE, marks, record_exists, title_of_record, words};

pub(crate) use coats::Stroke;
pub use reshape::on_top;
pub(crate) use reshape::{has_area, perform};

pub use action::MapAction;
pub use asked::{Chance, Replacing, Reshape};
pub use balance::Balance;
pub use hand::Hand;
pub use layer::{Dab, Ink, Layer};
pub use patch::{Patch, Relief, Stamp};
pub use tools::{StrokeStyle, Tool, Trace};
