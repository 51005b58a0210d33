//! Compares the content of two YAML files, independent of layout.

use granit_parser::{Event, Parser, ScalarStyle, options};

use super::tree;

/// Returns whether two texts, each parsed as a whole, have the same values, anchors and comments in the same order;
/// `false` if one of them cannot be parsed. `looks_typed` returns whether some reader may read an unquoted text as
/// another type.
///
/// Compares events instead of trees, so that aliases and large files need no memory.
pub(crate) fn same_content(one: &str, other: &str, looks_typed: fn(&str) -> bool) -> bool {
    let (mut one, mut other) = (Words::of(one), Words::of(other));
    loop {
        match (one.next_word(), other.next_word()) {
            (Some(a), Some(b)) if a.is_like(&b, looks_typed) => {}
            (None, None) => break,
            _ => return false,
        }
    }
    one.is_whole && other.is_whole && one.comments == other.comments
}

/// The parser's events, without those that only describe layout.
struct Words<'a> {
    events: Parser<'a, granit_parser::StrInput<'a>>,
    /// All comments so far, without `#`.
    comments: Vec<String>,
    /// Whether the parser has reached the end of the text.
    is_whole: bool,
}

/// The content of an event.
#[derive(Debug)]
enum Word<'a> {
    Null,
    Scalar { text: std::borrow::Cow<'a, str>, plain: bool },
    Other(Event<'a>),
}

impl Word<'_> {
    /// Returns whether both have the same content. Quotes matter if a reader may read the unquoted text as a number, a
    /// date or null.
    fn is_like(&self, other: &Self, looks_typed: fn(&str) -> bool) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Scalar { text: a, plain: was }, Self::Scalar { text: b, plain: is }) => {
                a == b && (was == is || !a.is_empty() && !looks_typed(a))
            }
            (Self::Other(a), Self::Other(b)) => a == b,
            _ => false,
        }
    }
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        let options = options! {
            emit_unresolved_aliases: true,
            emit_anchor_events: true,
            emit_comments: true,
            max_buffered_comment_events: usize::MAX,
        };
        let events = Parser::new_from_str_with_options(text, options);
        Self { events, comments: Vec::new(), is_whole: false }
    }

    fn next_word(&mut self) -> Option<Word<'a>> {
        loop {
            let (event, span) = self.events.next()?.ok()?;
            return Some(match event {
                Event::StreamEnd => {
                    self.is_whole = true;
                    return None;
                }
                Event::Comment(text, _) => {
                    self.comments.push(text.trim_end().to_owned());
                    continue;
                }
                Event::Scalar(text, style, _, None) => {
                    let plain = style == ScalarStyle::Plain;
                    let is_written = span.byte_range().is_none_or(|bytes| !bytes.is_empty());
                    if plain && (!is_written || tree::is_null(&text)) {
                        Word::Null
                    } else {
                        Word::Scalar { text, plain }
                    }
                }
                Event::MappingStart(_, anchor, tag) => Word::Other(Event::MappingStart(DEFAULT, anchor, tag)),
                Event::SequenceStart(_, anchor, tag) => Word::Other(Event::SequenceStart(DEFAULT, anchor, tag)),
                Event::DocumentStart(..) => Word::Other(Event::DocumentStart(false, None)),
                other => Word::Other(other),
            });
        }
    }
}

/// The style given to all collections before they are compared.
const DEFAULT: granit_parser::StructureStyle = granit_parser::StructureStyle::Block;
