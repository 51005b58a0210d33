//! Resolved scenarios, complete and checked: the input of the game engine.
//! Created by [`Analysis::resolve`](crate::analysis::Analysis::resolve).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::declared::{self, Counted};
use crate::dialect::{Record, Ref};
use crate::draft::Draft;
use crate::refs;
use crate::text::{Pointer, RecordKey};

/// The merged records that one scenario reaches.
///
/// Serialisable and self-contained: a journal contains it, so that a battle can be replayed without its pack.
///
/// ```
/// use foeman_schema::analysis::resolve;
/// use foeman_schema::example::{self, Duel};
/// use foeman_schema::resolve::Resolved;
///
/// let first = resolve(&example::draft(), "first").unwrap();
/// let duel: Duel = first.scenario().unwrap();
/// assert_eq!(first.get(&duel.fighters[0]).unwrap().title, "Brana");
///
/// let copy: Resolved = serde_json::from_str(&first.canonical()).unwrap();
/// assert_eq!(copy, first);
/// ```
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Resolved {
    /// The id of the ruleset.
    pub ruleset: String,
    /// The key of the scenario.
    pub scenario: RecordKey,
    /// The merged records by catalog and id, without the fields that packs declare.
    pub records: BTreeMap<String, BTreeMap<String, Value>>,
    /// The declared fields that rules may calculate with, by catalog, id and name of the field.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, BTreeMap<String, Counted>>,
    /// Records, by catalog and id, that the scenario no longer refers to but that may be in play. Empty except for
    /// battles whose content was changed while they were fought.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spare: BTreeMap<String, BTreeSet<String>>,
    /// The language of the texts, if they are translated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// Why resolved content cannot be played.
///
/// ```
/// use foeman_schema::analysis::resolve;
/// use foeman_schema::dialect::Ref;
/// use foeman_schema::example::{self, Weapon};
///
/// let first = resolve(&example::draft(), "first").unwrap();
/// let error = first.get::<Weapon>(&Ref::new("axe")).unwrap_err();
/// assert_eq!(error.pointer.to_string(), "/weapons/axe");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentError {
    /// The value at fault.
    pub pointer: Pointer,
    /// An `expected ..., found ...` message.
    pub message: String,
}

impl Resolved {
    /// Creates a scenario from generated records and everything in a draft that they reach, valid or not, to query the
    /// rules about one record of the pack. Generated records hide records of the draft with the same name.
    pub fn made_up(draft: &Draft, scenario: RecordKey, records: Vec<(RecordKey, Value)>) -> Self {
        let known: BTreeMap<RecordKey, Value> = records.into_iter().collect();
        let start: Vec<RecordKey> = known.keys().cloned().collect();
        let merged = |key: &RecordKey| {
            let value = known.get(key).cloned().or_else(|| draft.merged(key))?;
            let Some(dialect) = draft.dialect() else { return Some((value, Counted::new())) };
            let mut value = value;
            let taken = declared::take(dialect, &key.catalog, &mut value);
            Some((value, declared::counted(dialect, &key.catalog, &taken)))
        };
        reach(draft, scenario, start, &merged).0
    }

    /// Creates a scenario without records.
    pub(crate) fn of(draft: &Draft, scenario: RecordKey) -> Self {
        let ruleset = draft.dialect().map_or_else(String::new, |dialect| dialect.id.to_owned());
        let (records, fields, spare) = Default::default();
        let language = draft.language().map(str::to_owned);
        Self { ruleset, scenario, records, fields, spare, language }
    }

    /// Adds a record with the declared fields that rules may calculate with.
    pub(crate) fn add(&mut self, key: RecordKey, value: Value, counted: Counted) {
        let RecordKey { catalog, id } = key;
        if !counted.is_empty() {
            self.fields.entry(catalog.clone()).or_default().insert(id.clone(), counted);
        }
        self.records.entry(catalog).or_default().insert(id, value);
    }

    /// Returns the declared fields of a record that rules may calculate with: `true` is 1, `false` is 0.
    pub fn fields_of(&self, catalog: &str, id: &str) -> Counted {
        self.fields.get(catalog).and_then(|records| records.get(id)).cloned().unwrap_or_default()
    }

    /// Returns the record that `reference` refers to. Fails if the scenario does not reach it, or if it is not of type
    /// `T`.
    pub fn get<T: Record>(&self, reference: &Ref<T>) -> Result<T, ContentError> {
        self.read(&RecordKey::new(T::CATALOG, reference.id()))
    }

    /// Returns the scenario itself. Fails if it is not of type `T`.
    pub fn scenario<T: Record>(&self) -> Result<T, ContentError> {
        self.read(&self.scenario)
    }

    /// Returns canonical JSON with sorted keys and no spaces. Independent of comments, file order and paths.
    pub fn canonical(&self) -> String {
        let value = serde_json::to_value(self).expect("resolved content has only text keys");
        canonical(&value)
    }

    fn read<T: Record>(&self, key: &RecordKey) -> Result<T, ContentError> {
        let problem = |message: String| ContentError { pointer: key.pointer(), message };
        let value = self
            .records
            .get(&key.catalog)
            .and_then(|records| records.get(&key.id))
            .ok_or_else(|| problem(format!("there is no `{}` in `{}`", key.id, key.catalog)))?;
        T::from_value(value).map_err(|error| problem(error.to_string()))
    }
}

/// Returns the merged records reachable from some records, including these, and the keys of all records merged into
/// them. Does not follow references in declared fields, because no rule uses them, and to other scenarios.
pub(crate) fn reach(
    draft: &Draft,
    scenario: RecordKey,
    mut waiting: Vec<RecordKey>,
    merged: &dyn Fn(&RecordKey) -> Option<(Value, Counted)>,
) -> (Resolved, BTreeSet<RecordKey>) {
    let mut resolved = Resolved::of(draft, scenario);
    let mut touched = BTreeSet::new();
    while let Some(key) = waiting.pop() {
        if resolved.records.get(&key.catalog).is_some_and(|records| records.contains_key(&key.id)) {
            continue;
        }
        // Includes unreadable records; the lineage begins with the record itself.
        touched.extend(draft.lineage(&key));
        let Some((value, counted)) = merged(&key) else { continue };
        if let Some(field) = draft.record_field(&key.catalog) {
            refs::in_value(&value, field, &mut |catalog, id| {
                // A battle needs no other scenario, even if its events name one.
                if catalog != resolved.scenario.catalog {
                    waiting.push(RecordKey::new(catalog, id));
                }
            });
        }
        resolved.add(key, value, counted);
    }
    (resolved, touched)
}

/// Formats JSON with sorted keys and no spaces.
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
