//! Tables of records: which columns there can be, what stands in a cell, in which order rows are shown, and texts that
//! go to spreadsheets and come from them. What is drawn is in [`panes::catalog`](super::panes::catalog).

pub mod cell;

pub mod columns;

pub mod order;

pub mod paste;

pub mod sheet;

pub use cell::Cell;
pub use columns::{Column, Holds};
