//! The values of a record as labelled rows.

use foeman_scene::theme::{color_text, parse_color};
use foeman_schema::draft::Draft;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::RecordKey;
use serde_json::{Map, Value};

/// The maximum number of rows of a record.
const MOST_ROWS: usize = 220;
/// The maximum length of a text, in characters.
const MOST_TEXT: usize = 4_000;
/// The fields that a page shows elsewhere.
const ELSEWHERE: [&str; 3] = ["title", "about", "extends"];

/// A labelled value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Row {
    /// The heading that it belongs to; empty for none.
    pub(crate) group: String,
    /// Its label.
    pub(crate) label: String,
    /// The keys that lead to it, joined by `.`.
    pub(crate) path: String,
    /// What the field means; may be empty.
    pub(crate) doc: &'static str,
    /// How many values it is nested in.
    pub(crate) depth: usize,
    /// Its value; empty for a heading above nested values.
    pub(crate) parts: Vec<Part>,
    /// The unit of a number; may be empty.
    pub(crate) unit: &'static str,
    /// The id of the record that it is inherited from.
    pub(crate) from: Option<RecordKey>,
    /// Whether the pack does not set it, so that its default applies.
    pub(crate) is_default: bool,
    /// The title of the pack that declares its field, if that is not the ruleset's.
    pub(crate) declared_by: Option<&'static str>,
    /// Whether it is one of the few values that summarise a record.
    pub(crate) is_headline: bool,
}

impl Row {
    /// Returns its value as text.
    pub(crate) fn text(&self) -> String {
        self.parts.iter().map(|part| part.text().to_owned()).collect()
    }
}

/// A part of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Text.
    Text(String),
    /// Text of several lines whose columns matter, such as a map.
    Block(String),
    /// A reference, and the title of the record.
    Record(RecordKey, String),
    /// A colour, `#rrggbb`.
    Color(String),
}

impl Part {
    /// Returns its text.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Block(text) | Self::Record(_, text) | Self::Color(text) => text,
        }
    }
}

/// Returns a key as a label: `blocks-move` gives `Blocks move`.
pub(crate) fn label(key: &str) -> String {
    let words = key.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}

/// Returns the rows of a record, in the order of its fields.
pub(crate) fn rows(draft: &Draft, key: &RecordKey, value: &Value, field: Field) -> Vec<Row> {
    let mut walk = Walk { draft, lineage: draft.lineage(key), rows: Vec::new(), group: String::new() };
    let Value::Object(record) = value else { return Vec::new() };
    let known = field.fields_in(value);
    for each in known.iter().filter(|each| !ELSEWHERE.contains(&each.name())) {
        walk.group = each.group().unwrap_or_default().to_owned();
        walk.member(record, value, *each, &mut Vec::new());
    }
    walk.group = String::new();
    for (name, value) in record {
        if !ELSEWHERE.contains(&name.as_str()) && !known.iter().any(|field| field.name() == name) {
            walk.value(value, field.child(name), label(name), &mut vec![name.clone()]);
        }
    }
    let mut rows = walk.rows;
    if rows.len() > MOST_ROWS {
        let more = rows.len() - MOST_ROWS;
        rows.truncate(MOST_ROWS);
        rows.push(Row { parts: vec![Part::Text(format!("and {more} more values"))], ..blank("…".to_owned()) });
    }
    rows
}

/// Returns the records that rows refer to.
pub(crate) fn links<'r>(draft: &'r Draft, rows: &'r [Row]) -> impl Iterator<Item = RecordKey> + 'r {
    let parts = rows.iter().flat_map(|row| &row.parts);
    let keys = parts.filter_map(|part| match part {
        Part::Record(key, _) => Some(key.clone()),
        _ => None,
    });
    keys.filter(|key| draft.contains(key))
}

fn blank(label: String) -> Row {
    Row {
        group: String::new(),
        label,
        path: String::new(),
        doc: "",
        depth: 0,
        parts: Vec::new(),
        unit: "",
        from: None,
        is_default: false,
        declared_by: None,
        is_headline: false,
    }
}

struct Walk<'d> {
    draft: &'d Draft,
    /// The record, and those that it extends.
    lineage: Vec<RecordKey>,
    rows: Vec<Row>,
    group: String,
}

