//! A cache of parsed records, filled while drawing and kept until the pack changes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::Pack;

/// The maximum number of cached records: more than a window shows at once.
const MOST: usize = 512;

/// The records read since the last change of the pack.
#[derive(Default, Debug)]
pub(crate) struct Records(Mutex<Kept>);

#[derive(Default, Debug)]
struct Kept {
    revision: u64,
    /// The key includes whether inherited values are merged in.
    records: BTreeMap<(RecordKey, bool), Option<Arc<Value>>>,
}

impl Pack {
    /// Returns the record without inherited values: [`Draft::raw`](foeman_schema::draft::Draft::raw).
    pub fn raw(&self, key: &RecordKey) -> Option<Arc<Value>> {
        self.record(key, false)
    }

    /// Returns the record with inherited values: [`Draft::merged`](foeman_schema::draft::Draft::merged).
    pub fn merged(&self, key: &RecordKey) -> Option<Arc<Value>> {
        self.record(key, true)
    }

    fn record(&self, key: &RecordKey, merged: bool) -> Option<Arc<Value>> {
        let mut kept = self.records.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.revision != self.revision || kept.records.len() >= MOST {
            *kept = Kept { revision: self.revision, records: BTreeMap::new() };
        }
        let draft = &self.draft;
        let read = || if merged { draft.merged(key) } else { draft.raw(key) }.map(Arc::new);
        kept.records.entry((key.clone(), merged)).or_insert_with(read).clone()
    }
}
