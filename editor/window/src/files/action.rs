//! Actions of the new-pack dialog, the samples and the file browser.

use std::path::PathBuf;

use super::new::NewPack;

/// An action of the new-pack dialog, the samples or the built-in file browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BeginAction {
    /// Shows the new-pack dialog for a template id, with the folder if it is known.
    Ask(&'static str, Option<PathBuf>),
    /// Selects another template.
    Template(&'static str),
    /// Sets the title of the new pack as typed.
    Title(String),
    /// Sets the id of the new pack as typed; if empty, it is derived again.
    Id(String),
    /// Sets the folder as typed.
    Folder(String),
    /// Shows a dialog to choose the folder.
    ChooseFolder,
    /// Creates the pack configured in the dialog, and opens it.
    Make,
    /// Creates a pack, and opens it.
    Create(Box<NewPack>),
    /// Opens a sample pack in memory, by id.
    Sample(&'static str),
    /// Removes a pack from the list of recent packs.
    Forget(PathBuf),
    /// Uses the built-in file browser instead of waiting for the desktop dialog.
    Here,
    /// Opens a folder in the file browser.
    Go(PathBuf),
    /// Sets the name of a new folder or file in the file browser.
    Name(String),
    /// Accepts an entry of the file browser.
    Take(PathBuf),
    /// Closes the file browser.
    Close,
    /// Writes the open pack into an archive.
    Share(PathBuf),
}
