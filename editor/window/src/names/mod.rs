//! Names and references: adding, renaming, moving and deleting records and files, and finding usages.

mod action;
pub mod dialogs;
mod file_dialogs;
mod filing;
mod new_record;
mod perform;

pub(crate) use filing::files_of;
pub(crate) use new_record::ask_new_record;
pub(crate) use perform::{delete, perform};

pub use action::NameAction;
pub use filing::{FileTask, Filing};
pub use new_record::Naming;
pub(crate) use perform::Others;
pub use perform::{ChangedLine, Deletion, Listing, Names, Renaming, User};
