//! What one scenario needs, complete and checked: the engine's input.
//! It is made by [`Analysis::resolve`](crate::analysis::Analysis::resolve).

use std::collections::BTreeMap;

use serde_json::Value;

use crate::dialect::{Record, Ref};
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

impl Resolved {
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
