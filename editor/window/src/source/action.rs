//! Actions on the YAML source.

use super::Shown;

/// An action on the YAML source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceAction {
    /// Replaces the shown part of a file by this text.
    Type(Shown, String),
    /// Shows a whole file by its path, or (`None`) only the selected record.
    Whole(Option<String>),
    /// Shows a whole file and brings its pane to the front.
    Show(String),
    /// Scrolls to a byte offset of a file: in the form of the record there, or else in the file view.
    At(String, usize),
    /// Reverts a file to the text last read from or written to disk.
    Revert(String),
    /// Formats all files of the pack.
    Format,
}
