//! The groups of records for checks of [`Scope::Group`].

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::FEW;
use crate::blocks::Blocks;
use crate::check::{Check, GroupOf, Scope};
use crate::checks::checks_for;
use crate::draft::Draft;
use crate::survey::{Merged, Subject};

/// For each check of groups, the group of each record by number.
#[derive(Clone, Debug)]
pub(super) struct Groups(Vec<(&'static Check, Vec<u32>)>);

/// The group of records that affect no finding of a check.
const NONE: u32 = 0;

impl Groups {
    pub(super) fn of(draft: &Draft, merged: &Blocks<Merged>) -> Self {
        let records = draft.index().records().len();
        let of_check = |check: &'static Check| {
            let Scope::Group(of) = check.scope else { return None };
            let numbers = (0..records).into_par_iter().with_min_len(FEW);
            Some((check, numbers.map(|number| group(draft, merged, of, number)).collect()))
        };
        Self(checks_for(draft).into_iter().filter_map(of_check).collect())
    }

    /// Updates the groups of some records. Returns for each check the records to check again: all records of the groups
    /// that these records left or are in. Numbers are sorted.
    ///
    /// Groups are found by a scan of all numbers, which is faster than the upkeep of lists in packs of any real size.
    pub(super) fn update(
        &mut self,
        draft: &Draft,
        merged: &Blocks<Merged>,
        numbers: &[usize],
    ) -> FxHashMap<&'static str, Vec<usize>> {
        let of_check = |(check, groups): &mut (&'static Check, Vec<u32>)| {
            let Scope::Group(of) = check.scope else { return (check.name, Vec::new()) };
            let mut touched = Vec::new();
            for &number in numbers {
                let now = group(draft, merged, of, number);
                touched.extend([std::mem::replace(&mut groups[number], now), now]);
            }
            touched.retain(|group| *group != NONE);
            touched.sort_unstable();
            touched.dedup();
            let is_touched = |group: &u32| match &touched[..] {
                [] => false,
                [one] => one == group,
                [one, other] => one == group || other == group,
                all => all.binary_search(group).is_ok(),
            };
            let members = groups.iter().enumerate().filter(|(_, group)| is_touched(group)).map(|(number, _)| number);
            // A record that has left all groups loses its findings.
            let mut again: Vec<usize> = members.chain(numbers.iter().copied()).collect();
            again.sort_unstable();
            again.dedup();
            (check.name, again)
        };
        self.0.iter_mut().map(of_check).collect()
    }
}

fn group(draft: &Draft, merged: &Blocks<Merged>, of: GroupOf, number: usize) -> u32 {
    let Some(sound) = &merged[number].sound else { return NONE };
    let group = of(&Subject { key: &draft.index().records()[number].key, sound });
    group.map_or(NONE, |group| ((group >> 32) as u32 ^ group as u32).max(NONE + 1))
}
