//! The Changes pane: a diff of the unsaved changes.

mod pane;

pub(crate) use pane::{PANE, something};
