//! Suppression comments: `# foeman: allow same-title -- both have this name in the book`.
//!
//! A suppression comment is written above a key or an item, or at the end of its line, and applies to that key or item
//! with everything below it. It names the checks to suppress and gives a reason.

use crate::draft::Draft;
use crate::source::MARK;
use crate::source::tree::NodeKind;
use crate::text::{FileId, Span};

/// May precede the first line without being part of it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A comment to the program, well-formed or not; spans are bytes of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Allow {
    pub(crate) file: FileId,
    /// From the `#` to the end of the comment.
    pub(crate) span: Span,
    /// A syntax error as an `expected ..., found ...` message, if any.
    pub(crate) fault: Option<String>,
    /// The names of the checks, each with its span.
    pub(crate) checks: Vec<(String, Span)>,
    /// Whether the comment gives a reason.
    pub(crate) has_reason: bool,
    /// The text that the comment applies to; empty if no value follows.
    pub(crate) covers: Span,
    /// The value below the comment's line, whether or not the comment applies to it.
    pub(crate) below: Span,
    /// The span to delete with the comment: its line, or the comment with the spaces before it.
    pub(crate) whole: Span,
}

/// Returns all comments to the program, in file order.
pub(crate) fn allows(draft: &Draft) -> Vec<Allow> {
    let mut allows: Vec<Allow> = Vec::new();
    for file in draft.files() {
        let (source, text) = (draft.file(file), draft.text(file));
        if source.is_plain() || source.po.is_some() {
            continue;
        }
        let comments = text.match_indices(MARK).filter_map(|(at, _)| comment_at(text, at));
        let comments = comments.filter(|hash| !is_in_text(draft, file, *hash));
        // Comments above the same line apply to the same value.
        let mut above: Option<(usize, Option<Span>)> = None;
        for hash in comments {
            let line = line_at(text, hash);
            let first = match above {
                Some((from, first)) if from <= line.end && first.is_none_or(|first| line.end <= first.start) => first,
                _ => next_line(text, line.end),
            };
            let last =
                allows.last().filter(|last| above.is_some_and(|(_, before)| before == first) && last.file == file);
            let below = last.map_or_else(|| covered(text, first), |last: &Allow| last.below);
            above = Some((line.end, first));
            allows.push(read(file, text, hash, below));
        }
    }
    allows
}

/// Returns the start of the comment whose first word is at an offset.
fn comment_at(text: &str, at: usize) -> Option<usize> {
    let before = text[..at].trim_end_matches([' ', '\t']);
    let front = before.strip_suffix('#')?;
    let begins = front.is_empty() || front.ends_with([' ', '\t', '\n', BYTE_ORDER_MARK]);
    begins.then_some(front.len())
}

/// Returns whether an offset is inside a quoted string or a block scalar.
fn is_in_text(draft: &Draft, file: FileId, at: usize) -> bool {
    let Some(found) = draft.pointer_at(file, at).and_then(|pointer| draft.find(&pointer)) else { return false };
    let is_text = found.node.is_some_and(|node| matches!(node.kind, NodeKind::Scalar { .. }));
    is_text && found.file == file && found.span.range().contains(&at)
}

fn read(file: FileId, text: &str, hash: usize, below: Span) -> Allow {
    let line = line_at(text, hash);
    let span = Span::new(hash, line.start + text[line.range()].trim_end().len());
    let alone = text[line.start..hash].trim().is_empty();
    let (covers, whole) = match alone {
        true => (below, line),
        false => {
            let front = text[line.start..hash].trim_end().len();
            (covered(text, Some(line)), Span::new(line.start + front, span.end))
        }
    };
    let mut allow = Allow { file, span, fault: None, checks: Vec::new(), has_reason: false, covers, whole, below };
    let words = text[span.range()].trim_start_matches(['#', ' ', '\t']).strip_prefix(MARK).unwrap_or_default();
    let words = words.trim_start();
    let Some(list) = words.strip_prefix("allow").filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])) else {
        let word = words.split_whitespace().next().unwrap_or_default();
        allow.fault = Some(format!("expected `allow` after `{MARK}`, found `{word}`"));
        return allow;
    };
    let (list, reason) = list.split_once("--").map_or((list, ""), |(list, reason)| (list, reason));
    allow.has_reason = !reason.trim().is_empty();
    let base = list.as_ptr() as usize - text.as_ptr() as usize;
    let mut at = 0;
    for part in list.split([',', ' ', '\t']) {
        if !part.is_empty() {
            allow.checks.push((part.to_owned(), Span::new(base + at, base + at + part.len())));
        }
        at += part.len() + 1;
    }
    if allow.checks.is_empty() {
        allow.fault = Some("expected codes of checks after `allow`, found none".to_owned());
    }
    allow
}

/// Returns the line that contains an offset, including its line end.
fn line_at(text: &str, at: usize) -> Span {
    let first = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let start = text[..at].rfind('\n').map_or(first, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1);
    Span::new(start, end)
}

/// Returns the first line after an offset that is neither blank nor a comment.
fn next_line(text: &str, mut from: usize) -> Option<Span> {
    while from < text.len() {
        let line = line_at(text, from);
        let content = text[line.range()].trim();
        if !content.is_empty() && !content.starts_with('#') {
            return Some(line);
        }
        from = line.end;
    }
    None
}

/// Returns a line with everything that belongs to the value that starts there: the following lines with deeper
/// indentation, and the items of its list or its closing bracket at the same indentation.
fn covered(text: &str, first: Option<Span>) -> Span {
    let Some(first) = first else { return Span::at(text.len()) };
    let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let (indent, is_item) = (depth(&text[first.range()]), text[first.range()].trim_start().starts_with('-'));
    let mut end = first.end;
    let mut from = first.end;
    while from < text.len() {
        let line = line_at(text, from);
        let content = text[line.range()].trim();
        let belongs = depth(&text[line.range()]) > indent
            || depth(&text[line.range()]) == indent
                && (content.starts_with([']', '}']) || (!is_item && content.starts_with("- ")));
        if !content.is_empty() && !content.starts_with('#') {
            if !belongs {
                break;
            }
            end = line.end;
        }
        from = line.end;
    }
    Span::new(first.start, end)
}
