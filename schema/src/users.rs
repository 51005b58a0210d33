//! References both ways: which records name a record.

use rustc_hash::FxHashMap;

use crate::draft::Draft;
use crate::refs;
use crate::text::{Place, Pointer, RecordKey};

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

/// A value that names a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The record it is in.
    pub record: RecordKey,
    /// The value that names the other record.
    pub pointer: Pointer,
    /// Where it stands.
    pub place: Place,
    /// What it says about the two.
    pub kind: UsageKind,
}

/// How a record names another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UsageKind {
    /// It takes over what the other says: `extends`.
    Extends,
    /// A value is the other's id.
    Value,
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

/// Every value that names `key`, in file order.
pub(crate) fn usages(draft: &Draft, users: &Users, key: &RecordKey) -> Vec<Usage> {
    let index = draft.index();
    let numbers = match index.number(&key.catalog, &key.id) {
        Some(number) => users.of(number),
        None => users.of_missing(key),
    };
    let mut usages = Vec::new();
    for record in numbers.iter().map(|&number| &index.records()[number]) {
        let (part, entry) = draft.written(record);
        let Some((entry, field)) = entry.zip(draft.record_field(&record.key.catalog)) else { continue };
        refs::in_tree(&entry.value, field, &mut record.key.pointer(), &mut |pointer, catalog, id, span| {
            if catalog == key.catalog && id == key.id {
                let extends = matches!(pointer.parts(), [_, _, name] if name == "extends");
                let kind = if extends { UsageKind::Extends } else { UsageKind::Value };
                let place = Place { file: record.file, span: span.shifted(part.span.start) };
                usages.push(Usage { record: record.key.clone(), pointer: pointer.clone(), place, kind });
            }
        });
    }
    usages
}
