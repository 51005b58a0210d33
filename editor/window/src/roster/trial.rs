//! Tries out additions to a figure, to know in advance what the checks would report.

use std::collections::BTreeSet;
use std::sync::Arc;

use foeman_schema::analysis::Analysis;
use foeman_schema::change::{Change, plan};
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Map, Value, json};

use crate::pack::Pack;

/// An objection of the checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// The severity of the finding.
    pub severity: Severity,
    /// The message of the finding.
    pub message: String,
}

/// Returns an objection for each value, if appended to a list of a figure: the worst new finding that is a warning or
/// an error. `None` for all if they cannot be tried.
///
/// Each value is tried on a separate copy of the figure, all in one temporary record, so that the checks run only once.
pub(super) fn objections(pack: &Pack, figure: &Pointer, list: &Pointer, values: &[Value]) -> Vec<Option<Objection>> {
    tried(pack, figure, list, values).unwrap_or_else(|| vec![None; values.len()])
}

fn tried(pack: &Pack, figure: &Pointer, list: &Pointer, values: &[Value]) -> Option<Vec<Option<Objection>>> {
    let draft = pack.draft();
    let (record, steps) = figure.record()?;
    let [map, id] = steps else { return None };
    let key = list.last()?;
    let mut whole = draft.merged(&record)?;
    let own = whole.get(map)?.get(id)?.clone();
    let with = |value: Option<&Value>| {
        let mut figure = own.clone();
        let list = figure.as_object_mut()?.entry(key).or_insert_with(|| json!([]));
        list.as_array_mut()?.extend(value.cloned());
        Some(figure)
    };
    let mut figures = Map::new();
    for (number, value) in [None].into_iter().chain(values.iter().map(Some)).enumerate() {
        figures.insert(name(number), with(value)?);
    }
    whole.as_object_mut()?.insert(map.clone(), Value::Object(figures));
    let free = (0..).map(|number| format!("trial-{number}"));
    let trial = free.map(|id| RecordKey::new(&record.catalog, id)).find(|key| !draft.contains(key))?;
    let file = draft.path(draft.file_of(&record)?).to_owned();
    let mut copy = draft.clone();
    plan(&copy, &[Change::AddRecord { record: trial.clone(), value: whole, file }]).ok()?.apply(&mut copy).ok()?;
    let analysis = Analysis::of(Arc::new(copy), Some(&pack.analysis()));
    let at = trial.pointer().child(map);
    let found = |number: usize| -> Vec<&Finding> {
        let own = at.child(name(number));
        let counts = |finding: &&Finding| {
            finding.severity >= Severity::Warning && finding.pointer.parts().starts_with(own.parts())
        };
        analysis.findings().iter().filter(counts).collect()
    };
    let known: BTreeSet<&str> = found(0).into_iter().map(|finding| finding.message.as_str()).collect();
    let objection = |number: usize| {
        let new = found(number).into_iter().filter(|finding| !known.contains(finding.message.as_str()));
        let worst = new.max_by_key(|finding| finding.severity)?;
        Some(Objection { severity: worst.severity, message: worst.message.clone() })
    };
    Some((1..=values.len()).map(objection).collect())
}

fn name(number: usize) -> String {
    format!("f{number}")
}
