//! The inspector: the form of the selected record, and its usages.

mod head;
mod pane;

pub(crate) use pane::{PANE, steps};
