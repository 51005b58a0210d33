//! The possessions of a faction, in the order in which it gained them.

use std::iter::FlatMap;
use std::ops::Index;
use std::slice;
use std::sync::Arc;

/// The number of items after which a new part is begun.
const PART: usize = 512;

/// A list whose copies share all parts that have not changed: a faction may own a million sites, and a battle keeps many
/// states.
#[derive(Clone, Debug)]
pub struct Possessions<T> {
    /// None is empty.
    parts: Vec<Arc<Vec<T>>>,
}

impl<T: Copy + PartialEq> Possessions<T> {
    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.len()).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.parts.iter().flat_map(|part| part.iter())
    }

    /// Returns an item by position.
    pub fn get(&self, mut at: usize) -> Option<&T> {
        self.parts.iter().find_map(|part| {
            let found = part.get(at);
            at = at.wrapping_sub(part.len());
            found
        })
    }

    /// Returns the items as a list.
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().copied().collect()
    }

    /// Whether an item is one of them.
    pub fn contains(&self, item: &T) -> bool {
        self.parts.iter().any(|part| part.contains(item))
    }

    /// Adds an item at the end.
    pub(crate) fn push(&mut self, item: T) {
        if let Some(last) = self.parts.last_mut().filter(|last| last.len() < PART) {
            return Arc::make_mut(last).push(item);
        }
        // Most lists are short, but one with several parts is likely to become longer.
        let mut part = Vec::with_capacity(if self.parts.is_empty() { 1 } else { PART });
        part.push(item);
        self.parts.push(Arc::new(part));
    }

    /// Keeps the items for which `keeps` returns true; it is called for the last item first.
    pub(super) fn retain_from_last(&mut self, mut keeps: impl FnMut(T) -> bool) {
        for part in self.parts.iter_mut().rev() {
            let kept: Vec<bool> = part.iter().rev().map(|&item| keeps(item)).collect();
            if kept.contains(&false) {
                let mut kept = kept.into_iter().rev();
                Arc::make_mut(part).retain(|_| kept.next() == Some(true));
            }
        }
        self.parts.retain(|part| !part.is_empty());
    }

    /// Removes an item wherever it is.
    pub(crate) fn remove(&mut self, item: T) {
        for part in self.parts.iter_mut().filter(|part| part.contains(&item)) {
            Arc::make_mut(part).retain(|other| *other != item);
        }
        self.parts.retain(|part| !part.is_empty());
    }
}

impl<T: Copy + PartialEq> Index<usize> for Possessions<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        self.get(at).expect("the position is less than the length")
    }
}

impl<T> Default for Possessions<T> {
    fn default() -> Self {
        Self { parts: Vec::new() }
    }
}

impl<T: Copy + PartialEq> PartialEq for Possessions<T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Copy + Eq> Eq for Possessions<T> {}

impl<T: Copy + PartialEq> FromIterator<T> for Possessions<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut all = Self::default();
        items.into_iter().for_each(|item| all.push(item));
        all
    }
}

impl<'a, T> IntoIterator for &'a Possessions<T> {
    type Item = &'a T;
    type IntoIter = FlatMap<slice::Iter<'a, Arc<Vec<T>>>, &'a [T], fn(&'a Arc<Vec<T>>) -> &'a [T]>;

    fn into_iter(self) -> Self::IntoIter {
        self.parts.iter().flat_map(|part| part.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_list_in_order_whatever_its_parts() {
        let mut random = fastrand::Rng::with_seed(8);
        let (mut plain, mut all) = (Vec::new(), Possessions::default());
        for _ in 0..6_000 {
            let item = random.u32(..2_500);
            if random.u32(..3) == 0 {
                plain.retain(|other| *other != item);
                all.remove(item);
            } else if !plain.contains(&item) {
                plain.push(item);
                all.push(item);
            }
            assert_eq!(
                (all.len(), all.is_empty(), all.contains(&item)),
                (plain.len(), plain.is_empty(), plain.contains(&item))
            );
        }
        assert!((0..=plain.len()).all(|at| all.get(at) == plain.get(at)) && all.to_vec() == plain);
        assert!(all.iter().eq(&plain) && (&all).into_iter().eq(&plain) && plain.len() > 2 * PART);
        // Lists with the same items are equal, even if they have other parts.
        assert_eq!(all, plain.iter().copied().collect());
    }

    #[test]
    fn the_last_of_equal_items_can_be_kept() {
        let mut random = fastrand::Rng::with_seed(9);
        let plain: Vec<usize> = (0..5_000).map(|_| random.usize(..900)).collect();
        let mut all: Possessions<usize> = plain.iter().copied().collect();
        let mut is_known = vec![false; 900];
        all.retain_from_last(|item| item % 7 != 0 && !std::mem::replace(&mut is_known[item], true));
        let is_last = |(at, item): (usize, &usize)| item % 7 != 0 && !plain[at + 1..].contains(item);
        let expected: Vec<usize> =
            plain.iter().enumerate().filter(|&pair| is_last(pair)).map(|(_, &item)| item).collect();
        assert_eq!(all.to_vec(), expected);
        all.retain_from_last(|_| false);
        assert!(all.is_empty());
    }

    #[test]
    fn a_copy_shares_what_has_not_changed() {
        let all: Possessions<usize> = (0..10 * PART).collect();
        let mut copy = all.clone();
        copy.remove(3 * PART + 1);
        let shared = all.parts.iter().zip(&copy.parts).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        assert_eq!((shared, copy.len()), (9, all.len() - 1));
    }
}
