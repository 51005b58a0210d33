//! The History pane: all applied and undone steps.

pub mod pane;
