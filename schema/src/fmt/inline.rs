//! Formatting values on one line, with minimal quoting.

use std::borrow::Cow;

use super::gap::gap;
use crate::edit::write::{self, Where};
use crate::source::after_colon;
use crate::source::tree::{Node, NodeKind, Style};

/// Formats a bracketed value or a word on one line; `None` if it contains comments.
pub(super) fn inline(text: &str, base: usize, node: &Node) -> Option<String> {
    let mut out = String::with_capacity(node.span().end - node.span().start);
    print(text, base, node, &mut out)?;
    Some(out)
}

fn print(text: &str, base: usize, node: &Node, out: &mut String) -> Option<()> {
    let span = node.span().shifted(base);
    let raw = &text[span.range()];
    if node.is_aliased() {
        out.push_str(raw);
        return Some(());
    }
    let between = |from: usize, to: usize| gap(text, from, to).ok().filter(|gap| gap.comments.is_empty());
    let mut at = span.start + usize::from(raw.starts_with(['{', '[']));
    match &node.kind {
        NodeKind::Scalar { style: Style::Literal { .. } | Style::Folded, .. } => return None,
        NodeKind::Scalar { text, style: Style::Plain } if text.is_empty() => out.push_str("null"),
        NodeKind::Scalar { text, style: Style::Plain } if raw.contains('\n') => match text.contains('\n') {
            true => out.push_str(&quoted(text)),
            false => out.push_str(text),
        },
        NodeKind::Scalar { style: Style::Plain, .. } => out.push_str(raw),
        NodeKind::Scalar { text, .. } => out.push_str(&word(raw, text)),
        NodeKind::Map { entries, .. } => {
            out.push('{');
            for (nth, entry) in entries.iter().enumerate() {
                out.push_str(if nth > 0 { ", " } else { "" });
                let key = entry.key_span().shifted(base);
                between(at, key.start).filter(|gap| gap.anchors.is_empty())?;
                out.push_str(&word(&text[key.range()], &entry.key));
                let colon = after_colon(text, key);
                at = colon.max(entry.value.span().end + base);
                if is_nothing(&entry.value) {
                    at = colon;
                    out.push_str(if colon > key.end { ": null" } else { "" });
                } else {
                    out.push_str(": ");
                    anchor(&between(colon, entry.value.span().start + base)?.anchors, out)?;
                    print(text, base, &entry.value, out)?;
                }
            }
            between(at, span.end)?;
            out.push('}');
        }
        NodeKind::Seq { items, .. } => {
            out.push('[');
            for (nth, item) in items.iter().enumerate() {
                out.push_str(if nth > 0 { ", " } else { "" });
                anchor(&between(at, item.span().start + base)?.anchors, out)?;
                print(text, base, item, out)?;
                at = item.span().end + base;
            }
            between(at, span.end)?;
            out.push(']');
        }
    }
    Some(())
}

/// Returns whether a value is empty.
pub(super) fn is_nothing(node: &Node) -> bool {
    !node.is_aliased() && node.is_null() && node.text() == Some("")
}

/// Formats a key or value on one line, changing or removing quotes if it has any.
pub(super) fn word<'a>(raw: &'a str, text: &'a str) -> Cow<'a, str> {
    if !raw.starts_with(['"', '\'']) {
        return raw.into();
    }
    // Quotes around a special character are easier to read than the character alone.
    let begins = text.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '+');
    if begins && write::is_plain(text, Where::Flow) { text.into() } else { quoted(text).into() }
}

/// Quotes a text in the style that needs fewer escapes.
fn quoted(text: &str) -> String {
    let double = write::scalar(text, Style::Double, Where::Block);
    let single = write::scalar(text, Style::Single, Where::Block);
    if single.len() < double.len() && single.starts_with('\'') { single } else { double }
}

fn anchor(anchors: &[&str], out: &mut String) -> Option<()> {
    match anchors {
        [] => {}
        [one] => {
            out.push_str(one);
            out.push(' ');
        }
        _ => return None,
    }
    Some(())
}
