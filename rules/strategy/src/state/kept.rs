//! What is worked out of a state when somebody looks, and kept until the state changes.

use std::sync::{Arc, OnceLock};

/// Something that follows from a state: it is no part of it, and tells no two states apart.
#[derive(Clone, Debug)]
pub struct Kept<T>(OnceLock<Arc<T>>);

impl<T> Kept<T> {
    /// The same as the last time, or made now.
    pub fn get_or_make(&self, make: impl FnOnce() -> T) -> &Arc<T> {
        self.0.get_or_init(|| Arc::new(make()))
    }

    /// The state is another one now.
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
