//! Actions on names and references.

use foeman_schema::text::Pointer;

/// An action on names and references.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NameAction {
    /// Shows the rename dialog for the selection.
    AskRename,
    /// Lists the usages of the selection.
    AskUsages,
    /// Sets the title of a new record, from which an id is suggested.
    NewTitle(String),
    /// Sets the id of a new record.
    NewId(String),
    /// Sets the file path of a new record.
    NewFile(String),
    /// Adds the new record.
    Add,
    /// Shows the dialog to move the selected record to another file.
    AskMove,
    /// Shows the dialog for a new file.
    AskNewFile,
    /// Shows the dialog to rename a file.
    AskRenameFile(String),
    /// Deletes a file with everything in it.
    DeleteFile(String),
    /// Sets the file path as typed or chosen.
    Path(String),
    /// Performs the pending file operation with this path.
    DoFile,
    /// Sets the new name as typed.
    Type(String),
    /// Renames in this pack and in the packs that require it; if there are any, all are saved.
    Rename,
    /// Renames in this pack only.
    RenameHere,
    /// Goes to a usage.
    JumpTo(Pointer),
    /// Deletes the target and leaves its references dangling.
    DeleteAnyway,
    /// Deletes the target and the references to it.
    DeleteAlong,
    /// Deletes a record and redirects its references to this record.
    ReplaceBy(String),
}
