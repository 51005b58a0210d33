//! Where a person would mend a text that the parser refuses, and what is said there.
//!
//! The parser stops where a text can no longer be read, often lines below the fault: a quote that is not closed takes in
//! what follows up to the next quote. Here the lines are gone through once more as people read them, by indentation, and
//! the first that cannot be meant as it stands is the cause. Whatever is not certain is left to the parser.

mod block;

mod flow;

mod quoted;

use crate::text::Span;

/// The cause of a fault.
#[derive(Debug)]
pub(super) struct Cause {
    /// What a person would mend.
    pub(super) span: Span,
    /// What was expected and found there, and the remedy.
    pub(super) message: String,
}

/// What goes well, or what stops the search: a cause, or nothing where the parser says it better.
type Step<T> = Result<T, Option<Cause>>;

/// The longest line that is written out corrected in a remedy.
const SHOWN: usize = 40;

/// The cause of a fault that the parser found when it had read up to this offset.
pub(super) fn cause(text: &str, read: usize) -> Option<Cause> {
    let mut scan = Scan { text, at: 0, levels: Vec::new(), before: Before::Nothing };
    scan.run().err().flatten().filter(|found| found.span.start <= read)
}

/// Goes through a text line by line.
struct Scan<'a> {
    text: &'a str,
    /// Where the next line starts.
    at: usize,
    /// The maps and lists around that line, from the outside in.
    levels: Vec<Level<'a>>,
    /// How the lines above it end.
    before: Before<'a>,
}

/// A map or list by indentation.
struct Level<'a> {
    column: usize,
    kind: Kind,
    /// The key read last, of a map.
    key: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Keys,
    Dashes,
}

/// What stands above a line.
#[derive(Clone, Copy)]
enum Before<'a> {
    /// Nothing.
    Nothing,
    /// A key or dash whose value begins below it; the key.
    Open(Option<&'a str>),
    /// A value that is over.
    Whole,
    /// Text that may go on.
    Plain,
    /// A line without a colon, which is text that may go on or a key whose colon is missing.
    Bare(Bare<'a>),
}

/// A line without a colon.
#[derive(Clone, Copy)]
struct Bare<'a> {
    start: usize,
    line: &'a str,
    /// The key whose value begins with it.
    owner: Option<&'a str>,
    column: usize,
    /// Whether a comment follows it.
    commented: bool,
}

/// Where a line ends, without its line end.
fn line_end(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |at| from + at)
}

/// A cause at some bytes.
fn at(span: Span, message: impl Into<String>) -> Option<Cause> {
    Some(Cause { span, message: message.into() })
}

/// A cause at the text from `start` on.
fn marked(start: usize, text: &str, message: impl Into<String>) -> Option<Cause> {
    at(Span::new(start, start + text.len()), message)
}

/// Whether a line, without its indentation, begins a comment.
fn is_comment(content: &str) -> bool {
    content.starts_with('#')
}

/// Whether nothing but a comment stands in the rest of a line.
fn is_over(rest: &str) -> bool {
    let content = rest.trim_start_matches([' ', '\t']);
    content.is_empty() || (is_comment(content) && content.len() < rest.len())
}

/// A text without the comment at its end.
fn without_comment(text: &str) -> &str {
    text.find(" #").map_or(text, |at| &text[..at]).trim_end()
}

/// The bare key that a line begins with, up to its colon.
fn bare_key(content: &str) -> Option<&str> {
    let content = without_comment(content);
    let end = content.find(": ").or_else(|| content.strip_suffix(':').map(str::len))?;
    Some(content[..end].trim_end())
}

/// Whether a line begins with a key as packs have them: one word and a colon.
fn begins_entry(content: &str) -> bool {
    bare_key(content).is_some_and(|key| !key.is_empty() && key.bytes().all(is_word))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

fn is_dash(content: &str) -> bool {
    content == "-" || content.starts_with("- ")
}

/// Says that a line lacks its colon, or the blank after it.
fn missing_colon(start: usize, line: &str) -> Option<Cause> {
    let line = without_comment(line);
    let write = |text: String| if text.len() <= SHOWN { format!("; write `{text}`") } else { String::new() };
    let word = line.bytes().take_while(|byte| is_word(*byte)).count();
    let (key, rest) = line.split_at(word);
    if let Some(value) = rest.strip_prefix(':').filter(|value| word > 0 && !value.starts_with("//")) {
        let remedy = write(format!("{key}: {value}"));
        let message = format!("expected a blank after the colon, but found none{remedy}");
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
    marked(start, line, format!("expected a key with a colon, but found {found}{remedy}"))
}
