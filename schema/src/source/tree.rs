//! Values as they are written, with byte spans relative to the text that was parsed.

use std::ops::Deref;
use std::sync::OnceLock;

use smol_str::SmolStr;

use crate::text::Span;

/// A value as it is written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node {
    /// The bytes of the value: quotes, brackets and block headers included, comments and line ends not.
    pub(crate) span: Span,
    /// What it is.
    pub(crate) kind: NodeKind,
    /// Whether it was copied from an anchor; its text stands elsewhere and is not edited here.
    pub(crate) aliased: bool,
}

/// What a value is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum NodeKind {
    /// Text, not yet typed.
    Scalar {
        /// The text with quotes, escapes and folding undone.
        text: SmolStr,
        /// How it is written.
        style: Style,
    },
    /// Keys and values.
    Map {
        /// How it is written.
        layout: Layout,
        /// In the order written; a key may stand twice.
        entries: Entries,
    },
    /// A list.
    Seq {
        /// How it is written.
        layout: Layout,
        /// In order.
        items: Vec<Node>,
    },
}

impl NodeKind {
    /// Keys and values that are complete, and so need no room for more: trees are kept as long as a draft is.
    pub(crate) fn map(layout: Layout, mut entries: Vec<Pair>) -> Self {
        entries.shrink_to_fit();
        Self::Map { layout, entries: Entries::from(entries) }
    }

    /// A list that is complete.
    pub(crate) fn seq(layout: Layout, mut items: Vec<Node>) -> Self {
        items.shrink_to_fit();
        Self::Seq { layout, items }
    }
}

/// How a scalar is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Bare.
    Plain,
    /// In `'`.
    Single,
    /// In `"`.
    Double,
    /// A `|` block; `content` are the bytes of its lines, from the first character to before the last line end.
    Literal {
        /// The lines.
        content: Span,
    },
    /// A `>` block.
    Folded,
}

/// How a collection is written.
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
    /// The key's text.
    pub(crate) key: SmolStr,
    /// The key's bytes.
    pub(crate) key_span: Span,
    /// The value; an empty plain scalar where nothing is written.
    pub(crate) value: Node,
}

/// The entries of a map, found by key in logarithmic time where there are many.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    pairs: Vec<Pair>,
    /// Positions in the order of keys; made at the first look-up in a map of more than [`FEW`].
    by_key: OnceLock<Box<[u32]>>,
}

/// So many entries are searched one by one.
const FEW: usize = 16;

impl Entries {
    /// Adds an entry at the end.
    pub(crate) fn push(&mut self, pair: Pair) {
        self.by_key = OnceLock::new();
        self.pairs.push(pair);
    }

    /// The position of the first entry with this key.
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

    /// The entries, to be changed.
    #[cfg(test)]
    pub(crate) fn pairs_mut(&mut self) -> &mut Vec<Pair> {
        self.by_key = OnceLock::new();
        &mut self.pairs
    }

    /// The entries alone.
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
    /// The scalar's text, if it is a scalar.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Whether it is written as nothing, `~` or `null`: these mean null wherever they stand unquoted.
    pub(crate) fn is_null(&self) -> bool {
        matches!(&self.kind, NodeKind::Scalar { text, style: Style::Plain } if is_null(text))
    }

    /// The entries of a map; none for anything else.
    pub(crate) fn entries(&self) -> &[Pair] {
        match &self.kind {
            NodeKind::Map { entries, .. } => entries,
            _ => &[],
        }
    }

    /// The items of a list; none for anything else.
    pub(crate) fn items(&self) -> &[Node] {
        match &self.kind {
            NodeKind::Seq { items, .. } => items,
            _ => &[],
        }
    }

    /// The first entry with this key.
    pub(crate) fn entry(&self, key: &str) -> Option<&Pair> {
        let NodeKind::Map { entries, .. } = &self.kind else { return None };
        entries.get(entries.position(key)?)
    }

    /// The value one step down: at a key of a map or a position of a list.
    pub(crate) fn child(&self, step: &str) -> Option<&Self> {
        match &self.kind {
            NodeKind::Scalar { .. } => None,
            NodeKind::Map { .. } => self.entry(step).map(|entry| &entry.value),
            NodeKind::Seq { items, .. } => items.get(position(step)?),
        }
    }
}

/// Whether an unquoted text means null.
pub(crate) fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// A list position as pointers write it: decimal, without leading zeros.
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
