//! The inspector: the form of the selected record, and its usages.

pub mod pane;
