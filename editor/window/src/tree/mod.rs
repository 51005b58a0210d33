//! The pack tree: catalogs with their records, and files.

mod pane;

pub(crate) use pane::PANE;
