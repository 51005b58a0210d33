//! Looks up in the schema how two changes of a value are merged.

use crate::dialect::Dialect;
use crate::field::{Field, FieldKind, Joins};
use crate::source::tree::{Node, NodeKind};

/// What the schema says about a value. Nothing is known about files and keys that no ruleset knows.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Unknown,
    /// The records of a catalog, each described by this field.
    Records(Field),
    /// A value of a field.
    Of(Field),
}

/// How the members of a map or list are matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Members {
    /// The fields of an object, which are independent of each other.
    Fields,
    /// Members with names that authors choose and may change.
    Names {
        /// Whether their order is significant.
        ordered: bool,
    },
    /// Distinct names in any order.
    Set,
    /// Unnamed members in any order.
    Pile,
}

impl Kind {
    /// Returns the kind of value below a top-level key of a file.
    pub(super) fn section(dialect: Option<&'static Dialect>, key: &str) -> Self {
        let Some(dialect) = dialect else { return Self::Unknown };
        match Field::record(dialect, key) {
            Some(record) => Self::Records(record),
            None => Field::header(dialect).child(key).map_or(Self::Unknown, Self::Of),
        }
    }

    /// Returns the kind of value at a key of this map.
    pub(super) fn child(self, map: &Node, key: &str) -> Self {
        let field = match self {
            Self::Unknown => return Self::Unknown,
            Self::Records(record) => return Self::Of(record),
            Self::Of(field) => field,
        };
        // Variants of a union may use one key for different purposes.
        let of_its_kind = || field.fields_of(self.tag(map)?).into_iter().find(|field| field.name() == key);
        of_its_kind().or_else(|| field.child(key)).map_or(Self::Unknown, Self::Of)
    }

    /// Returns the kind of the items of this list.
    pub(super) fn item(self) -> Self {
        match self {
            Self::Of(field) => field.value().map_or(Self::Unknown, Self::Of),
            _ => Self::Unknown,
        }
    }

    /// Returns the tag that selects the variant of this value, if it has variants.
    pub(super) fn tag(self, node: &Node) -> Option<&str> {
        match self {
            Self::Of(field) => node.entry(field.tag()?)?.value.text(),
            _ => None,
        }
    }

    /// Returns how the keys of this map are matched.
    pub(super) fn of_map(self) -> Members {
        match self {
            Self::Of(field) if field.kind() == FieldKind::Object => Members::Fields,
            _ => Members::Names { ordered: false },
        }
    }

    /// Returns how the items of this list are matched; `None` if the list is merged as a whole.
    pub(super) fn of_list(self) -> Option<Members> {
        match self.joins() {
            Joins::Set => Some(Members::Set),
            Joins::Pile => Some(Members::Pile),
            Joins::Named { ordered, .. } => Some(Members::Names { ordered }),
            Joins::Whole | Joins::Cells => None,
        }
    }

    /// Returns the name that identifies an item of this list, if any.
    pub(super) fn name(self, item: &Node) -> Option<String> {
        match self.joins() {
            Joins::Named { key, .. } => item.entry(key)?.value.text().map(str::to_owned),
            Joins::Set => item.text().map(str::to_owned),
            Joins::Pile => Some(leaves(item).join("\n")),
            Joins::Whole | Joins::Cells => None,
        }
    }

    /// Returns whether this text contains the cells of a map.
    pub(super) fn is_cells(self) -> bool {
        self.joins() == Joins::Cells
    }

    /// Returns the minimum and maximum number of items of this list.
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

/// Returns all scalars in a value, each with the path to it, sorted.
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
