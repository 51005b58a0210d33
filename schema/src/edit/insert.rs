//! Inserting keys, items, records and sections.

use serde_json::Value;

use super::Splice;
use super::replace;
use super::spot::{Spot, column, eol, line_end, line_start};
use super::write;
use crate::draft::Draft;
use crate::header;
use crate::source::tree::{Layout, Node, NodeKind, Style, position};
use crate::source::{Body, Section, is_header_key};
use crate::text::{FileId, RecordKey, Span};

/// Inserts a key into the map at a spot, or an item into the list there; an empty value becomes a map.
pub(super) fn child(spot: &Spot<'_>, key: &str, value: &Value) -> Option<Splice> {
    if spot.node.is_aliased() {
        return None;
    }
    match &spot.node.kind {
        NodeKind::Map { layout: Layout::Flow, entries } => {
            let text = write::inline(&super::one_key(key, value.clone()));
            let last = entries.last().map(|entry| {
                let key = entry.key_span().shifted(spot.base);
                entry.value.span().shifted(spot.base).end.max(super::spot::colon_end(spot.text, key))
            });
            Some(into_brackets(spot, last, &text[1..text.len() - 1]))
        }
        NodeKind::Seq { layout: Layout::Flow, items } => {
            (position(key)? == items.len()).then_some(())?;
            let last = items.last().map(|item| item.span().shifted(spot.base).end);
            Some(into_brackets(spot, last, &write::inline(value)))
        }
        NodeKind::Map { layout: Layout::Block, entries } => {
            let indent = column(spot.text, entries.first()?.key_span().start + spot.base);
            let line = write::entry(key, value, indent, spot.eol());
            Some(line_after(spot, indent, &line))
        }
        NodeKind::Seq { layout: Layout::Block, items } => {
            (position(key)? == items.len()).then_some(())?;
            let indent = column(spot.text, spot.span().start);
            let line = format!("-{}", write::after_dash(value, indent, spot.eol()));
            Some(line_after(spot, indent, &line))
        }
        NodeKind::Scalar { .. } if spot.node.is_null() => replace::value(spot, &super::one_key(key, value.clone())),
        NodeKind::Scalar { .. } => None,
    }
}

/// Inserts an item before the one at a position of the list at a spot.
pub(super) fn item(spot: &Spot<'_>, at: usize, value: &Value) -> Option<Splice> {
    let NodeKind::Seq { layout, items } = &spot.node.kind else { return None };
    if spot.node.is_aliased() {
        return None;
    }
    let spans = items.iter().map(|item| item.span().shifted(spot.base));
    if *layout == Layout::Flow {
        let start = spans.clone().nth(at)?.start;
        return Some(spot.splice(start, start, format!("{}, ", write::inline(value))));
    }
    let dash = super::remove::with_dashes(spot, spans)?.get(at)?.start;
    let indent = column(spot.text, dash);
    let eol = spot.eol();
    let text = format!("-{}{eol}{}", write::after_dash(value, indent, eol), " ".repeat(indent));
    Some(spot.splice(dash, dash, text))
}

/// Appends items to the list at a spot, one per line unless it is in brackets; `None` if the value is not a list. An
/// empty or missing list gets block style.
pub(super) fn items(spot: &Spot<'_>, items: &[Value]) -> Option<Splice> {
    if spot.node.is_aliased() {
        return None;
    }
    let eol = spot.eol();
    match &spot.node.kind {
        NodeKind::Seq { layout: Layout::Block, .. } => {
            let indent = column(spot.text, spot.span().start);
            Some(line_after(spot, indent, &write::lines(items, indent, eol)))
        }
        NodeKind::Seq { items: there, .. } if !there.is_empty() || spot.in_flow => {
            let last = there.last().map(|item| item.span().shifted(spot.base).end);
            let text: Vec<_> = items.iter().map(write::inline).collect();
            Some(into_brackets(spot, last, &text.join(", ")))
        }
        NodeKind::Map { .. } => None,
        NodeKind::Scalar { .. } if !spot.node.is_null() || spot.in_flow => None,
        _ => {
            let (indent, span) = (spot.indent + 2, spot.span());
            let start = spot.key.map(|_| spot.after_key())?;
            let text = format!("{eol}{}{}", write::blanks(indent), write::lines(items, indent, eol));
            Some(spot.splice(start, span.end.max(start), text))
        }
    }
}

/// Inserts a key with a list of these items into the map at a spot.
pub(super) fn list(spot: &Spot<'_>, key: &str, items: &[Value]) -> Option<Splice> {
    match &spot.node.kind {
        NodeKind::Map { layout: Layout::Block, entries } if !spot.node.is_aliased() => {
            let (indent, eol) = (column(spot.text, entries.first()?.key_span().start + spot.base), spot.eol());
            let name = write::scalar(key, Style::Plain, write::Where::Block);
            let lines = write::lines(items, indent + 2, eol);
            Some(line_after(spot, indent, &format!("{name}:{eol}{}{lines}", write::blanks(indent + 2))))
        }
        _ => child(spot, key, &Value::Array(items.to_vec())),
    }
}

