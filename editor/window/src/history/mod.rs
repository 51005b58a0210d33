//! The History pane: all applied and undone steps.

mod pane;

pub(crate) use pane::PANE;
