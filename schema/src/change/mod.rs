//! Changes: what somebody means to do to a pack, by name rather than by byte.
//!
//! A [`Change`] says what; [`plan`](fn@plan) works out which bytes that is in a draft, when it is chosen; [`Plan::apply`]
//! makes it. The later changes of a list see the earlier ones. Each plan is tried out before it is handed over: what is
//! to be written reads back, and everything else reads as before.

mod comments;

mod delete;

mod error;

mod files;

mod items;

mod join;

mod pieces;

mod plan;

mod records;

mod rename;

mod text;

use serde_json::Value;

use crate::text::{Pointer, RecordKey, Span};

pub use delete::{replaced_by, with_references};
pub use error::ChangeError;
pub use files::check_path;
pub use join::joined;
pub(crate) use plan::sketch;
pub use plan::{Plan, follow, plan};

/// One thing to be done to a pack.
///
/// It names what it is about as it stands when it is planned, after the changes before it in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Writes a value: in the place of the one that stands there, else as a new key with the maps above it.
    Set {
        /// Where it is, or will be.
        at: Pointer,
        /// What it is from now on.
        value: Value,
    },
    /// Takes away a key with its value, an item of a list or a whole record, with its own lines.
    Remove {
        /// What goes.
        at: Pointer,
    },
    /// Takes away a key that stands in its map before, with its value.
    RemoveRepeated {
        /// The key, whose pointer leads to the first of them.
        at: Pointer,
        /// Which of those after the first goes, from 1.
        nth: usize,
    },
    /// Takes away every key in a record that stands in its map before with the same value.
    RemoveAllRepeated {
        /// The record, or the key of the header.
        at: Pointer,
    },
    /// Adds what is not there yet: a record after the last one of its catalog, a key after the last one of its map, an
    /// item of a list before the one at this position; position `-` is the end of the list.
    Insert {
        /// Where it will be.
        at: Pointer,
        /// What it is.
        value: Value,
    },
    /// Adds items at the end of a list, which begins where there is none; a line for each.
    Append {
        /// The list.
        list: Pointer,
        /// The items.
        items: Vec<Value>,
    },
    /// Adds a record that is not there yet, after the last one of its catalog in a file, as its neighbours are written.
    AddRecord {
        /// What it will be called.
        record: RecordKey,
        /// What it is.
        value: Value,
        /// The path of the file.
        file: String,
    },
    /// Exchanges two values.
    Swap {
        /// One of them.
        one: Pointer,
        /// The other.
        other: Pointer,
    },
    /// Moves an item to another position of its list; what stands between the items stays where it is.
    MoveItem {
        /// The item.
        item: Pointer,
        /// The position it has afterwards.
        to: usize,
    },
    /// Moves a record with its lines and the comments above it.
    MoveRecord {
        /// The record.
        record: RecordKey,
        /// Where to.
        to: Spot,
    },
    /// Gives a record or a key the name that it should have had: as [`Rename`](Self::Rename), and values with this name,
    /// which nothing has yet, lead to it from then on.
    Correct {
        /// The record, by catalog and id; the key, with its map.
        at: Pointer,
        /// What it should have been called.
        to: String,
    },
    /// Gives a record or a key another name, and writes that wherever something leads to it.
    Rename {
        /// The record, by catalog and id; the key, with its map; or a catalog's key itself, as it is written.
        at: Pointer,
        /// Its name from now on.
        to: String,
    },
    /// Draws cells of a map.
    Paint {
        /// The text of the map's rows.
        rows: Pointer,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// Writes another comment, or none, in the place of one.
    Comment {
        /// The path of the file.
        file: String,
        /// The bytes of the comment, or of a word of it; with its line where all of it goes.
        at: Span,
        /// What stands there.
        old: String,
        /// What stands there afterwards.
        new: String,
    },
    /// Writes a comment about what begins on a line.
    AddComment {
        /// The path of the file.
        file: String,
        /// A byte of the line.
        at: usize,
        /// Where it stands.
        side: Side,
        /// The comment, with its `#`.
        text: String,
    },
    /// Writes a text in the place of another that is no value: the markers of a merge, or signs in a record that cannot
    /// be read.
    Text {
        /// The path of the file.
        file: String,
        /// The bytes that are replaced.
        at: Span,
        /// What stands there.
        old: String,
        /// What stands there afterwards.
        new: String,
    },
    /// Brings a pack of an older format to today's.
    Migrate,
    /// Makes a file.
    CreateFile {
        /// Its path.
        path: String,
        /// What stands in it.
        text: String,
    },
    /// Takes a file away with all that stands in it.
    DeleteFile {
        /// Its path.
        path: String,
    },
    /// Gives a file another path.
    RenameFile {
        /// The path it has.
        from: String,
        /// The path it gets.
        to: String,
    },
}

