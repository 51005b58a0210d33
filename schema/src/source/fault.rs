//! Why a text could not be read.

use crate::text::Span;

/// Why a text could not be read; its span is relative to that text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SyntaxError {
    /// Where.
    pub(crate) span: Span,
    /// What was expected and what was found.
    pub(crate) message: String,
    /// Of what kind.
    pub(crate) kind: SyntaxErrorKind,
    /// What to write instead, and where, if that would be readable.
    pub(crate) instead: Vec<(Span, String)>,
}

/// Kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SyntaxErrorKind {
    /// Not the YAML we read.
    Syntax,
    /// Perhaps readable together with the text around it: brackets close further on.
    Torn,
    /// An alias of a value that has no anchor above it; perhaps one that stands elsewhere.
    Anchor,
    /// Readable, but not indented like the records around it.
    Misplaced,
    /// Too large.
    Limit,
}
