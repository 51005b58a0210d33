//! The Problems pane, and fixing or allowing findings.

mod action;
pub mod allow_dialog;
mod allowing;
pub mod fixing;
pub mod pane;

pub use action::AllowAction;
pub use allowing::Allowing;
