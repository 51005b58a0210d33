//! Comments that allow what checks find: `# foeman: allow same-title -- both are called so in the book`.
//!
//! Such a comment stands above a key or an item, or at the end of its line, and is about that key or item with all that
//! belongs to it. It names the checks, and gives a reason.

use crate::draft::Draft;
use crate::source::tree::NodeKind;
use crate::text::{FileId, Span};

/// What a comment to the program begins with, after `#` and blanks.
pub(crate) const MARK: &str = "foeman:";

/// It may stand before the first line and is no part of it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A comment to the program, well written or not; spans are bytes of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Allow {
    /// The file.
    pub(crate) file: FileId,
    /// From the `#` to the end of the comment.
    pub(crate) span: Span,
    /// Why it cannot be understood, if it cannot: what was expected, what was found.
    pub(crate) fault: Option<String>,
    /// The names of checks, each with its place.
    pub(crate) checks: Vec<(String, Span)>,
    /// Whether it gives a reason.
    pub(crate) has_reason: bool,
    /// What it is about: empty where nothing follows.
    pub(crate) covers: Span,
    /// The value below its line, whether it is about that one or not.
    pub(crate) below: Span,
    /// What goes when the comment goes: its line, or the comment with the blanks before it.
    pub(crate) whole: Span,
}

/// All comments to the program, in the order of the files.
pub(crate) fn allows(draft: &Draft) -> Vec<Allow> {
    let mut allows: Vec<Allow> = Vec::new();
    for file in draft.files() {
        let text = draft.text(file);
        // Few files have any, and this is quickly asked.
        if !text.contains(MARK) {
            continue;
        }
        let comments = text.match_indices(MARK).filter_map(|(at, _)| comment_at(text, at));
        let comments = comments.filter(|hash| !is_in_text(draft, file, *hash));
        // Comments above the same line are about the same value.
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

/// Where the comment begins whose first word stands at an offset.
fn comment_at(text: &str, at: usize) -> Option<usize> {
    let before = text[..at].trim_end_matches([' ', '\t']);
    let front = before.strip_suffix('#')?;
    let begins = front.is_empty() || front.ends_with([' ', '\t', '\n', BYTE_ORDER_MARK]);
    begins.then_some(front.len())
}

/// Whether an offset lies within a quoted text or a block of text.
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
        allow.fault = Some(format!("expected `allow` after `{MARK}`, but found `{word}`"));
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
        allow.fault = Some("expected the codes of checks after `allow`, but found none".to_owned());
    }
    allow
}

/// The line that an offset lies on, with its end.
fn line_at(text: &str, at: usize) -> Span {
    let first = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let start = text[..at].rfind('\n').map_or(first, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1);
    Span::new(start, end)
}

/// The first line from an offset on that is neither blank nor a comment.
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

/// A line with all that belongs to what begins there: the lines after it that are indented further, and those of its
/// list or its closing bracket at the same indentation.
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
