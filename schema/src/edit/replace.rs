//! Replacing a value.

use serde_json::Value;

use super::Splice;
use super::spot::{Spot, column, line_end, line_start};
use super::write::{self, Where};
use crate::source::tree::{Layout, NodeKind, Style};

pub(super) fn value(spot: &Spot<'_>, value: &Value) -> Option<Splice> {
    let span = spot.span();
    if spot.in_flow {
        let text = match (value, &spot.node.kind) {
            (Value::String(text), NodeKind::Scalar { style, .. }) => write::scalar(text, *style, Where::Flow),
            _ => write::inline(value),
        };
        return Some(in_place(spot, text));
    }
    let rest_of_line = &spot.text[spot.end()..line_end(spot.text, spot.end())];
    if !rest_of_line.trim().is_empty() && has_lines(value) {
        // A comment after the value would become part of a multi-line block.
        let text = match value {
            Value::String(text) => write::scalar(text, Style::Double, Where::Block),
            _ => write::inline(value),
        };
        return Some(in_place(spot, text));
    }
    match (&spot.node.kind, value) {
        (NodeKind::Scalar { style: Style::Literal { .. }, .. }, Value::String(text)) if write::fits_block(text) => {
            let content = spot.node.lines()?.shifted(spot.base);
            let indent = column(spot.text, content.start);
            let header = spot.text[span.start..content.start].split(|c: char| c.is_whitespace()).next()?;
            let wanted = if text.ends_with('\n') { "|" } else { "|-" };
            if header == wanted && content.start < content.end {
                let lines = write::literal_lines(text, indent, spot.eol());
                return Some(spot.splice(content.start, content.end, lines));
            }
            Some(spot.splice(span.start, span.end, write::literal(text, spot.indent + 2, spot.eol())))
        }
        (NodeKind::Scalar { style: Style::Single | Style::Double | Style::Plain, .. }, Value::String(text))
            if span.start < span.end && !write::is_block_text(text) =>
        {
            let NodeKind::Scalar { style, .. } = spot.node.kind else { return None };
            Some(in_place(spot, write::scalar(text, style, Where::Block)))
        }
        (
            NodeKind::Map { layout: Layout::Flow, .. } | NodeKind::Seq { layout: Layout::Flow, .. },
            Value::Object(_) | Value::Array(_),
        ) => Some(in_place(spot, write::inline(value))),
        _ => Some(rewritten(spot, value)),
    }
}

/// Returns whether a text in the value has several lines.
fn has_lines(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\n'),
        Value::Array(items) => items.iter().any(has_lines),
        Value::Object(map) => map.values().any(has_lines),
        _ => false,
    }
}

/// Rewrites the value after its key or dash.
fn rewritten(spot: &Spot<'_>, value: &Value) -> Splice {
    let span = spot.span();
    let eol = spot.eol();
    if spot.key.is_none() {
        let text = write::after_dash(value, spot.indent, eol);
        let text = if span.start == span.end { text } else { text.trim_start_matches(' ').to_owned() };
        return spot.splice(span.start, span.end, text);
    }
    let text = write::after_key(value, spot.indent, eol);
    let colon = spot.after_key();
    if !text.starts_with(eol) {
        return spot.splice(colon, span.end.max(colon), text);
    }
    // The new lines go below the line of the key, whose comment is kept.
    if span.start == span.end {
        let end = line_end(spot.text, colon);
        return spot.splice(end, end, text);
    }
    let first = line_start(spot.text, span.start);
    if first > colon {
        return spot.splice(first, span.end, text[eol.len()..].to_owned());
    }
    spot.splice(colon, span.end, text)
}

/// Replaces the value with text on one line, or inserts it after the colon if there is no value.
fn in_place(spot: &Spot<'_>, text: String) -> Splice {
    let span = spot.span();
    if span.start < span.end {
        return spot.splice(span.start, span.end, text);
    }
    let at = spot.after_key();
    match spot.key {
        // `{a}` has no colon yet.
        Some(key) if at == key.end => spot.splice(at, at, format!(": {text}")),
        _ => spot.splice(at, at, format!(" {text}")),
    }
}
