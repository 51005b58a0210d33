//! Formatting values as YAML: unquoted if all YAML readers agree on the meaning, quoted otherwise.

use serde_json::{Map, Value};

use crate::read::looks_typed;
use crate::source::tree::Style;

/// Maximum length of a collection in brackets on one line.
const INLINE: usize = 72;

/// Formats a key with its value; `indent` is the key's column. The text starts at the key and ends without a line
/// break.
pub(super) fn entry(key: &str, value: &Value, indent: usize, eol: &str) -> String {
    format!("{}:{}", scalar(key, Style::Plain, Where::Block), after_key(value, indent, eol))
}

/// Formats a record: each of its keys is on a separate line even if all would fit on one.
pub(super) fn record(id: &str, value: &Value, indent: usize, eol: &str) -> String {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let id = scalar(id, Style::Plain, Where::Block);
            let inner = indent + 2;
            format!("{id}:{eol}{}{}", blanks(inner), entries(map, inner, eol))
        }
        _ => entry(id, value, indent, eol),
    }
}

/// Formats the text after a key's colon, including the leading space or line break; `indent` is the key's column.
pub(super) fn after_key(value: &Value, indent: usize, eol: &str) -> String {
    let inner = indent + 2;
    match value {
        Value::Object(map) if !fits_inline(value) => format!("{eol}{}{}", blanks(inner), entries(map, inner, eol)),
        Value::Array(items) if !fits_inline(value) => {
            items.iter().map(|item| format!("{eol}{}-{}", blanks(inner), after_dash(item, inner, eol))).collect()
        }
        _ => format!(" {}", one_value(value, inner, eol)),
    }
}

/// Formats the text after a dash, including the leading space; `indent` is the dash's column.
pub(super) fn after_dash(value: &Value, indent: usize, eol: &str) -> String {
    match value {
        Value::Object(map) if !fits_inline(value) => format!(" {}", entries(map, indent + 2, eol)),
        Value::Array(_) if !fits_inline(value) => after_key(value, indent, eol),
        _ => format!(" {}", one_value(value, indent + 2, eol)),
    }
}

/// Formats list items, one per line regardless of length; `indent` is the column of the dashes. The text starts at the
/// first dash.
pub(super) fn lines(items: &[Value], indent: usize, eol: &str) -> String {
    let lines: Vec<_> = items.iter().map(|item| format!("- {}", inline(item))).collect();
    lines.join(&format!("{eol}{}", blanks(indent)))
}

/// Formats a value on one line, with brackets.
pub(super) fn inline(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let entry = |(key, value): (&String, &Value)| {
                format!("{}: {}", scalar(key, Style::Plain, Where::Flow), inline(value))
            };
            format!("{{{}}}", map.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::String(text) => scalar(text, Style::Plain, Where::Flow),
        other => other.to_string(),
    }
}

/// Where a scalar is written: brackets and commas are special only inside brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Where {
    /// Outside brackets.
    Block,
    /// Inside brackets.
    Flow,
}

/// Formats a text in the given style if possible, or else in the simplest style that works.
pub(crate) fn scalar(text: &str, style: Style, place: Where) -> String {
    let printable = text.chars().all(is_printable);
    match style {
        Style::Plain if is_plain(text, place) => text.to_owned(),
        Style::Single if printable => single(text),
        Style::Double => double(text),
        _ if printable && text.contains(['"', '\\']) => single(text),
        _ => double(text),
    }
}

/// Returns whether a text with several lines can be written as a simple `|` block.
pub(super) fn is_block_text(text: &str) -> bool {
    text.strip_suffix('\n').unwrap_or(text).contains('\n') && fits_block(text)
}

/// Like [`is_block_text`], but also accepts a single line.
pub(super) fn fits_block(text: &str) -> bool {
    let body = text.strip_suffix('\n').unwrap_or(text);
    !body.is_empty()
        && !body.ends_with('\n')
        && !body.starts_with([' ', '\t', '\n'])
        && body.split('\n').all(|line| line.chars().all(is_printable) && (line.is_empty() || !line.trim().is_empty()))
}

