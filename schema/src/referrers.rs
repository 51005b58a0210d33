//! The reverse index of references: which records refer to a record.

use rustc_hash::FxHashMap;

use crate::draft::Draft;
use crate::text::RecordKey;

/// A record that another one refers to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Target {
    pub(crate) catalog: &'static str,
    pub(crate) id: String,
}

/// The records that refer to each record, by record number.
#[derive(Debug, Default)]
pub(crate) struct Referrers {
    of: Vec<Vec<usize>>,
    /// The records that refer to a missing one.
    of_missing: FxHashMap<Target, Vec<usize>>,
}

impl Referrers {
    /// Builds the index from the references of each record.
    pub(crate) fn new<'t>(draft: &Draft, named: impl Iterator<Item = &'t [Target]>) -> Self {
        let index = draft.index();
        let mut users = Self { of: vec![Vec::new(); index.records().len()], of_missing: FxHashMap::default() };
        for (user, targets) in named.enumerate() {
            for target in targets {
                match index.number(target.catalog, &target.id) {
                    Some(number) => users.of[number].push(user),
                    None => users.of_missing.entry(target.clone()).or_default().push(user),
                }
            }
        }
        users
    }

    /// Returns the records that refer to a record, in file order.
    pub(crate) fn of(&self, number: usize) -> &[usize] {
        &self.of[number]
    }

    /// Returns the records that refer to a missing one.
    pub(crate) fn of_missing(&self, key: &RecordKey) -> &[usize] {
        // Searches linearly: a look-up by hash would need a target with a `'static` catalog.
        let same = |target: &&Target| target.catalog == key.catalog && target.id == key.id;
        self.of_missing.keys().find(same).map_or(&[], |target| &self.of_missing[target])
    }
}
