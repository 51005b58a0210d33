//! What one scenario needs, complete and checked: the engine's input.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::check::check;
use crate::dialect::{Record, Ref};
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Severity};
use crate::near::{did_you_mean, near};
use crate::refs;
use crate::text::{Place, Pointer, RecordKey, Span};

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
pub struct Problem {
    /// The value concerned.
    pub pointer: Pointer,
    /// What was expected and what was found.
    pub message: String,
}

impl Resolved {
    /// The record that `reference` names.
    pub fn get<T: Record>(&self, reference: &Ref<T>) -> Result<T, Problem> {
        self.read(&RecordKey::new(T::CATALOG, reference.id()))
    }

    /// The scenario itself.
    pub fn scenario<T: Record>(&self) -> Result<T, Problem> {
        self.read(&self.scenario)
    }

    /// Canonical text: JSON with sorted keys and no spaces. Comments, file order and paths do not count.
    pub fn canonical(&self) -> String {
        let value = serde_json::to_value(self).expect("maps with text keys are JSON");
        canonical(&value)
    }

    fn read<T: Record>(&self, key: &RecordKey) -> Result<T, Problem> {
        let problem = |message: String| Problem { pointer: key.pointer(), message };
        let value = self
            .records
            .get(&key.catalog)
            .and_then(|records| records.get(&key.id))
            .ok_or_else(|| problem(format!("there is no `{}` in `{}`", key.id, key.catalog)))?;
        T::deserialize(value).map_err(|error| problem(error.to_string()))
    }
}

/// Resolves what `scenario` reaches.
///
/// Errors elsewhere in the pack do not count; errors in what is reached are returned.
/// What records extend is merged in, not included.
pub fn resolve(draft: &Draft, scenario: &str) -> Result<Resolved, Vec<Finding>> {
    let errors = || check(draft).into_iter().filter(|finding| finding.severity == Severity::Error);
    let Some(dialect) = draft.dialect() else { return Err(errors().collect()) };
    let scenario = RecordKey::new(dialect.playable, scenario);
    if !draft.contains(&scenario) {
        return Err(vec![unknown_scenario(draft, &scenario)]);
    }
    let (records, touched) = reached(draft, &scenario);
    let errors: Vec<Finding> = errors()
        .filter(|finding| match finding.pointer.record() {
            Some((key, _)) => touched.contains(&key),
            // A fault of a whole file may be why a record is not there.
            None => finding.pointer.parts().is_empty(),
        })
        .collect();
    if errors.is_empty() { Ok(Resolved { ruleset: dialect.id.to_owned(), scenario, records }) } else { Err(errors) }
}

type Records = BTreeMap<String, BTreeMap<String, Value>>;

/// The merged records that a record reaches, itself included, and the keys of all that went into them.
fn reached(draft: &Draft, start: &RecordKey) -> (Records, BTreeSet<RecordKey>) {
    let mut records = Records::new();
    let mut touched = BTreeSet::new();
    let mut waiting = vec![start.clone()];
    while let Some(key) = waiting.pop() {
        if records.get(&key.catalog).is_some_and(|records| records.contains_key(&key.id)) {
            continue;
        }
        touched.insert(key.clone());
        touched.extend(draft.lineage(&key));
        let Some(value) = draft.merged(&key) else { continue };
        if let Some(field) = draft.record_field(&key.catalog) {
            refs::in_value(&value, field, &mut |catalog, id| {
                let key = RecordKey::new(catalog, id);
                if draft.contains(&key) {
                    waiting.push(key);
                }
            });
        }
        records.entry(key.catalog).or_default().insert(key.id, value);
    }
    (records, touched)
}

fn unknown_scenario(draft: &Draft, key: &RecordKey) -> Finding {
    let help = did_you_mean(&near(&key.id, draft.ids(&key.catalog))).unwrap_or_else(|| {
        let ids: Vec<String> = draft.ids(&key.catalog).take(9).map(|id| format!("`{id}`")).collect();
        if ids.is_empty() {
            format!("there are no `{}` yet", key.catalog)
        } else {
            format!("there are {}", ids.join(", "))
        }
    });
    Finding {
        code: "unknown-reference",
        severity: Severity::Error,
        confidence: Confidence::Certain,
        message: format!("expected the id of a record in `{}`, but found `{}`", key.catalog, key.id),
        place: Place { file: draft.header_file(), span: Span::at(0) },
        pointer: Pointer::root(),
        hex: None,
        related: Vec::new(),
        help: Some(help),
        fixes: Vec::new(),
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