/// Formats a `|` block from its header on, with its lines at column `indent`.
pub(super) fn literal(text: &str, indent: usize, eol: &str) -> String {
    let header = if text.ends_with('\n') { "|" } else { "|-" };
    format!("{header}{eol}{}{}", blanks(indent), literal_lines(text, indent, eol))
}

/// Formats the lines of a `|` block, starting at the first character.
pub(super) fn literal_lines(text: &str, indent: usize, eol: &str) -> String {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let mut lines = String::new();
    for (number, line) in body.split('\n').enumerate() {
        if number > 0 {
            lines.push_str(eol);
            if !line.is_empty() {
                lines.push_str(&blanks(indent));
            }
        }
        lines.push_str(line);
    }
    lines
}

/// Formats the lines of a map, starting at the first key; `indent` is the column of the keys.
fn entries(map: &Map<String, Value>, indent: usize, eol: &str) -> String {
    let lines: Vec<_> = map.iter().map(|(key, value)| entry(key, value, indent, eol)).collect();
    lines.join(&format!("{eol}{}", blanks(indent)))
}

fn one_value(value: &Value, indent: usize, eol: &str) -> String {
    match value {
        Value::String(text) if is_block_text(text) => literal(text, indent, eol),
        Value::String(text) => scalar(text, Style::Plain, Where::Block),
        _ => inline(value),
    }
}

fn fits_inline(value: &Value) -> bool {
    fn has_block_text(value: &Value) -> bool {
        match value {
            Value::String(text) => text.contains('\n'),
            Value::Array(items) => items.iter().any(has_block_text),
            Value::Object(map) => map.values().any(has_block_text),
            _ => false,
        }
    }
    !has_block_text(value) && inline(value).chars().count() <= INLINE
        || matches!(value, Value::Object(map) if map.is_empty())
        || matches!(value, Value::Array(items) if items.is_empty())
}

pub(super) fn blanks(count: usize) -> String {
    " ".repeat(count)
}

/// Returns whether all YAML readers read a plain scalar as this text.
pub(crate) fn is_plain(text: &str, place: Where) -> bool {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    let opens = match first {
        '-' | '?' | ':' => chars
            .next()
            .is_none_or(|second| second == ' ' || second == '-' || place == Where::Flow && ",[]{}".contains(second)),
        _ => "#,[]{}&*!|>'\"%@`".contains(first),
    };
    !opens
        && text.trim() == text
        && text.chars().all(is_printable)
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && !text.starts_with("...")
        && (place == Where::Block || !text.contains([',', '[', ']', '{', '}', ':']))
        && !looks_typed(text)
}

fn is_printable(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{feff}' | '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
}

fn single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn double(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_printable(c) => out.push(c),
            c if u32::from(c) < 0x100 => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => out.push_str(&format!("\\u{:04x}", u32::from(c))),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_some_reader_would_retype_is_quoted() {
        for text in
            ["no", "Yes", "1e3", "0001", "12", "-3", "1_000", "2026-01-02", "null", "~", "", "0x1f", "12:30", ".5", "="]
        {
            assert_eq!(scalar(text, Style::Plain, Where::Block), format!("\"{text}\""));
        }
        for text in ["-1H", "2D", "1hand", "-2H L+1<3", "Broad sword", "a:b", "é", "-"] {
            let expected = if text == "-" { "\"-\"".to_owned() } else { text.to_owned() };
            assert_eq!(scalar(text, Style::Plain, Where::Block), expected);
        }
    }

    #[test]
    fn quotes_are_chosen_so_that_little_is_escaped() {
        assert_eq!(scalar("say \"hi\": no", Style::Plain, Where::Block), "'say \"hi\": no'");
        assert_eq!(scalar("it's: no", Style::Plain, Where::Block), "\"it's: no\"");
        assert_eq!(scalar("a, b", Style::Plain, Where::Flow), "\"a, b\"");
        assert_eq!(scalar("a\u{7}\n", Style::Single, Where::Block), "\"a\\x07\\n\"");
    }
}
