//! The inspector: the form of the selected record, and its usages.

mod pane;

pub(crate) use pane::{PANE, steps};
