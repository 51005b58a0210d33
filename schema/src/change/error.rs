//! The errors of changes.

use std::fmt;

use crate::did_you_mean::{did_you_mean, near};
use crate::draft::Draft;
use crate::edit::EditError;
use crate::text::Pointer;

/// Why a change cannot be made. The display text names the expected and found values and the fix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangeError {
    /// The record or value does not exist.
    Missing {
        /// Its pointer.
        at: Pointer,
        /// Similar names.
        near: Vec<String>,
    },
    /// The value is inherited from another record.
    Inherited {
        /// Its pointer.
        at: Pointer,
        /// The pointer to the inherited value, where it is written.
        from: Pointer,
    },
    /// A value exists already.
    Exists(Pointer),
    /// The value belongs to a required pack.
    Borrowed {
        /// Its pointer.
        at: Pointer,
        /// The id of the pack.
        pack: String,
    },
    /// The surrounding text cannot be read or is written in a way that cannot be edited safely.
    Broken(Pointer),
    /// The name is malformed.
    Form {
        /// A description of valid names.
        expected: String,
        /// The name.
        found: String,
    },
    /// The value cannot be renamed: it is an item of a list, or a key defined by the schema.
    Nameless(Pointer),
    /// The name already has dangling references, which would then refer to the renamed record.
    Awaited {
        /// The name.
        name: String,
        /// A dangling reference.
        by: Pointer,
    },
    /// In a command, the name would be ambiguous or mean something else.
    Ambiguous {
        /// The name.
        name: String,
        /// The command.
        by: Pointer,
    },
    /// The record or key occurs twice, so it is ambiguous.
    Twice(Pointer),
    /// A text that cannot be read and may hide references.
    Unreadable {
        /// The file.
        path: String,
        /// The first line that cannot be read, from 1.
        line: u32,
    },
    /// An unresolved merge conflict; only the user can resolve it.
    Conflict {
        /// The file.
        path: String,
        /// The line of the first marker, from 1.
        line: u32,
    },
    /// No file has this path.
    NoFile(String),
    /// A file with this path exists already.
    FileExists(String),
    /// The path is not allowed in a pack.
    Path(String),
    /// The path should not be used in a pack, with the reason and the fix.
    FileName(String),
    /// The pack cannot exist without the file, or undo could not restore its bytes.
    Needed(String),
    /// Two changes affect the same bytes in different ways.
    Overlap {
        /// The file.
        path: String,
        /// The line where they overlap, from 1.
        line: u32,
    },
    /// The plan was made for another state of the text.
    Stale,
}

impl fmt::Display for ChangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { at, near } => {
                write!(f, "there is no value at `{at}`")?;
                let near: Vec<&str> = near.iter().map(String::as_str).collect();
                did_you_mean(&near).map_or(Ok(()), |help| write!(f, "; {help}"))
            }
            Self::Inherited { at, from } => {
                write!(f, "`{at}` is inherited from `{from}`; change it there")
            }
            Self::Exists(at) => write!(f, "`{at}` already exists; choose another name"),
            Self::Borrowed { at, pack } => write!(
                f,
                "`{at}` belongs to the pack `{pack}`; add a record with the same id to this pack to replace it, \
                 or change that pack"
            ),
            Self::Broken(at) => {
                write!(f, "the text around `{at}` cannot be changed automatically; edit the file yourself")
            }
            Self::Form { expected, found } => write!(f, "expected {expected}, found `{found}`"),
            Self::Nameless(at) => {
                write!(f, "`{at}` is a key of the format and cannot be renamed; rename its record, or change its value")
            }
            Self::Awaited { name, by } => write!(
                f,
                "`{by}` already refers to `{name}`, which does not exist yet; fix that first, or choose another name"
            ),
            Self::Ambiguous { name, by } => write!(
                f,
                "`{name}` would be ambiguous in the command `{by}`; change that command first, or choose another name"
            ),
            Self::Twice(at) => write!(f, "`{at}` occurs twice; remove one of them first"),
            Self::Unreadable { path, line } => {
                write!(f, "`{path}` cannot be read from line {line} on and may contain references; fix it first")
            }
            Self::Conflict { path, line } => write!(
                f,
                "`{path}` has an unresolved merge conflict at line {line}; keep one version of it or both first"
            ),
            Self::NoFile(path) => write!(f, "the pack has no file `{path}`"),
            Self::FileExists(path) => write!(f, "`{path}` already exists; choose another path"),
            Self::Path(path) => write!(
                f,
                "expected a path inside the pack that ends in `.yaml`, such as `items/more.yaml`, found `{path}`"
            ),
            Self::FileName(message) => f.write_str(message),
            Self::Needed(path) => write!(f, "the pack needs `{path}`; it cannot be moved or deleted"),
            Self::Overlap { path, line } => {
                write!(f, "two of the changes overlap in `{path}` at line {line}; make one after the other")
            }
            Self::Stale => f.write_str("the text has changed in the meantime; try again"),
        }
    }
}

impl std::error::Error for ChangeError {}

impl From<EditError> for ChangeError {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Missing(at) => Self::Missing { at, near: Vec::new() },
            EditError::Exists(at) => Self::Exists(at),
            EditError::Broken(at) => Self::Broken(at),
        }
    }
}

/// Adds similar names to an error about a missing value.
pub(super) fn with_near(draft: &Draft, error: EditError) -> ChangeError {
    let EditError::Missing(at) = error else { return error.into() };
    let known: Vec<String> = match at.parts() {
        [catalog, _] => draft.ids(catalog).map(str::to_owned).collect(),
        _ => {
            let map = at.parent().and_then(|parent| draft.find(&parent)?.node);
            map.map(|node| node.entries().iter().map(|entry| entry.key.to_string()).collect()).unwrap_or_default()
        }
    };
    let near = near(at.last().unwrap_or_default(), known.iter().map(String::as_str));
    let near = near.into_iter().map(str::to_owned).collect();
    ChangeError::Missing { at, near }
}
