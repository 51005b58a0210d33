//! Markdown descriptions of fields and records, for hover and completion.

use foeman_schema::draft::Draft;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::RecordKey;
use serde_json::Value;

/// Describes a field: its documentation, its constraints, then the words of a choice.
pub fn about(field: Field) -> String {
    let mut text = field.doc().replace('\n', " ");
    let facts = field.facts().into_iter().map(|(name, fact)| format!("- {name}: {}", escaped(&fact)));
    push(&mut text, &facts.collect::<Vec<_>>().join("\n"));
    if let FieldKind::Choice(words) = field.kind() {
        let said = words.iter().filter(|word| !word.doc.is_empty());
        let said: Vec<String> =
            said.map(|word| format!("- `{}`: {}", word.value, word.doc.replace('\n', " "))).collect();
        push(&mut text, &said.join("\n"));
    }
    text
}

/// The expected type of a field in a few words, for completion lists.
pub fn in_short(field: Field) -> String {
    match field.kind() {
        FieldKind::Choice(words) if words.len() > 5 => format!("one of {} words", words.len()),
        _ => field.expected().replace('`', ""),
    }
}

/// Describes a record: title, path, description and scalar values, including inherited ones.
pub fn record(draft: &Draft, key: &RecordKey) -> String {
    let title = draft.title_of_record(key).unwrap_or(&key.id);
    let mut text = format!("**{}** `{key}`", escaped(title));
    let record = draft.merged(key).unwrap_or_default();
    if let Some(about) = record.get("about").and_then(Value::as_str) {
        push(&mut text, &escaped(about.trim()));
    }
    push(
        &mut text,
        &values(&record).into_iter().map(|(key, value)| format!("- {key}: `{value}`")).collect::<Vec<_>>().join("\n"),
    );
    text
}

/// The maximum number of values to list for a record.
const TOLD: usize = 12;

/// Returns the values of a record that fit on one line, without its title and description.
pub fn values(record: &Value) -> Vec<(&str, String)> {
    let fields = record.as_object().into_iter().flatten();
    let fields = fields.filter(|(key, _)| !matches!(key.as_str(), "title" | "name" | "about"));
    let short = fields.filter_map(|(key, value)| {
        let text = inline(value);
        (text.len() <= 80 && !text.contains('\n') && !text.is_empty()).then_some((key.as_str(), text))
    });
    short.take(TOLD).collect()
}

/// Formats a value on one line, in flow style.
pub fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let entries = map.iter().map(|(key, value)| format!("{key}: {}", inline(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Adds a paragraph.
pub fn push(text: &mut String, paragraph: &str) {
    if !text.is_empty() && !paragraph.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(paragraph);
}

/// Escapes Markdown.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '#') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}
