//! Words about values and records, in Markdown.

use foeman_schema::draft::Draft;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::RecordKey;
use serde_json::Value;

/// What a value means: its sentences, then what can be said in short, then the words of a choice.
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

/// What is expected of a value, where a list of names has room for it.
pub fn in_short(field: Field) -> String {
    match field.kind() {
        FieldKind::Choice(words) if words.len() > 5 => format!("one of {} words", words.len()),
        _ => field.expected().replace('`', ""),
    }
}

/// A record in short: its title, where it stands, what is said about it, and its plain values, inherited ones too.
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

/// Most values that are told of a record.
const TOLD: usize = 12;

/// The values of a record that fit in a line each, but for those that are told otherwise.
pub fn values(record: &Value) -> Vec<(&str, String)> {
    let fields = record.as_object().into_iter().flatten();
    let fields = fields.filter(|(key, _)| !matches!(key.as_str(), "title" | "name" | "about"));
    let short = fields.filter_map(|(key, value)| {
        let text = inline(value);
        (text.len() <= 80 && !text.contains('\n') && !text.is_empty()).then_some((key.as_str(), text))
    });
    short.take(TOLD).collect()
}

/// A value on one line, as it is written in brackets.
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

/// A text in which nothing is a mark.
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
