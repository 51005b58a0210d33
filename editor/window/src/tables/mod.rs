//! Tables of records: columns, cells, row order, and copy and paste with spreadsheets. They are drawn in
//! `pane`.

mod action;
pub mod cell;
pub mod columns;
mod filter;
mod input;
mod order;
mod pane;
mod paste;
mod perform;
mod sheet;
mod sorting;
pub mod together;
mod view;

pub(crate) use pane::PANE;

pub(crate) use perform::perform;
pub use perform::{at_value, hides, is_at_value, rows_of};

pub use action::TableAction;
pub use filter::Filter;
pub use sorting::{Order, Sorting};
pub use view::{CellAt, Tables};

pub use cell::Cell;
pub use columns::{Column, Holds};
