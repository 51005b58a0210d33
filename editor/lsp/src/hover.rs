//! Hover texts for keys and values.

use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::{FileId, Pointer, RecordKey};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};
use serde_json::Value;

use super::prose::{self, escaped, inline, push};
use super::snapshot::{Part, Snapshot, Word};
use super::target;

/// Returns the hover text at a position.
pub fn hover(snapshot: &Snapshot, file: FileId, position: Position) -> Option<Hover> {
    let offset = snapshot.offset(file, position);
    let word = snapshot.word_at(file, offset)?;
    let named = target::at(snapshot, file, offset);
    let span = named.as_ref().map_or(word.span, |named| named.span);
    let text = match named {
        Some(named) => meant(snapshot, &named.at),
        None => value(snapshot, &word),
    }?;
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range: Some(snapshot.range(file, span)) })
}

/// Describes the record, or the value at the key of a map.
fn meant(snapshot: &Snapshot, at: &Pointer) -> Option<String> {
    let draft = &*snapshot.draft;
    let (key, steps) = at.record()?;
    if steps.is_empty() {
        let mut text = prose::record(draft, &key);
        if let Some(parent) = draft.extends(&key) {
            push(&mut text, &format!("Extends `{parent}`."));
        }
        return Some(text);
    }
    let record = draft.merged(&key)?;
    let value = steps.iter().try_fold(&record, |value, step| value.get(step))?;
    let title = value.get("title").or_else(|| value.get("name")).and_then(Value::as_str);
    let name = at.last().unwrap_or_default();
    let mut text = format!("**{}** `{name}` of `{key}`", escaped(title.unwrap_or(name)));
    // A key of a legend refers to a record.
    if let (Some(FieldKind::Reference { catalog }), Some(id)) = (draft.field(at).map(Field::kind), value.as_str()) {
        push(&mut text, &prose::record(draft, &RecordKey::new(catalog, id)));
    } else if value.is_object() {
        let values = prose::values(value).into_iter().map(|(key, value)| format!("- {key}: `{value}`"));
        push(&mut text, &values.collect::<Vec<_>>().join("\n"));
    }
    Some(text)
}

/// Describes a value: its documentation, its current value and its default.
fn value(snapshot: &Snapshot, word: &Word) -> Option<String> {
    let draft = &*snapshot.draft;
    let dialect = draft.dialect()?;
    if let ([name], Some(catalog)) = (word.at.parts(), word.at.last().and_then(|name| dialect.catalog(name))) {
        let mut text = format!("**{}**", escaped(catalog.title));
        push(&mut text, Field::record(dialect, name).map(Field::doc).unwrap_or_default());
        push(&mut text, &format!("{} in the pack.", draft.ids(name).count()));
        return Some(text);
    }
    let field = draft.field(&word.at)?;
    let mut text = format!("**{}**", escaped(&field.label()));
    let Some((key, steps)) = word.at.record().filter(|(key, _)| draft.contains(key)) else {
        push(&mut text, &prose::about(field));
        return Some(text);
    };
    let written = draft.raw(&key);
    let here = written.as_ref().and_then(|record| steps.iter().try_fold(record, |value, step| value.get(step)));
    if let (Part::Value, FieldKind::Choice(words), Some(word)) = (word.part, field.kind(), here.and_then(Value::as_str))
    {
        let meaning = words.iter().find(|choice| choice.value == word).map(|choice| choice.doc.replace('\n', " "));
        push(&mut text, &format!("`{word}`: {}", meaning.unwrap_or_default()));
    }
    push(&mut text, &prose::about(field));
    let parent = draft.extends(&key).map(|id| RecordKey::new(&key.catalog, id));
    if let Some(parent) = parent.filter(|_| steps.first().is_some_and(|step| step != "extends")) {
        let record = draft.merged(&parent)?;
        let inherited = steps.iter().try_fold(&record, |value, step| value.get(step));
        match inherited {
            Some(value) => push(&mut text, &format!("`{parent}` has `{}`.", shortened(&inline(value)))),
            None => push(&mut text, &format!("`{parent}` does not have this field.")),
        }
    }
    Some(text)
}

/// Shortens a text to one line.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(100) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
