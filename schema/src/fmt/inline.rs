//! Formatting values on one line, with minimal quoting.

use super::gap::gap;
use crate::edit::write::{self, Where};
use crate::source::after_colon;
use crate::source::tree::{Node, NodeKind, Style};

/// Formats a bracketed value or a word on one line; `None` if it contains comments.
pub(super) fn inline(text: &str, base: usize, node: &Node) -> Option<String> {
    let span = node.span().shifted(base);
    let raw = &text[span.range()];
    if node.aliased {
        return Some(raw.to_owned());
    }
    let between = |from: usize, to: usize| gap(text, from, to).ok().filter(|gap| gap.comments.is_empty());
    let mut at = span.start + usize::from(raw.starts_with(['{', '[']));
    match &node.kind {
        NodeKind::Scalar { style: Style::Literal { .. } | Style::Folded, .. } => None,
        NodeKind::Scalar { text, style: Style::Plain } if text.is_empty() => Some("null".to_owned()),
        NodeKind::Scalar { text, style: Style::Plain } if raw.contains('\n') => Some(match text.contains('\n') {
            true => quoted(text),
            false => text.to_string(),
        }),
        NodeKind::Scalar { style: Style::Plain, .. } => Some(raw.to_owned()),
        NodeKind::Scalar { text, .. } => Some(word(raw, text)),
        NodeKind::Map { entries, .. } => {
            let mut all = Vec::with_capacity(entries.len());
            for entry in entries {
                let key = entry.key_span().shifted(base);
                between(at, key.start).filter(|gap| gap.anchors.is_empty())?;
                let name = word(&text[key.range()], &entry.key);
                let colon = after_colon(text, key);
                at = colon.max(entry.value.span().end + base);
                if is_nothing(&entry.value) {
                    at = colon;
                    all.push(if colon > key.end { format!("{name}: null") } else { name });
                } else {
                    let anchor = anchor(&between(colon, entry.value.span().start + base)?.anchors)?;
                    all.push(format!("{name}: {anchor}{}", inline(text, base, &entry.value)?));
                }
            }
            between(at, span.end)?;
            Some(format!("{{{}}}", all.join(", ")))
        }
        NodeKind::Seq { items, .. } => {
            let mut all = Vec::with_capacity(items.len());
            for item in items {
                let anchor = anchor(&between(at, item.span().start + base)?.anchors)?;
                all.push(format!("{anchor}{}", inline(text, base, item)?));
                at = item.span().end + base;
            }
            between(at, span.end)?;
            Some(format!("[{}]", all.join(", ")))
        }
    }
}

/// Returns whether a value is empty.
pub(super) fn is_nothing(node: &Node) -> bool {
    !node.aliased && node.is_null() && node.text() == Some("")
}

/// Formats a key or value on one line, changing or removing quotes if it has any.
pub(super) fn word(raw: &str, text: &str) -> String {
    if !raw.starts_with(['"', '\'']) {
        return raw.to_owned();
    }
    // Quotes around a special character are easier to read than the character alone.
    let begins = text.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '+');
    if begins && write::is_plain(text, Where::Flow) { text.to_owned() } else { quoted(text) }
}

/// Quotes a text in the style that needs fewer escapes.
fn quoted(text: &str) -> String {
    let double = write::scalar(text, Style::Double, Where::Block);
    let single = write::scalar(text, Style::Single, Where::Block);
    if single.len() < double.len() && single.starts_with('\'') { single } else { double }
}

fn anchor(anchors: &[&str]) -> Option<String> {
    match anchors {
        [] => Some(String::new()),
        [one] => Some(format!("{one} ")),
        _ => None,
    }
}
