//! The leaders of the groups of records for checks of [`Scope::Leaders`](crate::check::Scope::Leaders).

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::FEW;
use super::run::Again;
use crate::blocks::Blocks;
use crate::check::{LEADERS, RankOf};
use crate::draft::Draft;
use crate::survey::{Merged, Subject};

/// The rank and number of each leader by group, sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Leaders(FxHashMap<u64, Arc<[(u64, usize)]>>);

/// The merged records of a draft.
pub(super) type State<'a> = (&'a Draft, &'a Blocks<Merged>);

impl Leaders {
    pub(super) fn of(state: State<'_>, of: RankOf) -> Self {
        let mut leaders = Self::default();
        leaders.find(state, of, |_| true);
        leaders
    }

    /// Updates the leaders after some records have changed. Returns the records to check again: these, and all records of
    /// the groups whose leaders they were or are.
    pub(super) fn update(&mut self, before: State<'_>, now: State<'_>, of: RankOf, numbers: &[usize]) -> Again {
        let mut judged = numbers.to_vec();
        let mut shown = Vec::new();
        let mut changed = FxHashSet::default();
        for &number in numbers {
            let (was, is) = (rank(before, of, number), rank(now, of, number));
            changed.extend([was, is].into_iter().flatten().filter(|at| self.has(*at, number)).map(|(group, _)| group));
            shown.extend(is.map(|(group, _)| group));
        }
        if !changed.is_empty() {
            changed.iter().for_each(|group| drop(self.0.remove(group)));
            judged.extend(self.find(now, of, |group| changed.contains(&group)));
        }
        debug_assert_eq!(*self, Self::of(now, of), "the updated leaders differ from those found in all records");
        let mut shown: Vec<usize> = shown.iter().flat_map(|group| &*self.0[group]).map(|(_, number)| *number).collect();
        shown.extend(&judged);
        Again::of(judged, Some(shown))
    }

    /// Returns whether a record of this group and rank is among the leaders, or would be.
    fn has(&self, (group, rank): (u64, u64), number: usize) -> bool {
        let Some(leaders) = self.0.get(&group) else { return true };
        leaders.len() < LEADERS || leaders.last().is_none_or(|last| (rank, number) <= *last)
    }

    /// Finds the leaders of some groups, and returns all records of these.
    fn find(&mut self, state: State<'_>, of: RankOf, wanted: impl Fn(u64) -> bool + Sync) -> Vec<usize> {
        let numbers = (0..state.0.index().records().len()).into_par_iter().with_min_len(FEW);
        let ranked = numbers.filter_map(|number| Some((rank(state, of, number)?, number)));
        let found: Vec<((u64, u64), usize)> = ranked.filter(|((group, _), _)| wanted(*group)).collect();
        let mut groups: FxHashMap<u64, Vec<(u64, usize)>> = FxHashMap::default();
        for &((group, rank), number) in &found {
            groups.entry(group).or_default().push((rank, number));
        }
        for (group, mut members) in groups {
            members.sort_unstable();
            members.truncate(LEADERS);
            self.0.insert(group, members.into());
        }
        found.into_iter().map(|(_, number)| number).collect()
    }
}

fn rank((draft, merged): State<'_>, of: RankOf, number: usize) -> Option<(u64, u64)> {
    let sound = merged[number].sound.as_ref()?;
    of(&Subject { key: &draft.index().records()[number].key, sound })
}