impl Walk<'_> {
    /// Adds a field of an object, or its default.
    fn member(&mut self, object: &Map<String, Value>, holder: &Value, field: Field, steps: &mut Vec<String>) {
        steps.push(field.name().to_owned());
        match object.get(field.name()) {
            Some(value) => self.value(value, Some(field), field.label(), steps),
            None => {
                let default = field.default().filter(|value| is_said(value) && field.is_used_in(holder));
                if let Some(value) = default {
                    let first = self.rows.len();
                    self.value(value, Some(field), field.label(), steps);
                    for row in &mut self.rows[first..] {
                        (row.is_default, row.from) = (true, None);
                    }
                }
            }
        }
        steps.pop();
    }

    fn value(&mut self, value: &Value, field: Option<Field>, label: String, steps: &mut Vec<String>) {
        if self.rows.len() > MOST_ROWS {
            // Counted, but not described.
            self.rows.push(blank(label));
            return;
        }
        let row = Row {
            group: self.group.clone(),
            path: steps.join("."),
            doc: field.map_or("", Field::doc),
            depth: steps.len() - 1,
            unit: field.and_then(Field::unit).unwrap_or_default(),
            from: self.source(steps),
            declared_by: field.and_then(Field::declared_by),
            is_headline: field.is_some_and(Field::is_headline),
            ..blank(label)
        };
        match value {
            Value::Object(object) => {
                if object.is_empty() {
                    self.rows.push(Row { parts: vec![Part::Text("none".to_owned())], ..row });
                    return;
                }
                self.rows.push(row);
                self.object(object, value, field, steps);
            }
            Value::Array(items) => {
                let below = field.and_then(Field::value);
                if items.iter().all(|item| !item.is_object() && !item.is_array()) {
                    let mut parts = Vec::new();
                    for item in items {
                        if !parts.is_empty() {
                            parts.push(Part::Text(", ".to_owned()));
                        }
                        parts.extend(self.parts(item, below));
                    }
                    if parts.is_empty() {
                        parts.push(Part::Text("none".to_owned()));
                    }
                    self.rows.push(Row { parts, ..row });
                    return;
                }
                self.rows.push(row);
                for (number, item) in items.iter().enumerate() {
                    steps.push(number.to_string());
                    self.value(item, below, (number + 1).to_string(), steps);
                    steps.pop();
                }
            }
            _ => {
                let parts = self.parts(value, field);
                self.rows.push(Row { parts, ..row });
            }
        }
    }

    fn object(&mut self, object: &Map<String, Value>, value: &Value, field: Option<Field>, steps: &mut Vec<String>) {
        let known = field.map(|field| field.fields_in(value)).unwrap_or_default();
        for each in &known {
            self.member(object, value, *each, steps);
        }
        let target = field.and_then(Field::key_target);
        for (name, value) in object.iter().filter(|(name, _)| !known.iter().any(|field| field.name() == *name)) {
            let below = field.and_then(|field| field.child(name));
            steps.push(name.clone());
            if let Some(catalog) = target {
                // The key is a reference; its value follows in the same row if it is short.
                let mut parts = vec![self.record(catalog, name)];
                if !value.is_object() && !value.is_array() {
                    parts.push(Part::Text(": ".to_owned()));
                    parts.extend(self.parts(value, below));
                    let from = self.source(steps);
                    let depth = steps.len() - 1;
                    self.rows.push(Row { group: self.group.clone(), parts, from, depth, ..blank(String::new()) });
                } else {
                    let first = self.rows.len();
                    self.value(value, below, name.clone(), steps);
                    if let Some(row) = self.rows.get_mut(first) {
                        parts.append(&mut row.parts);
                        row.parts = parts;
                    }
                }
            } else {
                self.value(value, below, label_of(below, name), steps);
            }
            steps.pop();
        }
    }

    fn parts(&self, value: &Value, field: Option<Field>) -> Vec<Part> {
        match value {
            Value::Null => vec![Part::Text("none".to_owned())],
            Value::Bool(is_true) => vec![Part::Text(if *is_true { "yes" } else { "no" }.to_owned())],
            Value::String(text) => self.text(text, field),
            other => vec![Part::Text(other.to_string())],
        }
    }

    fn text(&self, text: &str, field: Option<Field>) -> Vec<Part> {
        if let Some(FieldKind::Reference { catalog }) = field.map(Field::kind) {
            return vec![self.record(catalog, text)];
        }
        if let Some(color) = parse_color(text).filter(|_| text.starts_with('#')) {
            return vec![Part::Color(color_text(color))];
        }
        if text.trim_end().contains('\n') {
            return vec![Part::Block(shortened(text.trim_end()))];
        }
        let names = field.and_then(Field::notation).and_then(|notation| notation.names);
        let Some(names) = names else { return vec![Part::Text(shortened(text))] };
        let (mut parts, mut done) = (Vec::new(), 0);
        for named in names(text) {
            let (Some(before), Some(id)) = (text.get(done..named.range.start), text.get(named.range.clone())) else {
                continue;
            };
            if !before.is_empty() {
                parts.push(Part::Text(before.to_owned()));
            }
            // The text stays as written: it is a notation, not a sentence.
            parts.push(Part::Record(RecordKey::new(named.catalog, id), id.to_owned()));
            done = named.range.end;
        }
        parts.extend(text.get(done..).filter(|rest| !rest.is_empty()).map(|rest| Part::Text(rest.to_owned())));
        parts
    }

    fn record(&self, catalog: &str, id: &str) -> Part {
        let key = RecordKey::new(catalog, id);
        let title = self.draft.title_of_record(&key).filter(|title| !title.is_empty()).unwrap_or(id).to_owned();
        Part::Record(key, title)
    }

    /// Returns the record that a value is inherited from; `None` if the record itself sets it. Lists are inherited as a
    /// whole.
    fn source(&self, steps: &[String]) -> Option<RecordKey> {
        let [own, parents @ ..] = self.lineage.as_slice() else { return None };
        if parents.is_empty() || self.draft.defined(&own.pointer().join(steps)) {
            return None;
        }
        parents.iter().find(|parent| self.draft.defined(&parent.pointer().join(steps))).cloned()
    }
}

fn label_of(field: Option<Field>, name: &str) -> String {
    match field {
        Some(field) if field.name() == name => field.label(),
        // Keys chosen by the author stay as written.
        _ => name.to_owned(),
    }
}

/// Whether a default is worth a row.
fn is_said(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(object) => !object.is_empty(),
        _ => true,
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_TEXT) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
