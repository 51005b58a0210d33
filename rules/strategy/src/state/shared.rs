//! A copy-on-write list, so that copies of a large game are cheap in time and memory.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// A list that shares its parts of `PART` items with its copies until one of them changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared<T, const PART: usize = 64> {
    /// All parts except the last have `PART` items.
    parts: Vec<Arc<Vec<T>>>,
}

impl<T: Clone, const PART: usize> Shared<T, PART> {
    /// Creates an empty list.
    pub(super) fn new() -> Self {
        Self { parts: Vec::new() }
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.parts.last().map_or(0, |last| (self.parts.len() - 1) * PART + last.len())
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns an item, if it exists.
    pub fn get(&self, at: usize) -> Option<&T> {
        self.parts.get(at / PART)?.get(at % PART)
    }

    pub(super) fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        Arc::make_mut(self.parts.get_mut(at / PART)?).get_mut(at % PART)
    }

    pub(super) fn push(&mut self, item: T) {
        match self.parts.last_mut() {
            Some(last) if last.len() < PART => Arc::make_mut(last).push(item),
            _ => {
                let mut part = Vec::with_capacity(PART);
                part.push(item);
                self.parts.push(Arc::new(part));
            }
        }
    }

    /// Returns the items part by part, each with the position of its first item.
    pub(super) fn parts(&self) -> impl Iterator<Item = (usize, &[T])> {
        self.parts.iter().enumerate().map(|(at, part)| (at * PART, part.as_slice()))
    }

    /// Returns all items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.parts.iter().flat_map(|part| part.iter())
    }
}

impl<T: Clone, const PART: usize> FromIterator<T> for Shared<T, PART> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::new();
        list.extend(items);
        list
    }
}

impl<T: Clone, const PART: usize> Extend<T> for Shared<T, PART> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        let mut items = items.into_iter();
        if let Some(last) = self.parts.last_mut().filter(|last| last.len() < PART) {
            let room = PART - last.len();
            Arc::make_mut(last).extend(items.by_ref().take(room));
        }
        loop {
            let mut part = Vec::with_capacity(PART);
            part.extend(items.by_ref().take(PART));
            if part.is_empty() {
                return;
            }
            self.parts.push(Arc::new(part));
        }
    }
}

impl<T, const PART: usize> Index<usize> for Shared<T, PART> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        &self.parts[at / PART][at % PART]
    }
}

impl<T: Clone, const PART: usize> IndexMut<usize> for Shared<T, PART> {
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut Arc::make_mut(&mut self.parts[at / PART])[at % PART]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_changed_alone_and_shares_the_rest() {
        let list: Shared<usize> = (0..200).collect();
        let mut copy = list.clone();
        copy[130] = 7;
        copy.push(200);
        assert_eq!((list.len(), copy.len()), (200, 201));
        assert_eq!((list[130], copy[130], copy[129], copy.get(201)), (130, 7, 129, None));
        let shared = list.parts.iter().zip(&copy.parts).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        assert_eq!(shared, 2);
        assert!(list != copy && list.iter().copied().eq(0..200));
    }

    #[test]
    fn an_extended_list_has_all_items_in_order() {
        for (before, more) in [(0, 0), (0, 64), (1, 63), (63, 1), (64, 64), (70, 0), (70, 500)] {
            let mut list: Shared<usize> = (0..before).collect();
            let copy = list.clone();
            list.extend(before..before + more);
            assert!(list.iter().copied().eq(0..before + more) && list.len() == before + more, "{before} and {more}");
            list.push(7);
            assert_eq!((list[before + more], copy.len()), (7, before));
        }
    }
}
