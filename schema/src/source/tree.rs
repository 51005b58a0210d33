//! Syntax trees of YAML values, with byte spans relative to the parsed text.

use std::ops::Deref;
use std::sync::OnceLock;

use smol_str::SmolStr;

use crate::text::Span;

/// A value as written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node {
    /// The bytes of the value, including quotes, brackets and block headers, but not comments and line ends.
    pub(crate) span: Span,
    /// The kind of value.
    pub(crate) kind: NodeKind,
    /// Whether it was copied from an anchor; its text is elsewhere and cannot be edited here.
    pub(crate) aliased: bool,
}

/// The kind of a value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum NodeKind {
    /// A scalar, not yet typed.
    Scalar {
        /// The text without quotes, escapes and folding.
        text: SmolStr,
        /// The quoting or block style.
        style: Style,
    },
    /// A map.
    Map {
        /// The layout.
        layout: Layout,
        /// In text order; may contain duplicate keys.
        entries: Entries,
    },
    /// A list.
    Seq {
        /// The layout.
        layout: Layout,
        /// In order.
        items: Vec<Node>,
    },
}

impl NodeKind {
    /// Creates a map from its complete entries. Frees spare capacity, since trees live as long as a draft.
    pub(crate) fn map(layout: Layout, mut entries: Vec<Pair>) -> Self {
        entries.shrink_to_fit();
        Self::Map { layout, entries: Entries::from(entries) }
    }

    /// Creates a list from its complete items.
    pub(crate) fn seq(layout: Layout, mut items: Vec<Node>) -> Self {
        items.shrink_to_fit();
        Self::Seq { layout, items }
    }
}

/// The style of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Without quotes.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// A `|` block; `content` covers its lines, from the first character to before the last line end.
    Literal {
        /// The lines.
        content: Span,
    },
    /// A `>` block.
    Folded,
}

/// The layout of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    /// By indentation.
    Block,
    /// In brackets.
    Flow,
}

/// A key and its value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pair {
    /// The text of the key.
    pub(crate) key: SmolStr,
    /// The bytes of the key.
    pub(crate) key_span: Span,
    /// The value; an empty plain scalar if there is none.
    pub(crate) value: Node,
}

/// The entries of a map, with look-ups by key in logarithmic time for large maps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    pairs: Vec<Pair>,
    /// Positions sorted by key; created by the first look-up in a map of more than [`FEW`].
    by_key: OnceLock<Box<[u32]>>,
}

/// Up to this number of entries is searched linearly.
const FEW: usize = 16;

impl Entries {
    /// Appends an entry.
    pub(crate) fn push(&mut self, pair: Pair) {
        self.by_key = OnceLock::new();
        self.pairs.push(pair);
    }

    /// Returns the position of the first entry with this key.
    pub(crate) fn position(&self, key: &str) -> Option<usize> {
        if self.pairs.len() <= FEW {
            return self.pairs.iter().position(|pair| pair.key == key);
        }
        let order = self.by_key.get_or_init(|| {
            let mut order: Vec<u32> = (0..self.pairs.len() as u32).collect();
            order.sort_by_key(|position| &self.pairs[*position as usize].key);
            order.into_boxed_slice()
        });
        let key_at = |position: u32| &*self.pairs[position as usize].key;
        let at = *order.get(order.partition_point(|position| key_at(*position) < key))?;
        (key_at(at) == key).then_some(at as usize)
    }

    /// Returns the entries for modification.
    #[cfg(test)]
    pub(crate) fn pairs_mut(&mut self) -> &mut Vec<Pair> {
        self.by_key = OnceLock::new();
        &mut self.pairs
    }

    pub(crate) fn into_pairs(self) -> Vec<Pair> {
        self.pairs
    }
}

impl From<Vec<Pair>> for Entries {
    fn from(pairs: Vec<Pair>) -> Self {
        Self { pairs, by_key: OnceLock::new() }
    }
}

impl Deref for Entries {
    type Target = [Pair];

    fn deref(&self) -> &[Pair] {
        &self.pairs
    }
}

impl<'a> IntoIterator for &'a Entries {
    type Item = &'a Pair;
    type IntoIter = std::slice::Iter<'a, Pair>;

    fn into_iter(self) -> Self::IntoIter {
        self.pairs.iter()
    }
}

impl PartialEq for Entries {
    fn eq(&self, other: &Self) -> bool {
        self.pairs == other.pairs
    }
}

impl Node {
    /// Returns the text of a scalar.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Returns whether it is empty, `~` or `null` without quotes, which always mean null.
    pub(crate) fn is_null(&self) -> bool {
        matches!(&self.kind, NodeKind::Scalar { text, style: Style::Plain } if is_null(text))
    }

    /// Returns the entries of a map; empty for other values.
    pub(crate) fn entries(&self) -> &[Pair] {
        match &self.kind {
            NodeKind::Map { entries, .. } => entries,
            _ => &[],
        }
    }

    /// Returns the items of a list; empty for other values.
    pub(crate) fn items(&self) -> &[Node] {
        match &self.kind {
            NodeKind::Seq { items, .. } => items,
            _ => &[],
        }
    }

    /// Returns the first entry with this key.
    pub(crate) fn entry(&self, key: &str) -> Option<&Pair> {
        let NodeKind::Map { entries, .. } = &self.kind else { return None };
        entries.get(entries.position(key)?)
    }

    /// Returns the value one step down: at a key of a map or a position of a list.
    pub(crate) fn child(&self, step: &str) -> Option<&Self> {
        match &self.kind {
            NodeKind::Scalar { .. } => None,
            NodeKind::Map { .. } => self.entry(step).map(|entry| &entry.value),
            NodeKind::Seq { items, .. } => items.get(position(step)?),
        }
    }
}

/// Returns whether an unquoted text means null.
pub(crate) fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// Parses a list position in a pointer: decimal, without leading zeros.
pub(crate) fn position(step: &str) -> Option<usize> {
    let position: usize = step.parse().ok()?;
    (position.to_string() == step).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equal_keys_is_found_in_small_and_large_maps() {
        for count in [3, 17, 1000] {
            let pair = |key: String, at: usize| {
                let kind = NodeKind::Scalar { text: SmolStr::default(), style: Style::Plain };
                Pair {
                    key: key.into(),
                    key_span: Span::at(at),
                    value: Node { span: Span::at(at), kind, aliased: false },
                }
            };
            let keys = (0..count).map(|number| format!("key-{}", number * 7 % count));
            let twice: Vec<Pair> = keys.clone().chain(keys).enumerate().map(|(at, key)| pair(key, at)).collect();
            let entries = Entries::from(twice);
            for position in 0..count {
                assert_eq!(entries.position(&entries[position].key), Some(position), "of {count}");
            }
            assert_eq!(entries.position("key"), None);
            assert_eq!(entries.position("zoo"), None);
        }
    }
}
