//! What the schema says of the values of a file, and so how two changes of one are joined.

use crate::dialect::Dialect;
use crate::field::{Field, FieldKind, Joins};
use crate::source::tree::{Node, NodeKind};

/// What is known of a value. Of files and keys that no ruleset knows, nothing is.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Nothing.
    Unknown,
    /// The records of a catalog, each of which this is.
    Records(Field),
    /// A value of a field.
    Of(Field),
}

/// How the members of a map or list go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Members {
    /// Fields of an object: each has a meaning of its own.
    Fields,
    /// Things that go by names which authors choose, and may change.
    Names {
        /// Whether their order has a meaning.
        ordered: bool,
    },
    /// Names in any order, each once.
    Set,
    /// Things without names in any order.
    Pile,
}

impl Kind {
    /// What stands below a key of a file.
    pub(super) fn section(dialect: Option<&'static Dialect>, key: &str) -> Self {
        let Some(dialect) = dialect else { return Self::Unknown };
        match Field::record(dialect, key) {
            Some(record) => Self::Records(record),
            None => Field::header(dialect).child(key).map_or(Self::Unknown, Self::Of),
        }
    }

    /// What stands at a key of this map.
    pub(super) fn child(self, map: &Node, key: &str) -> Self {
        let field = match self {
            Self::Unknown => return Self::Unknown,
            Self::Records(record) => return Self::Of(record),
            Self::Of(field) => field,
        };
        // Values of different kinds may use one key for different things.
        let of_its_kind = || field.fields_of(self.tag(map)?).into_iter().find(|field| field.name() == key);
        of_its_kind().or_else(|| field.child(key)).map_or(Self::Unknown, Self::Of)
    }

    /// What the items of this list are.
    pub(super) fn item(self) -> Self {
        match self {
            Self::Of(field) => field.value().map_or(Self::Unknown, Self::Of),
            _ => Self::Unknown,
        }
    }

    /// The word that says which kind of value this is, where what else it has depends on that.
    pub(super) fn tag(self, node: &Node) -> Option<&str> {
        match self {
            Self::Of(field) => node.entry(field.tag()?)?.value.text(),
            _ => None,
        }
    }

    /// How the keys of this map go together.
    pub(super) fn of_map(self) -> Members {
        match self {
            Self::Of(field) if field.kind() == FieldKind::Object => Members::Fields,
            _ => Members::Names { ordered: false },
        }
    }

    /// How the items of this list go together; nothing if the list is one value.
    pub(super) fn of_list(self) -> Option<Members> {
        match self.joins() {
            Joins::Set => Some(Members::Set),
            Joins::Pile => Some(Members::Pile),
            Joins::Named { ordered, .. } => Some(Members::Names { ordered }),
            Joins::Whole | Joins::Cells => None,
        }
    }

    /// The name of an item of this list; nothing if it has none.
    pub(super) fn name(self, item: &Node) -> Option<String> {
        match self.joins() {
            Joins::Named { key, .. } => item.entry(key)?.value.text().map(str::to_owned),
            Joins::Set => item.text().map(str::to_owned),
            Joins::Pile => Some(leaves(item).join("\n")),
            Joins::Whole | Joins::Cells => None,
        }
    }

    /// Whether this text is the cells of a map.
    pub(super) fn is_cells(self) -> bool {
        self.joins() == Joins::Cells
    }

    /// The fewest and the most items that this list may have.
    pub(super) fn sizes(self) -> [usize; 2] {
        match self {
            Self::Of(field) => match field.kind() {
                FieldKind::List { min, max } => [min, max.unwrap_or(usize::MAX)],
                _ => [0, usize::MAX],
            },
            _ => [0, usize::MAX],
        }
    }

    fn joins(self) -> Joins {
        match self {
            Self::Of(field) => field.joins(),
            _ => Joins::Whole,
        }
    }
}

/// All that a value says, each word with the way to it, sorted.
pub(super) fn leaves(node: &Node) -> Vec<String> {
    fn walk(node: &Node, way: &str, found: &mut Vec<String>) {
        match &node.kind {
            NodeKind::Scalar { text, .. } => found.push(format!("{way}={text}")),
            NodeKind::Map { entries, .. } => {
                entries.iter().for_each(|entry| walk(&entry.value, &format!("{way}/{}", entry.key), found));
            }
            NodeKind::Seq { items, .. } => {
                items.iter().enumerate().for_each(|(at, item)| walk(item, &format!("{way}/{at}"), found));
            }
        }
    }
    let mut found = Vec::new();
    walk(node, "", &mut found);
    found.sort_unstable();
    found
}
