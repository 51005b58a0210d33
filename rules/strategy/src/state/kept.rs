//! A cache of values derived from a state.

use std::sync::{Arc, OnceLock};

/// A derived value, computed on first use; it does not affect equality of states.
///
/// Copies of a state share it until one of them changes, even if it is computed later.
#[derive(Clone, Debug)]
pub struct Kept<T>(Arc<OnceLock<Arc<T>>>);

impl<T> Kept<T> {
    /// Returns the cached value, or computes it.
    pub fn get_or_make(&self, make: impl FnOnce() -> T) -> &Arc<T> {
        self.0.get_or_init(|| Arc::new(make()))
    }

    /// Clears the cache of this state, because it has changed.
    pub(in super::super) fn forget(&mut self) {
        match Arc::get_mut(&mut self.0) {
            Some(own) => drop(own.take()),
            None => *self = Self::default(),
        }
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> PartialEq for Kept<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Kept<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_a_value_until_one_of_them_changes() {
        let first: Kept<u32> = Kept::default();
        let (second, mut third) = (first.clone(), first.clone());
        third.forget();
        assert_eq!((**first.get_or_make(|| 1), **second.get_or_make(|| 2), **third.get_or_make(|| 3)), (1, 1, 3));
        third.forget();
        assert_eq!((**third.get_or_make(|| 4), **first.get_or_make(|| 5)), (4, 1));
    }
}
