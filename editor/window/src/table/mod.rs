//! Tables of records: columns, cells, row order, and copy and paste with spreadsheets. They are drawn in
//! [`panes::catalog`](super::panes::catalog).

pub mod cell;

pub mod columns;

pub mod order;

pub mod paste;

pub mod sheet;

pub use cell::Cell;
pub use columns::{Column, Holds};
