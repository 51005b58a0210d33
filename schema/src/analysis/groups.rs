//! The groups of records for checks of [`Scope::Group`] and [`Scope::Leaders`].

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::FEW;
use super::leaders::{Leaders, State};
use super::run::Again;
use crate::check::{Check, GroupOf, RankOf, Scope};
use crate::checks::checks_for;
use crate::survey::Subject;

/// The groups or leaders of each check that compares records.
#[derive(Clone, Debug)]
pub(super) struct Groups(Vec<(&'static Check, Known)>);

#[derive(Clone, Debug)]
enum Known {
    /// The group of each record by number.
    Groups(GroupOf, Vec<u32>),
    Leaders(RankOf, Leaders),
}

/// The group of records that affect no finding of a check.
const NONE: u32 = 0;

impl Groups {
    pub(super) fn of(state: State<'_>) -> Self {
        let records = state.0.index().records().len();
        let known = |check: &'static Check| match check.scope {
            Scope::Group(of) => {
                let numbers = (0..records).into_par_iter().with_min_len(FEW);
                Some((check, Known::Groups(of, numbers.map(|number| group(state, of, number)).collect())))
            }
            Scope::Leaders(of) => Some((check, Known::Leaders(of, Leaders::of(state, of)))),
            _ => None,
        };
        Self(checks_for(state.0).into_iter().filter_map(known).collect())
    }

    /// Updates the groups of some records. Returns for each check the records to check again: all records of the groups
    /// that these records left or are in, as far as their findings may change.
    pub(super) fn update(
        &mut self,
        before: State<'_>,
        now: State<'_>,
        numbers: &[usize],
    ) -> FxHashMap<&'static str, Again> {
        let of_check = |(check, known): &mut (&'static Check, Known)| {
            let again = match known {
                Known::Groups(of, groups) => members(now, *of, groups, numbers),
                Known::Leaders(of, leaders) => leaders.update(before, now, *of, numbers),
            };
            (check.name, again)
        };
        self.0.iter_mut().map(of_check).collect()
    }
}

/// Updates the groups of some records, and returns all records of the groups that these left or are in.
///
/// They are found by a scan of all numbers, which is faster than the upkeep of lists in packs of any real size.
fn members(now: State<'_>, of: GroupOf, groups: &mut [u32], numbers: &[usize]) -> Again {
    let mut touched = Vec::new();
    for &number in numbers {
        let group = group(now, of, number);
        touched.extend([std::mem::replace(&mut groups[number], group), group]);
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
    Again::of(members.chain(numbers.iter().copied()).collect(), None)
}

fn group((draft, merged): State<'_>, of: GroupOf, number: usize) -> u32 {
    let Some(sound) = &merged[number].sound else { return NONE };
    let group = of(&Subject { key: &draft.index().records()[number].key, sound });
    group.map_or(NONE, |group| ((group >> 32) as u32 ^ group as u32).max(NONE + 1))
}
