//! Finds the most likely cause of a YAML syntax error, and words the message for it.
//!
//! The parser stops where it cannot continue, often lines below the mistake: an unclosed quote includes everything up
//! to the next quote. This scanner reads the lines again as people do, by indentation, and reports the first line that
//! cannot be intended as written. If it is not certain, the parser's message is used.

mod block;

mod flow;

mod quoted;

use crate::text::Span;

/// The cause of a syntax error.
#[derive(Debug)]
pub(super) struct Cause {
    /// The text to correct.
    pub(super) span: Span,
    /// An `expected ..., found ...` message with the fix.
    pub(super) message: String,
}

/// The result of a scanning step. The error stops the scan, with the cause if the scanner knows it better than the
/// parser.
type Step<T> = Result<T, Option<Cause>>;

/// Maximum length of a corrected line shown in a message.
const SHOWN: usize = 40;

/// Returns the cause of an error that the parser reported after reading up to this offset.
pub(super) fn cause(text: &str, read: usize) -> Option<Cause> {
    let mut scan = Scan { text, at: 0, levels: Vec::new(), before: Before::Nothing };
    scan.run().err().flatten().filter(|found| found.span.start <= read)
}

/// The line scanner.
struct Scan<'a> {
    text: &'a str,
    /// The start of the next line.
    at: usize,
    /// The maps and lists around that line, outermost first.
    levels: Vec<Level<'a>>,
    /// How the preceding lines end.
    before: Before<'a>,
}

/// A block map or list.
struct Level<'a> {
    column: usize,
    kind: Kind,
    /// The last key of a map.
    key: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Keys,
    Dashes,
}

/// The state before a line.
#[derive(Clone, Copy)]
enum Before<'a> {
    /// Nothing.
    Nothing,
    /// A key or dash whose value begins on a later line; the key.
    Open(Option<&'a str>),
    /// A complete value.
    Whole,
    /// Text that may continue.
    Plain,
    /// A line without a colon: either text that may continue, or a key that lacks its colon.
    Bare(Bare<'a>),
}

/// A line without a colon.
#[derive(Clone, Copy)]
struct Bare<'a> {
    start: usize,
    line: &'a str,
    /// The key whose value begins with this line.
    owner: Option<&'a str>,
    column: usize,
    /// Whether a comment follows on the line.
    commented: bool,
}

/// Returns the end of a line, before its line break.
fn line_end(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |at| from + at)
}

/// Creates a cause at a span.
fn at(span: Span, message: impl Into<String>) -> Option<Cause> {
    Some(Cause { span, message: message.into() })
}

/// Creates a cause at the text from `start` on.
fn marked(start: usize, text: &str, message: impl Into<String>) -> Option<Cause> {
    at(Span::new(start, start + text.len()), message)
}

/// Returns whether a line, without its indentation, is a comment.
fn is_comment(content: &str) -> bool {
    content.starts_with('#')
}

/// Returns whether the rest of a line is empty or a comment.
fn is_over(rest: &str) -> bool {
    let content = rest.trim_start_matches([' ', '\t']);
    content.is_empty() || (is_comment(content) && content.len() < rest.len())
}

/// Returns a text without a comment at its end.
fn without_comment(text: &str) -> &str {
    text.find(" #").map_or(text, |at| &text[..at]).trim_end()
}

/// Returns the unquoted key that a line begins with, up to its colon.
fn bare_key(content: &str) -> Option<&str> {
    let content = without_comment(content);
    let end = content.find(": ").or_else(|| content.strip_suffix(':').map(str::len))?;
    Some(content[..end].trim_end())
}

/// Returns whether a line begins with a typical key of packs: one word and a colon.
fn begins_entry(content: &str) -> bool {
    bare_key(content).is_some_and(|key| !key.is_empty() && key.bytes().all(is_word))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

fn is_dash(content: &str) -> bool {
    content == "-" || content.starts_with("- ")
}

/// Reports a line that lacks its colon, or the space after it.
fn missing_colon(start: usize, line: &str) -> Option<Cause> {
    let line = without_comment(line);
    let write = |text: String| if text.len() <= SHOWN { format!("; write `{text}`") } else { String::new() };
    let word = line.bytes().take_while(|byte| is_word(*byte)).count();
    let (key, rest) = line.split_at(word);
    if let Some(value) = rest.strip_prefix(':').filter(|value| word > 0 && !value.starts_with("//")) {
        let remedy = write(format!("{key}: {value}"));
        let message = format!("expected a space after the colon, found none{remedy}");
        return at(Span::new(start + word, start + word + 1), message);
    }
    let value = rest.trim_start();
    let value = value.strip_prefix('=').unwrap_or(value).trim_start();
    let remedy = match (word > 0, value) {
        (false, _) => String::new(),
        (true, "") => write(format!("{key}:")),
        (true, value) => write(format!("{key}: {value}")),
    };
    let found = crate::text::quoted(line);
    marked(start, line, format!("expected a key with a colon, found {found}{remedy}"))
}
