//! Errors in the text of a file.

use crate::text::Span;

/// An error in a text; spans are relative to that text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SyntaxError {
    /// The location of the error.
    pub(crate) span: Span,
    /// An `expected ..., found ...` message.
    pub(crate) message: String,
    /// The kind of error.
    pub(crate) kind: SyntaxErrorKind,
    /// Replacements that would make the text readable, if known.
    pub(crate) instead: Vec<(Span, String)>,
}

/// The kinds of errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SyntaxErrorKind {
    /// Invalid YAML, or a feature that is not supported.
    Syntax,
    /// Possibly valid together with the following text: brackets are closed later.
    Torn,
    /// An alias without a preceding anchor, which may be elsewhere in the file.
    Anchor,
    /// Valid, but not indented like the records around it.
    Misplaced,
    /// A limit is exceeded.
    Limit,
}
