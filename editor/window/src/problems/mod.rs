//! The Problems pane, and fixing or allowing findings.

mod action;
pub mod fixing;
mod pane;
mod suppress;
pub mod suppress_dialog;

pub(crate) use pane::{PANE, ground};

pub(crate) use fixing::{fix, fixable};
pub(crate) use suppress::perform;

pub use action::AllowAction;
pub use suppress::Allowing;
