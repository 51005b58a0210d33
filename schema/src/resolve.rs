//! What one scenario needs, complete and checked: the engine's input.
//! It is made by [`Analysis::resolve`](crate::analysis::Analysis::resolve).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::dialect::{Record, Ref};
use crate::draft::Draft;
use crate::refs;
use crate::text::{Pointer, RecordKey};

/// The merged records that one scenario reaches.
///
/// Serialisable and self-contained: a journal carries it, so that a battle replays without its pack.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Resolved {
    /// The ruleset's id.
    pub ruleset: String,
    /// The scenario's key.
    pub scenario: RecordKey,
    /// Catalog, id, merged record.
    pub records: BTreeMap<String, BTreeMap<String, Value>>,
}

/// Why resolved content cannot be played, at a value of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentError {
    /// The value concerned.
    pub pointer: Pointer,
    /// What was expected and what was found.
    pub message: String,
}

/// Records by catalog and id.
pub(crate) type Records = BTreeMap<String, BTreeMap<String, Value>>;

impl Resolved {
    /// A scenario that no pack has, with other records made up for it and everything of a draft that they reach, sound
    /// or not: for asking the rules about one record of the pack. What is made up hides what the draft has by that name.
    pub fn made_up(draft: &Draft, scenario: RecordKey, records: Vec<(RecordKey, Value)>) -> Self {
        let known: BTreeMap<RecordKey, Value> = records.into_iter().collect();
        let start: Vec<RecordKey> = known.keys().cloned().collect();
        let merged = |key: &RecordKey| known.get(key).cloned().or_else(|| draft.merged(key));
        let (records, _) = reach(draft, start, &merged);
        let ruleset = draft.dialect().map_or_else(String::new, |dialect| dialect.id.to_owned());
        Self { ruleset, scenario, records }
    }

    /// The record that `reference` names.
    pub fn get<T: Record>(&self, reference: &Ref<T>) -> Result<T, ContentError> {
        self.read(&RecordKey::new(T::CATALOG, reference.id()))
    }

    /// The scenario itself.
    pub fn scenario<T: Record>(&self) -> Result<T, ContentError> {
        self.read(&self.scenario)
    }

    /// Canonical text: JSON with sorted keys and no spaces. Comments, file order and paths do not count.
    pub fn canonical(&self) -> String {
        let value = serde_json::to_value(self).expect("maps with text keys are JSON");
        canonical(&value)
    }

    fn read<T: Record>(&self, key: &RecordKey) -> Result<T, ContentError> {
        let problem = |message: String| ContentError { pointer: key.pointer(), message };
        let value = self
            .records
            .get(&key.catalog)
            .and_then(|records| records.get(&key.id))
            .ok_or_else(|| problem(format!("there is no `{}` in `{}`", key.id, key.catalog)))?;
        T::deserialize(value).map_err(|error| problem(error.to_string()))
    }
}

/// The merged records that some reach, themselves included, and the keys of all that went into them.
pub(crate) fn reach(
    draft: &Draft,
    mut waiting: Vec<RecordKey>,
    merged: &dyn Fn(&RecordKey) -> Option<Value>,
) -> (Records, BTreeSet<RecordKey>) {
    let mut records = Records::new();
    let mut touched = BTreeSet::new();
    while let Some(key) = waiting.pop() {
        if records.get(&key.catalog).is_some_and(|records| records.contains_key(&key.id)) {
            continue;
        }
        // One that is there and cannot be read counts as well; its lineage begins with itself.
        touched.extend(draft.lineage(&key));
        let Some(value) = merged(&key) else { continue };
        if let Some(field) = draft.record_field(&key.catalog) {
            refs::in_value(&value, field, &mut |catalog, id| waiting.push(RecordKey::new(catalog, id)));
        }
        records.entry(key.catalog).or_default().insert(key.id, value);
    }
    (records, touched)
}

/// JSON text with sorted keys and no spaces.
pub fn canonical(value: &Value) -> String {
    fn write(value: &Value, out: &mut String) {
        match value {
            Value::Object(map) => {
                let sorted: BTreeMap<_, _> = map.iter().collect();
                out.push('{');
                for (index, (key, value)) in sorted.into_iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    out.push_str(&Value::from(key.as_str()).to_string());
                    out.push(':');
                    write(value, out);
                }
                out.push('}');
            }
            Value::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    write(item, out);
                }
                out.push(']');
            }
            scalar => out.push_str(&scalar.to_string()),
        }
    }
    let mut out = String::new();
    write(value, &mut out);
    out
}
