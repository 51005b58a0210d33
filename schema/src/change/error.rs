//! Why a change cannot be made.

use std::fmt;

use crate::draft::Draft;
use crate::edit::EditError;
use crate::near::{did_you_mean, near};
use crate::text::Pointer;

/// Why a change cannot be made: what was expected, what was found, what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangeError {
    /// There is no such record or value.
    Missing {
        /// Where it was expected.
        at: Pointer,
        /// Names that are nearly the same.
        near: Vec<String>,
    },
    /// What is there is inherited from another record.
    Inherited {
        /// Where it was expected.
        at: Pointer,
        /// Where it is written.
        from: Pointer,
    },
    /// Something is there already.
    Exists(Pointer),
    /// It belongs to a pack that this one requires.
    Borrowed {
        /// What was to be changed.
        at: Pointer,
        /// The id of the pack.
        pack: String,
    },
    /// The text around it cannot be read, or is written in a way that is not safe to touch.
    Broken(Pointer),
    /// A name that is not in the form that names have there.
    Form {
        /// What names look like.
        expected: String,
        /// The name.
        found: String,
    },
    /// What is named has no name of its own: an item of a list, or a key that the schema knows.
    Nameless(Pointer),
    /// A name that something leads to already, though there is nothing of that name.
    Awaited {
        /// The name.
        name: String,
        /// What leads there.
        by: Pointer,
    },
    /// A name in a command that would mean something else, or that means several things.
    Ambiguous {
        /// The name.
        name: String,
        /// The command.
        by: Pointer,
    },
    /// A record or a key that stands twice, so that it cannot be told which one is meant.
    Twice(Pointer),
    /// A text that cannot be read, so that references may be hidden in it.
    Unreadable {
        /// The file.
        path: String,
        /// Its first line that cannot be read, from 1.
        line: u32,
    },
    /// What a merge left in two versions, which only a person can make one again.
    Conflict {
        /// The file.
        path: String,
        /// The line of the first marker, from 1.
        line: u32,
    },
    /// There is no file at this path.
    NoFile(String),
    /// There is a file at this path already.
    FileExists(String),
    /// A path that files of a pack cannot have.
    Path(String),
    /// A path that files of a pack should not have, with the reason and the remedy.
    FileName(String),
    /// A file that the pack cannot be without, or whose bytes could not be brought back.
    Needed(String),
    /// Two changes want different things of the same bytes.
    Overlap {
        /// The file.
        path: String,
        /// The line where they meet, from 1.
        line: u32,
    },
    /// The plan was made for another state of the text.
    Stale,
}

impl fmt::Display for ChangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { at, near } => {
                write!(f, "expected a value at `{at}`, but there is none")?;
                let near: Vec<&str> = near.iter().map(String::as_str).collect();
                did_you_mean(&near).map_or(Ok(()), |help| write!(f, "; {help}"))
            }
            Self::Inherited { at, from } => {
                write!(f, "expected `{at}` written there, but it is inherited from `{from}`; change it there")
            }
            Self::Exists(at) => write!(f, "expected a new name, but `{at}` exists already; choose another"),
            Self::Borrowed { at, pack } => write!(
                f,
                "expected something of this pack, but `{at}` belongs to the pack `{pack}`; \
                 replace the record by one of your own with the same id, or change that pack"
            ),
            Self::Broken(at) => {
                write!(f, "the text around `{at}` cannot be changed safely; edit the file itself")
            }
            Self::Form { expected, found } => write!(f, "expected {expected}, but found `{found}`"),
            Self::Nameless(at) => write!(
                f,
                "expected a record or a key chosen by the author, but `{at}` is called so by the format; \
                 rename the record it stands in, or set its value"
            ),
            Self::Awaited { name, by } => write!(
                f,
                "expected a name that nothing leads to, but `{by}` names `{name}` already, which is not there; \
                 mend that first, or choose another name"
            ),
            Self::Ambiguous { name, by } => write!(
                f,
                "expected a name that means one thing in every command, but `{name}` would be ambiguous in `{by}`; \
                 write that command another way first, or choose another name"
            ),
            Self::Twice(at) => write!(f, "expected one `{at}`, but it stands twice; remove one of them first"),
            Self::Unreadable { path, line } => write!(
                f,
                "expected files that can be read, but `{path}` cannot from line {line} on and may hide references; \
                 mend it first"
            ),
            Self::Conflict { path, line } => write!(
                f,
                "`{path}` has an unresolved merge conflict at line {line}; keep one version of it or both first"
            ),
            Self::NoFile(path) => write!(f, "expected a file of the pack, but there is no `{path}`"),
            Self::FileExists(path) => write!(f, "expected a new path, but `{path}` exists already; choose another"),
            Self::Path(path) => write!(
                f,
                "expected a path inside the pack that ends in `.yaml`, such as `items/more.yaml`, but found `{path}`"
            ),
            Self::FileName(message) => f.write_str(message),
            Self::Needed(path) => write!(f, "expected a file that the pack can do without, but `{path}` must stay"),
            Self::Overlap { path, line } => write!(
                f,
                "expected changes that keep apart, but two of them meet in `{path}` at line {line}; \
                 make one after the other"
            ),
            Self::Stale => f.write_str("the text has changed since this was planned; plan it again"),
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

/// Says beside what is missing which names are nearly the same.
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
