//! The Changes pane: a diff of the unsaved changes.

pub mod pane;
