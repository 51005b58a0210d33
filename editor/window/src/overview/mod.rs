//! The overview of a pack: its scenarios and maps as cards, and the number of records per catalog.

mod closed;
mod pane;
mod thumbnail;

pub(crate) use closed::{ClosedPack, picture};
pub(crate) use pane::PANE;
