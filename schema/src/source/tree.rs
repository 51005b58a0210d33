//! Syntax trees of YAML values, with byte spans relative to the parsed text.

use std::ops::Deref;
use std::sync::OnceLock;

use ecow::EcoString;

use crate::text::Span;

/// A value as written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node {
    span: ShortSpan,
    /// The kind of value.
    pub(crate) kind: NodeKind,
}

/// A span in half the memory, since trees live as long as a draft, with a flag. Files over 2 GiB are never parsed.
#[derive(Clone, Copy, PartialEq, Debug)]
struct ShortSpan {
    start: u32,
    /// The end of the span; the highest bit is the flag.
    end: u32,
}

impl ShortSpan {
    const FLAG: u32 = 1 << 31;

    const fn new(span: Span) -> Self {
        Self { start: span.start as u32, end: span.end as u32 & !Self::FLAG }
    }

    const fn flagged(self) -> Self {
        Self { start: self.start, end: self.end | Self::FLAG }
    }

    fn is_flagged(self) -> bool {
        self.end & Self::FLAG != 0
    }

    fn get(self) -> Span {
        Span { start: self.start as usize, end: (self.end & !Self::FLAG) as usize }
    }
}

/// The kind of a value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum NodeKind {
    /// A scalar, not yet typed.
    Scalar {
        /// The text without quotes, escapes and folding.
        text: EcoString,
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
        items: Box<[Node]>,
    },
}

impl NodeKind {
    /// Creates a map from its entries.
    pub(crate) fn map(layout: Layout, entries: impl Into<Box<[Pair]>>) -> Self {
        Self::Map { layout, entries: Entries::from(entries.into()) }
    }

    /// Creates a list from its items.
    pub(crate) fn seq(layout: Layout, items: impl Into<Box<[Node]>>) -> Self {
        Self::Seq { layout, items: items.into() }
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
    /// A `|` block; its lines begin `header` bytes after the start of the value. See [`Node::lines`].
    Literal {
        /// The number of bytes from the `|` to the first character of the lines.
        header: Header,
    },
    /// A `>` block.
    Folded,
}

/// A number of bytes. Not aligned, so that it shares a word with the tags of [`Style`] and [`NodeKind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header([u8; 4]);

impl Header {
    pub(crate) fn new(bytes: usize) -> Self {
        Self((bytes as u32).to_ne_bytes())
    }

    fn bytes(self) -> usize {
        u32::from_ne_bytes(self.0) as usize
    }
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
    pub(crate) key: EcoString,
    key_span: ShortSpan,
    /// The value; an empty plain scalar if there is none.
    pub(crate) value: Node,
}

impl Pair {
    pub(crate) fn new(key: EcoString, key_span: Span, value: Node) -> Self {
        Self { key, key_span: ShortSpan::new(key_span), value }
    }

    /// Returns the bytes of the key.
    pub(crate) fn key_span(&self) -> Span {
        self.key_span.get()
    }
}

/// The entries of a map, with look-ups by key in logarithmic time for large maps.
#[derive(Clone, Debug)]
pub(crate) enum Entries {
    /// At most [`FEW`], which are searched linearly.
    Few(Box<[Pair]>),
    Many(Box<Many>),
}

#[derive(Clone, Debug)]
pub(crate) struct Many {
    pairs: Box<[Pair]>,
    /// Positions sorted by key; created by the first look-up.
    by_key: OnceLock<Box<[u32]>>,
}

/// Up to this number of entries is searched linearly.
const FEW: usize = 16;

impl Entries {
    /// Returns the position of the first entry with this key.
    pub(crate) fn position(&self, key: &str) -> Option<usize> {
        let Many { pairs, by_key } = match self {
            Self::Few(pairs) => return pairs.iter().position(|pair| pair.key == key),
            Self::Many(many) => &**many,
        };
        let order = by_key.get_or_init(|| {
            let mut order: Vec<u32> = (0..pairs.len() as u32).collect();
            order.sort_by_key(|position| &pairs[*position as usize].key);
            order.into_boxed_slice()
        });
        let key_at = |position: u32| &*pairs[position as usize].key;
        let at = *order.get(order.partition_point(|position| key_at(*position) < key))?;
        (key_at(at) == key).then_some(at as usize)
    }

    /// Changes the entries.
    #[cfg(test)]
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Vec<Pair>)) {
        let mut pairs = std::mem::replace(self, Self::Few(Box::default())).into_pairs();
        change(&mut pairs);
        *self = Self::from(pairs.into_boxed_slice());
    }

    pub(crate) fn into_pairs(self) -> Vec<Pair> {
        match self {
            Self::Few(pairs) => pairs.into_vec(),
            Self::Many(many) => many.pairs.into_vec(),
        }
    }
}

impl From<Box<[Pair]>> for Entries {
    fn from(pairs: Box<[Pair]>) -> Self {
        match pairs.len() <= FEW {
            true => Self::Few(pairs),
            false => Self::Many(Box::new(Many { pairs, by_key: OnceLock::new() })),
        }
    }
}

impl Deref for Entries {
    type Target = [Pair];

    fn deref(&self) -> &[Pair] {
        match self {
            Self::Few(pairs) => pairs,
            Self::Many(many) => &many.pairs,
        }
    }
}

impl<'a> IntoIterator for &'a Entries {
    type Item = &'a Pair;
    type IntoIter = std::slice::Iter<'a, Pair>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for Entries {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Node {
    pub(crate) const fn new(span: Span, kind: NodeKind) -> Self {
        Self { span: ShortSpan::new(span), kind }
    }

    /// Creates a copy of an anchored value for the alias at `span`.
    pub(crate) fn alias(span: Span, kind: NodeKind) -> Self {
        Self { span: ShortSpan::new(span).flagged(), kind }
    }

    /// Returns the value with another content at the same place.
    pub(crate) fn with(&self, kind: NodeKind) -> Self {
        Self { span: self.span, kind }
    }

    /// Returns whether it was copied from an anchor; its text is elsewhere and cannot be edited here.
    pub(crate) fn is_aliased(&self) -> bool {
        self.span.is_flagged()
    }

    /// Returns the bytes of the value, including quotes, brackets and block headers, but not comments and line ends.
    pub(crate) fn span(&self) -> Span {
        self.span.get()
    }

    /// Returns the bytes of the lines of a `|` block, from the first character to before the last line end.
    pub(crate) fn lines(&self) -> Option<Span> {
        match self.kind {
            NodeKind::Scalar { style: Style::Literal { header }, .. } => {
                let Span { start, end } = self.span();
                Some(Span::new(start + header.bytes(), end))
            }
            _ => None,
        }
    }

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
    fn trees_are_small() {
        assert!(size_of::<Node>() <= 32 && size_of::<Pair>() <= 56);
    }

    #[test]
    fn the_first_of_equal_keys_is_found_in_small_and_large_maps() {
        for count in [3, 17, 1000] {
            let pair = |key: String, at: usize| {
                let kind = NodeKind::Scalar { text: EcoString::new(), style: Style::Plain };
                Pair::new(key.into(), Span::at(at), Node::new(Span::at(at), kind))
            };
            let keys = (0..count).map(|number| format!("key-{}", number * 7 % count));
            let twice: Vec<Pair> = keys.clone().chain(keys).enumerate().map(|(at, key)| pair(key, at)).collect();
            let entries = Entries::from(twice.into_boxed_slice());
            for position in 0..count {
                assert_eq!(entries.position(&entries[position].key), Some(position), "of {count}");
            }
            assert_eq!(entries.position("key"), None);
            assert_eq!(entries.position("zoo"), None);
        }
    }
}
