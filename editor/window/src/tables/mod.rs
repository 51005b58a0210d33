//! Tables of records: columns, cells, row order, and copy and paste with spreadsheets. They are drawn in
//! `pane`.

mod action;
pub mod cell;
pub mod columns;
mod order;
mod pane;
mod paste;
mod perform;
mod sheet;
mod sorting;
mod view;

pub(crate) use pane::PANE;

pub(crate) use perform::perform;
pub use perform::rows_of;

pub use action::TableAction;
pub use sorting::{Order, Sorting};
pub use view::{CellAt, Tables};

pub use cell::Cell;
pub use columns::{Column, Holds};
