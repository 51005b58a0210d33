//! Migrating packs of older formats to the current one.
//!
//! `docs/formats.md` documents the formats. A migration changes as few bytes as possible, so that comments are
//! preserved.

use crate::draft::{Draft, Found};
use crate::edit::write::{Where, scalar};
use crate::edit::{Edit, Splice};
use crate::header::FORMAT;
use crate::source::tree::{Layout, Node, NodeKind, Style};
use crate::text::{Pointer, Span};

/// Returns the format of a pack, if it is an older one.
pub fn older(draft: &Draft) -> Option<u32> {
    let said = draft.header("format").and_then(|format| format.as_u64());
    // Without `format`, the current one is assumed, unless `requires` is a list as in format 1.
    let listed = || draft.header("requires").filter(serde_json::Value::is_array).map(|_| 1);
    let format = said.or_else(listed)?;
    u32::try_from(format).ok().filter(|format| (1..FORMAT).contains(format))
}

/// Returns the edit that migrates a pack to the current format. Empty if the pack has this format or a newer one, or if
/// its header cannot be edited.
pub fn edit(draft: &Draft) -> Edit {
    let key = Pointer::root().child("requires");
    let listed = |draft: &Draft| draft.header("requires").is_some_and(|requires| requires.is_array());
    if older(draft).is_none() {
        return Edit::default();
    }
    let mut splices = draft.find(&key).and_then(|found| requires(draft, &found)).unwrap_or_default();
    let format = draft.find(&Pointer::root().child("format"));
    splices.extend(format.map(|found| Splice { file: found.file, span: found.span, text: FORMAT.to_string() }));
    splices.sort_by_key(|splice| splice.span);
    let edit = Edit::from(splices);
    let mut after = draft.clone();
    let done = !after.apply(&edit).is_empty() && !listed(&after) && older(&after).is_none();
    if done { edit } else { Edit::default() }
}

/// Migrates format 1 to 2: turns the list of required packs into a map.
fn requires(draft: &Draft, found: &Found<'_>) -> Option<Vec<Splice>> {
    let (file, base, node) = (found.file, found.base, found.node?);
    let text = draft.text(file);
    let NodeKind::Seq { layout, items } = &node.kind else { return None };
    let span_of = |item: &Node| item.span().shifted(base);
    let splice = |start: usize, end: usize, text: String| Splice { file, span: Span::new(start, end), text };
    let mut splices = Vec::new();
    if *layout == Layout::Flow {
        let span = node.span().shifted(base);
        splices.push(splice(span.start, span.start + 1, "{".to_owned()));
        for item in items {
            let span = span_of(item);
            splices.push(splice(span.start, span.end, entry(item)?));
        }
        splices.push(splice(span.end - 1, span.end, "}".to_owned()));
        return Some(splices);
    }
    for item in items {
        let span = span_of(item);
        let dash = text[..span.start].rfind('-')?;
        let line = text[..dash].rfind('\n').map_or(0, |newline| newline + 1);
        // Dashes may be in the column of their key; nested keys may not.
        let indent = if line == dash { "  " } else { "" };
        let comments = text[span.range()].lines().filter_map(|line| Some(&line[line.find(" #")?..]));
        let comments: Vec<&str> = comments.map(str::trim_end).collect();
        splices.push(splice(dash, span.end, format!("{indent}{}{}", entry(item)?, comments.concat())));
    }
    Some(splices)
}

/// Formats a required pack with its versions as in format 2.
fn entry(item: &Node) -> Option<String> {
    let known = item.entries().iter().all(|entry| matches!(entry.key.as_str(), "pack" | "version"));
    let pack = item.child("pack").filter(|_| known)?.text().filter(|id| !id.is_empty())?;
    let version = item.child("version").and_then(Node::text).filter(|version| !version.is_empty()).unwrap_or("*");
    Some(format!("{}: {}", scalar(pack, Style::Plain, Where::Flow), scalar(version, Style::Plain, Where::Flow)))
}
