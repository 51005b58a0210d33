//! Compares the fast parser and validator with the reference implementations; used only by tests.

use crate::draft::Draft;
use crate::json_schema::compiled;
use crate::read;
use crate::source::{differs_from_parser, tree::Node};
use crate::validate::{accepts_record, flaws};

/// Returns descriptions of all differences between the fast readers and validators and the YAML parser and jsonschema,
/// and the number of records that the fast ones handled.
///
/// The fast ones may decline valid input, but whatever they accept must be valid.
pub fn disagreements(draft: &Draft) -> (Vec<String>, usize) {
    let mut told = Vec::new();
    for file in draft.files() {
        let text = draft.text(file);
        let parts = draft.file(file).sections.iter().flat_map(|section| section.parts());
        let texts = parts.filter_map(|part| text.get(part.span.range()));
        told.extend(texts.filter(|text| differs_from_parser(text)).map(|text| format!("read otherwise:\n{text}")));
    }
    let mut taken = 0;
    let Some(dialect) = draft.dialect() else { return (told, taken) };
    for record in draft.index().records() {
        let Some((node, field)) = draft.node_of(record).zip(draft.record_field(&record.key.catalog)) else { continue };
        if !accepts_record(node, field) {
            continue;
        }
        taken += 1;
        let value = read::value(node, Some(field));
        let (compiled, catalog) = (compiled(dialect), record.key.catalog.as_str());
        let validator =
            if value.get("extends").is_some() { compiled.partial(catalog) } else { compiled.complete(catalog) };
        let flaws = validator.map(|validator| flaws(&value, field, &validator)).unwrap_or_default();
        if !flaws.is_empty() || is_any_key_twice(node) {
            told.push(format!("accepted: {}: {value} {flaws:?}", record.key));
        }
    }
    (told, taken)
}

fn is_any_key_twice(node: &Node) -> bool {
    let entries = node.entries();
    let twice = entries.iter().enumerate().any(|(at, entry)| entries[..at].iter().any(|other| other.key == entry.key));
    twice || entries.iter().map(|entry| &entry.value).chain(node.items()).any(is_any_key_twice)
}
