//! The Problems pane, and fixing or allowing findings.

mod action;
pub mod allow_dialog;
mod allowing;
pub mod fixing;
pub mod pane;

pub(crate) use allowing::perform;
pub(crate) use fixing::{fix, fixable};

pub use action::AllowAction;
pub use allowing::Allowing;
