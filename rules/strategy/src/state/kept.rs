//! A cache of values derived from a state.

use std::sync::{Arc, OnceLock};

/// A derived value, computed on first use; it does not affect equality of states.
#[derive(Clone, Debug)]
pub struct Kept<T>(OnceLock<Arc<T>>);

impl<T> Kept<T> {
    /// Returns the cached value, or computes it.
    pub fn get_or_make(&self, make: impl FnOnce() -> T) -> &Arc<T> {
        self.0.get_or_init(|| Arc::new(make()))
    }

    /// Clears the cache, because the state has changed.
    pub(in super::super) fn forget(&mut self) {
        self.0.take();
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> PartialEq for Kept<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Kept<T> {}
