//! Opening, creating, saving and closing packs, and the dialogs that choose a file or folder.

mod action;
mod begin;
mod browser;
pub mod browser_dialog;
pub mod commands;
mod folders;
pub mod new_pack;
pub mod perform;
pub mod welcome;

pub use action::BeginAction;
pub use begin::NewPack;
pub use browser::{Browser, Purpose};
