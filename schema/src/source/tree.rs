//! Values as they are written, with byte spans relative to the text that was parsed.

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
        entries: Vec<Pair>,
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
        Self::Map { layout, entries }
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
        self.entries().iter().find(|entry| entry.key == key)
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
