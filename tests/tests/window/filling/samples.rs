//! Texts to type.

use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::expected::shown;

/// Texts by notation, for fields whose records have the example already; and records to refer to, by catalog and field.
const TEXTS: &str = include_str!("samples.yaml");

/// Returns the option to pick for a field, if it matters.
pub(super) fn wanted(record: &RecordKey, field: Field) -> Option<&'static str> {
    known(&format!("{}/{}", record.catalog, field.name())).next()
}

/// Returns the texts for a key.
fn known(key: &str) -> impl Iterator<Item = &'static str> {
    let start = format!("{key}: \"");
    TEXTS.lines().filter_map(move |line| line.strip_prefix(&start)?.strip_suffix('"'))
}

/// Returns a text for a field that differs from its value.
pub(super) fn sample(field: Field, before: Option<&Value>) -> String {
    let differs = |text: &String| before.or(field.default()).is_none_or(|before| shown(before) != *text);
    let example = field.example().map(|example| match example {
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => shown(other),
    });
    let by_notation = field.notation().into_iter().flat_map(|notation| known(notation.name)).map(str::to_owned);
    let text = match field.kind() {
        FieldKind::Integer { min, max } => [min.max(1), min.max(2), max.min(2), max, 0]
            .into_iter()
            .map(|number| number.clamp(min, max).to_string())
            .find(differs),
        FieldKind::Number => ["2", "3"].map(str::to_owned).into_iter().find(differs),
        FieldKind::List { min, .. } => [vec!["1"; min].join(", "), vec!["2"; min].join(", ")].into_iter().find(differs),
        _ => example.into_iter().chain(by_notation).find(differs),
    };
    let text = text.unwrap_or_else(|| "Extra".to_owned());
    if let Some(notation) = field.notation() {
        assert!((notation.check)(&text).is_ok(), "a sample is needed for {}: {text}", notation.name);
    }
    text
}