/// Inserts a record after the last one of its catalog.
pub(super) fn record(draft: &Draft, key: &RecordKey, value: &Value, into: Option<FileId>) -> Option<Splice> {
    let files = draft.files().filter(|file| into.is_none_or(|into| into == *file));
    let holders = files.flat_map(|file| {
        draft
            .file(file)
            .sections
            .iter()
            .filter(|section| section.key == key.catalog)
            .map(move |section| (file, section))
    });
    let Some((file, section)) = holders.last() else {
        return new_section(draft, key, value, into.unwrap_or(draft.header_file()));
    };
    let text = draft.text(file);
    match &section.body {
        Body::Cut(parts) => {
            let last = parts.last()?;
            let indent = column(text, last.key_span().start + last.span.start);
            let line = write::record(&key.id, value, indent, eol(text));
            let spot = Spot {
                file,
                text,
                base: last.span.start,
                node: last.value()?,
                key: Some(last.entry()?.key_span().shifted(last.span.start)),
                in_flow: false,
                indent,
            };
            let apart = parts.len() > 1 && stands_apart(text, last.key_span().start + last.span.start);
            Some(line_after_gap(&spot, indent, &line, apart))
        }
        Body::Whole(part) => {
            let node = part.value()?;
            let base = part.span.start;
            let spot = Spot { file, text, base, node, key: Some(section.key_span), in_flow: false, indent: 0 };
            if node.is_null() {
                return Some(first_record(&spot, section, key, value));
            }
            match &node.kind {
                NodeKind::Map { layout: Layout::Block, entries } if !node.is_aliased() => {
                    let keys: Vec<usize> = entries.iter().map(|entry| entry.key_span().start + base).collect();
                    let indent = column(text, *keys.first()?);
                    let line = write::record(&key.id, value, indent, eol(text));
                    let apart = keys.len() > 1 && stands_apart(text, *keys.last()?);
                    Some(line_after_gap(&spot, indent, &line, apart))
                }
                _ => child(&spot, &key.id, value),
            }
        }
    }
}

/// Returns whether there is an empty line above a record and its comments.
fn stands_apart(text: &str, key: usize) -> bool {
    let above = text[..line_start(text, key)].lines().rev();
    above.map(str::trim).find(|line| !line.starts_with('#')).is_some_and(str::is_empty)
}

/// Inserts a key after the existing ones of the header.
pub(super) fn header_key(draft: &Draft, key: &str, value: &Value) -> Option<Splice> {
    let file = draft.header_file();
    let source = draft.file(file);
    if source.locked || source.fault.is_some() {
        return None;
    }
    let text = draft.text(file);
    let line = write::entry(key, value, 0, eol(text));
    let order = |name: &str| header::KEYS.iter().position(|key| *key == name);
    let mut before =
        source.sections.iter().filter(|section| is_header_key(&section.key) && order(&section.key) < order(key));
    let Some(section) = before.next_back() else {
        let start = source.sections.first().map_or(text.len(), |section| line_start(text, section.key_span.start));
        let text = if start == text.len() { own_line(text, &line) } else { format!("{line}{}", eol(text)) };
        return Some(Splice { file, span: Span::at(start), text });
    };
    let part = section.whole()?;
    let spot = spot_of(file, text, section, part.value()?, part.span.start);
    Some(line_after(&spot, 0, &line))
}

fn spot_of<'a>(file: FileId, text: &'a str, section: &Section, node: &'a Node, base: usize) -> Spot<'a> {
    Spot { file, text, base, node, key: Some(section.key_span), in_flow: false, indent: 0 }
}

/// Inserts the first record of a catalog whose key exists already.
fn first_record(spot: &Spot<'_>, section: &Section, key: &RecordKey, value: &Value) -> Splice {
    let eol = spot.eol();
    let line = write::record(&key.id, value, 2, eol);
    let span = spot.span();
    // Replaces an explicit `null` or `~`.
    let colon = super::spot::colon_end(spot.text, section.key_span);
    if span.start < span.end {
        return spot.splice(colon, span.end, format!("{eol}  {line}"));
    }
    let end = line_end(spot.text, colon);
    spot.splice(end, end, format!("{eol}  {line}"))
}

/// Inserts a catalog at the end of a file that does not have it yet.
fn new_section(draft: &Draft, key: &RecordKey, value: &Value, file: FileId) -> Option<Splice> {
    let source = draft.file(file);
    if source.locked || source.fault.is_some() {
        return None;
    }
    let text = draft.text(file);
    let eol = eol(text);
    let record = write::record(&key.id, value, 2, eol);
    let blank = if text.trim().is_empty() { "" } else { eol };
    let lines = format!("{}:{eol}  {record}", key.catalog);
    let lines = if text.is_empty() || text.ends_with('\n') {
        format!("{blank}{lines}{eol}")
    } else {
        format!("{eol}{blank}{lines}{eol}")
    };
    Some(Splice { file, span: Span::at(text.len()), text: lines })
}

/// Formats a line to append to a text, which may lack its last line break.
fn own_line(text: &str, line: &str) -> String {
    let eol = eol(text);
    if text.is_empty() || text.ends_with('\n') { format!("{line}{eol}") } else { format!("{eol}{line}{eol}") }
}

/// Inserts a line below the last line of the value at a spot.
fn line_after(spot: &Spot<'_>, indent: usize, line: &str) -> Splice {
    let end = spot.line_end();
    spot.splice(end, end, format!("{}{}{line}", spot.eol(), " ".repeat(indent)))
}

/// Like [`line_after`], with an empty line in between if `apart`.
fn line_after_gap(spot: &Spot<'_>, indent: usize, line: &str, apart: bool) -> Splice {
    let mut splice = line_after(spot, indent, line);
    if apart {
        splice.text.insert_str(0, spot.eol());
    }
    splice
}

/// Inserts text into brackets, after the value that ends at `last` or as the only content.
fn into_brackets(spot: &Spot<'_>, last: Option<usize>, text: &str) -> Splice {
    match last {
        Some(end) => spot.splice(end, end, format!(", {text}")),
        None => {
            let span = spot.span();
            spot.splice(span.start + 1, span.start + 1, text.to_owned())
        }
    }
}
