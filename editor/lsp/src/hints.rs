//! Inlay hints: the values a record inherits, next to its `extends`.

use foeman_schema::text::{FileId, Pointer, RecordKey};
use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, MarkupContent, MarkupKind, Range};
use serde_json::Value;

use super::prose;
use super::snapshot::Snapshot;

/// The maximum length of a hint in characters; the tooltip shows the rest.
const SHOWN: usize = 70;

/// Returns the hints in a range of a file.
pub fn in_range(snapshot: &Snapshot, file: FileId, range: Range) -> Vec<InlayHint> {
    let draft = &*snapshot.draft;
    let (lines, text) = (snapshot.lines(file), draft.text(file));
    let span = lines.span(text, range, snapshot.encoding);
    let mut walk = super::position::Walk::new(&lines, text, snapshot.encoding);
    let records = draft.records_in(file);
    let seen = records.iter().filter(|(_, _, whole)| whole.span.end >= span.start && whole.span.start <= span.end);
    let mut hints = Vec::new();
    for (key, name, _) in seen {
        // If several records have the same id, the first one counts.
        let extends: Pointer = key.pointer().child("extends");
        let first = draft.key_place(&key.pointer()) == Some(*name);
        let Some(place) = draft.place(&extends).filter(|_| first && draft.defined(&extends)) else { continue };
        let inherited = inherited(snapshot, key);
        if inherited.is_empty() {
            continue;
        }
        let said: Vec<String> = inherited.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        let said = said.join(", ");
        let label = match said.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &said[..end]),
            None => said,
        };
        let list: Vec<String> = inherited.iter().map(|(key, value)| format!("- {key}: `{value}`")).collect();
        let tooltip = MarkupContent { kind: MarkupKind::Markdown, value: format!("Inherited:\n\n{}", list.join("\n")) };
        hints.push(InlayHint {
            position: walk.position(place.span.end),
            label: InlayHintLabel::String(label),
            kind: None,
            text_edits: None,
            tooltip: Some(InlayHintTooltip::MarkupContent(tooltip)),
            padding_left: Some(true),
            padding_right: None,
            data: None,
        });
    }
    hints
}

/// Returns the inherited values that a record does not override.
fn inherited(snapshot: &Snapshot, key: &RecordKey) -> Vec<(String, String)> {
    let draft = &*snapshot.draft;
    let (Some(own), Some(Value::Object(all))) = (draft.raw(key), draft.merged(key)) else { return Vec::new() };
    let fields = all.iter().filter(|(name, value)| own.get(name.as_str()).is_none() && !value.is_null());
    fields.map(|(name, value)| (name.clone(), prose::inline(value).replace('\n', " "))).collect()
}
