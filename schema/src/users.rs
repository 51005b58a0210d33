//! Which records name a record: references turned round.

use rustc_hash::FxHashMap;

use crate::draft::Draft;
use crate::text::RecordKey;

/// A record that another one names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Target {
    /// The catalog.
    pub(crate) catalog: &'static str,
    /// The id.
    pub(crate) id: String,
}

/// Who names whom, by record number.
#[derive(Debug, Default)]
pub(crate) struct Users {
    of: Vec<Vec<usize>>,
    /// The records that name one that is not there.
    of_missing: FxHashMap<Target, Vec<usize>>,
}

impl Users {
    /// Turns round what each record of the draft names.
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

    /// The records that name the record, in file order.
    pub(crate) fn of(&self, number: usize) -> &[usize] {
        &self.of[number]
    }

    /// The records that name one that is not there.
    pub(crate) fn of_missing(&self, key: &RecordKey) -> &[usize] {
        // Targets hold their catalog as the dialect has it.
        let same = |target: &&Target| target.catalog == key.catalog && target.id == key.id;
        self.of_missing.keys().find(same).map_or(&[], |target| &self.of_missing[target])
    }
}