/// Where a record is moved to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot {
    /// After the last record of its catalog in the file at this path.
    File(String),
    /// Before another record of its catalog, in whichever file that is.
    Before(String),
}

/// Where a comment stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// On a line of its own above what it is about, indented alike.
    Above,
    /// At the end of its line.
    Behind,
}

/// A cell of a map and what is drawn there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Column, from 0.
    pub col: u32,
    /// Row, from 0.
    pub row: u32,
    /// The key of the legend.
    pub key: char,
}

/// What sort of change it is: those of one sort about one target may join into one step that can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeKind {
    /// [`Change::Set`].
    Set,
    /// [`Change::Remove`], [`Change::RemoveRepeated`] and [`Change::RemoveAllRepeated`].
    Remove,
    /// [`Change::Insert`], [`Change::Append`] and [`Change::AddRecord`].
    Insert,
    /// [`Change::Swap`], [`Change::MoveItem`] and [`Change::MoveRecord`].
    Move,
    /// [`Change::Rename`] and [`Change::RenameFile`].
    Rename,
    /// [`Change::Paint`].
    Paint,
    /// [`Change::Comment`] and [`Change::AddComment`].
    Comment,
    /// [`Change::Text`].
    Text,
    /// [`Change::Migrate`].
    Migrate,
    /// [`Change::CreateFile`] and [`Change::DeleteFile`].
    File,
}

impl Change {
    /// Its sort.
    pub fn kind(&self) -> ChangeKind {
        match self {
            Self::Set { .. } => ChangeKind::Set,
            Self::Remove { .. } | Self::RemoveRepeated { .. } | Self::RemoveAllRepeated { .. } => ChangeKind::Remove,
            Self::Insert { .. } | Self::Append { .. } | Self::AddRecord { .. } => ChangeKind::Insert,
            Self::Swap { .. } | Self::MoveItem { .. } | Self::MoveRecord { .. } => ChangeKind::Move,
            Self::Rename { .. } | Self::Correct { .. } | Self::RenameFile { .. } => ChangeKind::Rename,
            Self::Paint { .. } => ChangeKind::Paint,
            Self::Comment { .. } | Self::AddComment { .. } => ChangeKind::Comment,
            Self::Text { .. } => ChangeKind::Text,
            Self::Migrate => ChangeKind::Migrate,
            Self::CreateFile { .. } | Self::DeleteFile { .. } => ChangeKind::File,
        }
    }

    /// The value it is about, as it is named before; the root for files and comments.
    pub fn target(&self) -> Pointer {
        match self {
            Self::Set { at, .. }
            | Self::Remove { at }
            | Self::RemoveRepeated { at, .. }
            | Self::RemoveAllRepeated { at }
            | Self::Insert { at, .. }
            | Self::Rename { at, .. }
            | Self::Correct { at, .. } => at.clone(),
            Self::Swap { one, .. } => one.clone(),
            Self::MoveItem { item, .. } => item.clone(),
            Self::MoveRecord { record, .. } | Self::AddRecord { record, .. } => record.pointer(),
            Self::Append { list, .. } => list.clone(),
            Self::Paint { rows, .. } => rows.clone(),
            Self::Comment { .. }
            | Self::AddComment { .. }
            | Self::Text { .. }
            | Self::Migrate
            | Self::CreateFile { .. }
            | Self::DeleteFile { .. }
            | Self::RenameFile { .. } => Pointer::root(),
        }
    }
}
