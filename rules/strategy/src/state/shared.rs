//! A copy-on-write list, so that copies of a large game are cheap in time and memory.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// The number of items that are copied together when one of them changes.
const PART: usize = 64;

/// A list that shares its parts with its copies until one of them changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared<T> {
    /// All parts except the last have `PART` items.
    parts: Vec<Arc<Vec<T>>>,
}

impl<T: Clone> Shared<T> {
    /// Creates an empty list.
    pub(super) fn new() -> Self {
        Self { parts: Vec::new() }
    }

    /// Creates a list with `count` copies of an item.
    pub(super) fn filled(item: &T, count: usize) -> Self {
        let whole = Arc::new(vec![item.clone(); PART]);
        let mut parts: Vec<Arc<Vec<T>>> = (0..count / PART).map(|_| Arc::clone(&whole)).collect();
        let rest = count % PART;
        parts.extend((rest > 0).then(|| Arc::new(vec![item.clone(); rest])));
        Self { parts }
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

    /// Returns all items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.parts.iter().flat_map(|part| part.iter())
    }
}

impl<T: Clone> FromIterator<T> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::new();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

impl<T> Index<usize> for Shared<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        &self.parts[at / PART][at % PART]
    }
}

impl<T: Clone> IndexMut<usize> for Shared<T> {
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
    fn a_filled_list_is_as_long_as_it_should_be() {
        for count in [0, 1, 63, 64, 65, 128, 1000] {
            let mut list = Shared::filled(&3, count);
            assert_eq!((list.len(), list.is_empty(), list.iter().sum::<usize>()), (count, count == 0, 3 * count));
            list.push(4);
            assert_eq!(list[count], 4);
        }
    }
}
