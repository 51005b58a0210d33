//! Changes: edits of a pack described by name, not by byte.
//!
//! A [`Change`] describes the intention, [`plan`](fn@plan) turns a list of them into a text edit of a draft, and
//! [`Plan::apply`] makes it. Later changes in a list see the result of earlier ones. Each plan is tried out before it
//! is returned: the new values must read back, and everything else must read as before. A record that was formatted
//! before the change is formatted after it.

mod comments;

mod delete;

mod error;

mod files;

mod items;

mod join;

mod layout;

mod pieces;

mod plan;

mod records;

mod rename;

mod text;

use serde_json::Value;

use crate::text::{Pointer, RecordKey, Span};

pub use delete::{replaced_by, with_references};
pub use error::ChangeError;
pub use join::joined;
pub(crate) use layout::settled;
pub(crate) use plan::sketch;
pub use plan::{Plan, follow, plan};

/// A change of a pack.
///
/// Pointers refer to the state in which it is planned, after the preceding changes in the list.
///
/// ```
/// use foeman_schema::change::{Change, plan};
/// use foeman_schema::example;
/// use foeman_schema::text::RecordKey;
///
/// // Renames the record and all references to it, and then changes a value of it.
/// let (sword, blade) = (RecordKey::new("weapons", "sword"), RecordKey::new("weapons", "blade"));
/// let changes = [
///     Change::Rename { at: sword.pointer(), to: "blade".into() },
///     Change::Set { at: blade.pointer().child("damage"), value: 7.into() },
/// ];
/// let mut draft = example::draft();
/// plan(&draft, &changes).unwrap().apply(&mut draft).unwrap();
/// let text = draft.text(draft.header_file());
/// assert!(text.contains("blade: {title: Sword, damage: 7}") && text.contains("weapon: blade"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Writes a value: replaces an existing one, or inserts a new key with missing maps above it.
    Set {
        /// The pointer to the value.
        at: Pointer,
        /// The new value.
        value: Value,
    },
    /// Deletes a key with its value, an item of a list or a whole record, with its lines.
    Remove {
        /// The pointer to the value.
        at: Pointer,
    },
    /// Deletes a duplicate key with its value.
    RemoveRepeated {
        /// The pointer to the first occurrence.
        at: Pointer,
        /// Which of the later occurrences to delete, from 1.
        nth: usize,
    },
    /// Removes every key in a record that repeats an earlier key of its map with the same value.
    RemoveAllRepeated {
        /// The record, or the key of the header.
        at: Pointer,
    },
    /// Inserts a new value: a record after the last one of its catalog, a key after the last one of its map, or a list
    /// item before the one at this position; position `-` is the end of the list.
    Insert {
        /// The pointer to the new value.
        at: Pointer,
        /// The new value.
        value: Value,
    },
    /// Appends items to a list, one per line; creates the list if it is missing.
    Append {
        /// The list.
        list: Pointer,
        /// The items.
        items: Vec<Value>,
    },
    /// Adds a record after the last one of its catalog in a file, in the style of its neighbours.
    AddRecord {
        /// The key of the new record.
        record: RecordKey,
        /// The value of the new record.
        value: Value,
        /// The path of the file.
        file: String,
    },
    /// Swaps two values.
    Swap {
        /// One of them.
        one: Pointer,
        /// The other.
        other: Pointer,
    },
    /// Moves an item to another position of its list; text between the items stays in place.
    MoveItem {
        /// The item.
        item: Pointer,
        /// The new position.
        to: usize,
    },
    /// Moves a record with its lines and the comments above it.
    MoveRecord {
        /// The record.
        record: RecordKey,
        /// The destination.
        to: Spot,
    },
    /// Corrects a misspelt name of a record or a key. Like [`Rename`](Self::Rename), but references with the new name,
    /// dangling so far, then refer to it.
    Correct {
        /// The record, by catalog and id, or the key with its map.
        at: Pointer,
        /// The correct name.
        to: String,
    },
    /// Renames a record or a key and updates all references to it.
    Rename {
        /// The record, by catalog and id; the key, with its map; or the key of a catalog, as written.
        at: Pointer,
        /// The new name.
        to: String,
    },
    /// Paints cells of a map.
    Paint {
        /// The text of the map's rows.
        rows: Pointer,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// Replaces or deletes a comment.
    Comment {
        /// The path of the file.
        file: String,
        /// The bytes of the comment or of a word in it; including the line to delete the whole comment.
        at: Span,
        /// The current text.
        old: String,
        /// The new text.
        new: String,
    },
    /// Adds a comment about the value that starts on a line.
    AddComment {
        /// The path of the file.
        file: String,
        /// A byte of the line.
        at: usize,
        /// The position relative to the line.
        side: Side,
        /// The comment, with its `#`.
        text: String,
    },
    /// Replaces text that is not a value: the markers of a merge conflict, or characters in an unreadable record.
    Text {
        /// The path of the file.
        file: String,
        /// The bytes to replace.
        at: Span,
        /// The current text.
        old: String,
        /// The new text.
        new: String,
    },
    /// Migrates a pack to the current format.
    Migrate,
    /// Creates a file.
    CreateFile {
        /// Its path.
        path: String,
        /// Its content.
        text: String,
    },
    /// Deletes a file with everything in it.
    DeleteFile {
        /// Its path.
        path: String,
    },
    /// Renames a file.
    RenameFile {
        /// The old path.
        from: String,
        /// The new path.
        to: String,
    },
}

/// The destination of a moved record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot {
    /// After the last record of its catalog in the file at this path.
    File(String),
    /// Before another record of its catalog, in whichever file that is.
    Before(String),
}

/// The position of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// On a separate line above the value, with the same indentation.
    Above,
    /// At the end of the value's line.
    Behind,
}

/// A cell of a map and the terrain to paint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Column, from 0.
    pub col: u32,
    /// Row, from 0.
    pub row: u32,
    /// The legend key.
    pub key: char,
}

/// The kind of change. Changes of one kind with the same target may be merged into one undo step.
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
    /// Returns the kind of change.
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

    /// Returns the pointer to the value affected, with its name before the change; the root for files and comments.
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
