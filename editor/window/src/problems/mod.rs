//! The Problems pane, and fixing or allowing findings.

mod action;
pub mod allow_dialog;
mod allowing;
pub mod fixing;
mod pane;

pub(crate) use pane::{PANE, ground};

pub(crate) use allowing::perform;
pub(crate) use fixing::{fix, fixable};

pub use action::AllowAction;
pub use allowing::Allowing;
