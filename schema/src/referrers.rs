//! The reverse index of references: which records refer to a record.

use ecow::EcoString;
use rustc_hash::FxHashMap;

use crate::draft::Draft;
use crate::text::RecordKey;

/// A record that another one refers to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Target {
    pub(crate) catalog: &'static str,
    pub(crate) id: EcoString,
}

/// The records that refer to each record, by record number.
#[derive(Debug, Default)]
pub(crate) struct Referrers {
    /// The records that refer to the first record, then those that refer to the second one, and so on.
    users: Vec<usize>,
    /// For each record the end of its part of `users`.
    ends: Vec<usize>,
    /// The records that refer to a missing one.
    of_missing: FxHashMap<Target, Vec<usize>>,
}

impl Referrers {
    /// Builds the index from the references of each record.
    pub(crate) fn new<'t>(draft: &Draft, named: impl Iterator<Item = &'t [Target]>) -> Self {
        let index = draft.index();
        let mut of_missing: FxHashMap<Target, Vec<usize>> = FxHashMap::default();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut counts = vec![0; index.records().len()];
        for (user, targets) in named.enumerate() {
            for target in targets {
                match index.number(target.catalog, &target.id) {
                    Some(number) => {
                        pairs.push((number as u32, user as u32));
                        counts[number] += 1;
                    }
                    None => of_missing.entry(target.clone()).or_default().push(user),
                }
            }
        }
        // Each end moves from the start to the end of its part while the part is filled.
        let mut ends: Vec<usize> = counts;
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        let mut users = vec![0; pairs.len()];
        for (number, user) in pairs {
            let end = &mut ends[number as usize];
            users[*end] = user as usize;
            *end += 1;
        }
        Self { users, ends, of_missing }
    }

    /// Returns the records that refer to a record, in file order.
    pub(crate) fn of(&self, number: usize) -> &[usize] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.users[start..self.ends[number]]
    }

    /// Returns the records that refer to a missing one.
    pub(crate) fn of_missing(&self, key: &RecordKey) -> &[usize] {
        // Searches linearly: a look-up by hash would need a target with a `'static` catalog.
        let same = |target: &&Target| target.catalog == key.catalog && target.id == key.id;
        self.of_missing.keys().find(same).map_or(&[], |target| &self.of_missing[target])
    }
}
