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
pub mod pane;
mod patch;
mod replacing;
pub mod reshape;
pub mod reshape_dialog;
mod shapes;
mod tools;
mod zoning;

pub use action::MapAction;
pub use asked::{Chance, Replacing, Reshape};
pub use balance::Balance;
pub(crate) use coats::Stroke;
pub use hand::Hand;
pub use layer::{Dab, Ink, Layer};
pub use patch::{Patch, Relief, Stamp};
pub use tools::{StrokeStyle, Tool, Trace};
