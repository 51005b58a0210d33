//! Invalidation: the records that an edit affects and that have to be analysed again.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Parts;
use super::Unreadable;
use super::groups::Groups;
use super::run::{Again, Wanted};
use super::settings::left_out;
use crate::blocks::Blocks;
use crate::catalogs::standards::Standard;
use crate::check::Scope;
use crate::checks::checks_for;
use crate::dialect::Record as _;
use crate::draft::{Draft, same_dialect};
use crate::referrers::Referrers;
use crate::standards::UNMET;
use crate::survey::{Reading, Readings};
use crate::text::RecordKey;

/// The differences between the records of a draft and the records of an earlier state.
#[derive(Debug)]
pub(super) struct Stale {
    /// The mapping between old and new numbers of records with unchanged text, in both directions; `None` if all
    /// numbers are unchanged.
    renumbered: Option<Renumbered>,
    /// The records with changed text, in order.
    changed: Vec<usize>,
    /// These, and records that refer to an added or removed record.
    to_read: Vec<usize>,
}

#[derive(Debug)]
struct Renumbered {
    old_of: Vec<Option<usize>>,
    new_of: Vec<Option<usize>>,
}

impl Stale {
    /// Compares two states; returns `None` if they have too little in common.
    pub(super) fn between(before: &Parts, draft: &Draft, unreadable: &Unreadable) -> Option<Self> {
        let old = &*before.draft;
        let same_files = old.files().eq(draft.files()) && draft.files().all(|file| old.path(file) == draft.path(file));
        let same_dialect = same_dialect(old.dialect(), draft.dialect());
        // A reference to a record of a required pack may refer to another record once that one is replaced.
        let same_replaced = old.same_index(draft) || replaced(old).eq(replaced(draft));
        let same_header = old.header_file() == draft.header_file();
        let same_wishes = before.left_out == left_out(draft);
        let same_packs = old.same_required(draft) && same_replaced;
        if !same_files
            || !same_dialect
            || !same_header
            || !same_packs
            || !same_wishes
            || before.unreadable != *unreadable
        {
            return None;
        }
        Some(if old.same_index(draft) { Self::in_place(old, draft) } else { Self::renumbering(before, draft) })
    }

    fn in_place(old: &Draft, draft: &Draft) -> Self {
        let mut changed = draft.rewritten(old);
        add_namesakes(draft, &mut changed);
        Self { renumbered: None, to_read: changed.clone(), changed }
    }

    fn renumbering(before: &Parts, draft: &Draft) -> Self {
        let old = &*before.draft;
        let (was, is) = (old.index(), draft.index());
        let repeated = |draft: &Draft| -> FxHashSet<RecordKey> {
            let index = draft.index();
            index.repeated().iter().map(|&number| index.records()[number].key.clone()).collect()
        };
        let (repeated_before, repeated_now) = (repeated(old), repeated(draft));
        let mut renumbered = Renumbered { old_of: Vec::new(), new_of: vec![None; was.records().len()] };
        let (mut changed, mut doubtful) = (Vec::new(), Vec::<usize>::new());
        for (number, record) in is.records().iter().enumerate() {
            let key = &record.key;
            let known = was.number(&key.catalog, &key.id);
            if known.is_none() {
                doubtful.extend(before.users.of_missing(key));
            }
            // Of several records with one name the first counts, and which one is first may have changed.
            let alone = !repeated_before.contains(key) && !repeated_now.contains(key);
            let same = known.filter(|&known| alone && old.same_text(&was.records()[known], draft, record));
            match same {
                Some(known) => renumbered.new_of[known] = Some(number),
                None => changed.push(number),
            }
            renumbered.old_of.push(same);
        }
        for (number, record) in was.records().iter().enumerate() {
            if is.number(&record.key.catalog, &record.key.id).is_none() && record.first {
                doubtful.extend(before.users.of(number));
            }
        }
        let doubtful = doubtful.into_iter().filter_map(|old| renumbered.new_of[old]);
        let mut to_read: Vec<usize> = changed.iter().copied().chain(doubtful).collect();
        tidy(&mut to_read);
        Self { renumbered: Some(renumbered), changed, to_read }
    }

    /// Returns the records to read again.
    pub(super) fn to_read(&self) -> &[usize] {
        &self.to_read
    }

    /// Returns the current number of a record, unless its text has changed.
    pub(super) fn new_of(&self, old: usize) -> Option<usize> {
        match &self.renumbered {
            Some(renumbered) => renumbered.new_of[old],
            None => Some(old),
        }
    }

    /// Returns the known values by new record number, with some of them replaced by recomputed ones.
    pub(super) fn patched<T: Default>(&self, known: &Blocks<T>, numbers: &[usize], fresh: Vec<Arc<T>>) -> Blocks<T> {
        let Some(renumbered) = &self.renumbered else { return known.with(numbers, fresh) };
        let (nothing, known): (Arc<T>, Vec<&Arc<T>>) = (Arc::default(), known.iter().collect());
        let of = |old: &Option<usize>| Arc::clone(old.map_or(&nothing, |old| known[old]));
        renumbered.old_of.iter().map(of).collect::<Blocks<T>>().with(numbers, fresh)
    }

