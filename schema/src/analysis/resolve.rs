//! Resolving a scenario: collecting the records it needs from the analysis, without checking again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::Analysis;
use super::run::is_unusable;
use crate::declared::Counted;
use crate::did_you_mean::{did_you_mean, near};
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Severity};
use crate::resolve::{self, Resolved};
use crate::text::{Location, Pointer, RecordKey, Span};

/// Cache of resolved scenarios, by id.
#[derive(Debug, Default)]
pub(super) struct Scenarios {
    known: Mutex<BTreeMap<String, Reached>>,
}

/// The records that a scenario reaches.
#[derive(Clone, Debug)]
struct Reached {
    resolved: Arc<Resolved>,
    /// The keys of all records merged into it.
    touched: Arc<BTreeSet<RecordKey>>,
}

impl Analysis {
    /// Resolves everything that `scenario` reaches; returns the same value until that changes.
    ///
    /// Errors elsewhere in the pack do not count; errors in reached records are returned. Records that others extend
    /// are merged into these, not included separately.
    pub fn resolve(&self, scenario: &str) -> Result<Arc<Resolved>, Vec<Finding>> {
        let draft = self.draft();
        let errors = || self.found().iter().filter(|finding| is_unusable(finding));
        let Some(dialect) = draft.dialect() else { return Err(errors().cloned().collect()) };
        let key = RecordKey::new(dialect.playable, scenario);
        if !draft.contains(&key) {
            return Err(vec![unknown_scenario(draft, &key)]);
        }
        let reached = self.reached(key);
        let errors = self.errors_in(&reached.touched);
        if errors.is_empty() { Ok(reached.resolved) } else { Err(errors) }
    }

    /// Returns the errors in a record, such as a campaign, and in everything it reaches.
    pub fn errors_of(&self, key: &RecordKey) -> Vec<Finding> {
        self.errors_in(&self.reach(key).1)
    }

    fn errors_in(&self, records: &BTreeSet<RecordKey>) -> Vec<Finding> {
        let absent = records.iter().filter(|key| !self.draft().contains(key));
        let missing: BTreeSet<&str> = absent.map(|key| key.catalog.as_str()).collect();
        let counts = |finding: &&Finding| match finding.pointer.record() {
            // A record may be missing because of an error in a whole file, another pack or another record.
            Some((key, _)) => {
                key.catalog == "requires" || records.contains(&key) || missing.contains(key.catalog.as_str())
            }
            None => finding.pointer.parts().is_empty(),
        };
        let all = self.found().iter().chain(self.parts.findings.borrowed());
        // Texts without translations are shown as written.
        let is_content = |finding: &&Finding| self.draft().file(finding.place.file).po.is_none();
        let errors = all.filter(|finding| is_unusable(finding)).filter(is_content);
        errors.filter(counts).cloned().collect()
    }

    fn reached(&self, scenario: RecordKey) -> Reached {
        let mut known = self.parts.scenarios.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reached) = known.get(&scenario.id) {
            return reached.clone();
        }
        let (resolved, touched) = self.reach(&scenario);
        let reached = Reached { resolved: Arc::new(resolved), touched: Arc::new(touched) };
        known.insert(scenario.id, reached.clone());
        reached
    }

    /// Returns the merged records that a record reaches, including itself, and the keys of all records merged into
    /// them.
    fn reach(&self, start: &RecordKey) -> (Resolved, BTreeSet<RecordKey>) {
        resolve::reach(self.draft(), start.clone(), vec![start.clone()], &|key| self.merged(key))
    }

    /// Returns a record, valid or not, with everything it inherits, and the declared fields that rules may calculate
    /// with.
    fn merged(&self, key: &RecordKey) -> Option<(Value, Counted)> {
        let number = self.draft().index().number(&key.catalog, &key.id)?;
        match &self.parts.readings.merged[number].sound {
            Some(sound) => Some((sound.value(self.draft(), key).clone(), sound.counted())),
            None => Some((self.draft().merged(key)?, Counted::new())),
        }
    }
}

impl Scenarios {
    /// Keeps the scenarios that reach none of the records that may have changed.
    pub(super) fn carried(&self, draft: &Draft, doubtful: &[usize]) -> Self {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(dialect) = draft.dialect() else { return Self::default() };
        let holds = |id: &str| {
            draft.index().number(dialect.playable, id).is_some_and(|number| doubtful.binary_search(&number).is_err())
        };
        let kept = known.iter().filter(|(id, _)| holds(id)).map(|(id, reached)| (id.clone(), reached.clone()));
        Self { known: Mutex::new(kept.collect()) }
    }
}

fn unknown_scenario(draft: &Draft, key: &RecordKey) -> Finding {
    let help = did_you_mean(&near(&key.id, draft.ids(&key.catalog))).unwrap_or_else(|| {
        let ids: Vec<String> = draft.ids(&key.catalog).take(9).map(|id| format!("`{id}`")).collect();
        if ids.is_empty() {
            format!("the pack has no `{}` yet", key.catalog)
        } else {
            format!("the pack has {}", ids.join(", "))
        }
    });
    Finding {
        code: "unknown-reference",
        severity: Severity::Error,
        confidence: Confidence::Certain,
        message: format!("expected the id of a record in `{}`, found `{}`", key.catalog, key.id),
        place: Location { file: draft.header_file(), span: Span::at(0) },
        pointer: Pointer::root(),
        hex: None,
        related: Vec::new(),
        help: Some(help),
        fixes: Vec::new(),
    }
}
