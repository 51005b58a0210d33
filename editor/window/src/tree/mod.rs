//! The pack tree: catalogs with their records, and files.

pub mod pane;