    /// Returns the references between records; most edits do not change them.
    pub(super) fn users(&self, before: &Parts, draft: &Draft, read: &Blocks<Reading>) -> Arc<Referrers> {
        let same = |&number: &usize| before.readings.read[number].targets == read[number].targets;
        if self.renumbered.is_none() && self.to_read.iter().all(same) {
            return Arc::clone(&before.users);
        }
        Arc::new(Referrers::new(draft, read.iter().map(|reading| &*reading.targets)))
    }

    /// Returns the records to merge again: records that were read again, and records that extend one of them.
    pub(super) fn to_merge(&self, draft: &Draft, users: &Referrers) -> Vec<usize> {
        let records = draft.index().records();
        let extends = |user: usize, parent: usize| {
            let named = draft.node_of(&records[user]).and_then(|node| node.entry("extends")?.value.text());
            named.is_some_and(|id| draft.index().number(&records[user].key.catalog, id) == Some(parent))
        };
        closure(&self.to_read, |number| users.of(number).iter().copied().filter(move |&user| extends(user, number)))
    }

    /// Returns the groups of the records, and for each check of groups the records to check again; `None` if records
    /// were added, removed or moved, so that all are to be checked again.
    pub(super) fn groups(
        &self,
        before: &Parts,
        draft: &Draft,
        readings: &Readings,
        merged: &[usize],
    ) -> Option<(Groups, FxHashMap<&'static str, Again>)> {
        if self.renumbered.is_some() {
            return None;
        }
        let was = (&*before.draft, &before.readings.merged);
        let mut groups = before.groups.get_or_init(|| Groups::of(was)).clone();
        let again = groups.update(was, (draft, &readings.merged), merged);
        Some((groups, again))
    }

    /// Returns the records to check again.
    pub(super) fn wanted(&self, before: &Parts, draft: &Draft, readings: &Readings, users: &Referrers) -> Wanted {
        let mut again = before.findings.failed().to_vec();
        again.extend(self.changes_standards(before, draft).then_some(UNMET));
        let was_sound = |catalog| before.readings.is_all_sound(&before.draft, catalog);
        again.extend(checks_for(draft).into_iter().filter_map(|check| match check.scope {
            Scope::UsersIfSound(catalog) if was_sound(catalog) != readings.is_all_sound(draft, catalog) => {
                Some(check.name)
            }
            _ => None,
        }));
        let mut records = closure(&self.to_read, |number| users.of(number).iter().copied());
        add_namesakes(draft, &mut records);
        if self.renumbered.is_some() {
            return Wanted { records: Some(records), users: None, with_users: None, groups: None, again };
        }
        let number = |target: &crate::referrers::Target| draft.index().number(target.catalog, &target.id);
        let named = records.iter().flat_map(|&user| &*readings.read[user].targets).filter_map(number);
        let named_before =
            self.changed.iter().flat_map(|&user| &*before.readings.read[user].targets).filter_map(number);
        let mut judged: Vec<usize> = records.iter().copied().chain(named).chain(named_before).collect();
        tidy(&mut judged);
        let mut with_users: Vec<usize> =
            judged.iter().flat_map(|&number| users.of(number).iter().copied().chain([number])).collect();
        tidy(&mut with_users);
        Wanted { records: Some(records), users: Some(judged), with_users: Some(with_users), groups: None, again }
    }
}

impl Stale {
    /// Returns whether standards may give different findings in records that have not changed: if a standard has changed,
    /// or the number of records, which standards can count.
    fn changes_standards(&self, before: &Parts, draft: &Draft) -> bool {
        let has_standards = |draft: &Draft| draft.ids(Standard::CATALOG).next().is_some();
        let is_standard = |number: &usize| draft.index().records()[*number].key.catalog == Standard::CATALOG;
        match self.renumbered {
            Some(_) => has_standards(&before.draft) || has_standards(draft),
            None => self.to_read.iter().any(is_standard),
        }
    }
}

/// Returns the records of required packs whose names now refer to other records.
fn replaced(draft: &Draft) -> impl Iterator<Item = &RecordKey> {
    let index = draft.index();
    index.replaced().iter().map(|&(number, _)| &index.records()[number].key)
}

/// Adds the records that have the same name as one of these.
fn add_namesakes(draft: &Draft, numbers: &mut Vec<usize>) {
    let index = draft.index();
    if index.repeated().is_empty() || numbers.is_empty() {
        return;
    }
    let first = |number: usize| {
        let key = &index.records()[number].key;
        index.number(&key.catalog, &key.id)
    };
    let touched: FxHashSet<Option<usize>> = numbers.iter().map(|&number| first(number)).collect();
    numbers.extend(index.repeated().iter().copied().filter(|&number| touched.contains(&first(number))));
    numbers.extend(touched.into_iter().flatten());
    tidy(numbers);
}

/// Returns some records and all that can be reached from them, in order.
fn closure<I: Iterator<Item = usize>>(from: &[usize], next: impl Fn(usize) -> I) -> Vec<usize> {
    let mut reached: FxHashSet<usize> = from.iter().copied().collect();
    let mut waiting = from.to_vec();
    while let Some(number) = waiting.pop() {
        waiting.extend(next(number).filter(|&further| reached.insert(further)));
    }
    let mut reached: Vec<usize> = reached.into_iter().collect();
    reached.sort_unstable();
    reached
}

fn tidy(numbers: &mut Vec<usize>) {
    numbers.sort_unstable();
    numbers.dedup();
}
