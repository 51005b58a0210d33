//! A list in blocks, so that a copy with a few new values shares the others.

use std::ops::Index;
use std::sync::Arc;

/// Values by record number.
#[derive(Debug, Default)]
pub(crate) struct Blocks<T>(Vec<Arc<Vec<Arc<T>>>>);

/// The number of values in a block.
const BLOCK: usize = 128;

impl<T> Blocks<T> {
    /// Returns a copy with new values at these positions.
    pub(crate) fn with(&self, numbers: &[usize], fresh: Vec<Arc<T>>) -> Self {
        let mut blocks = self.0.clone();
        for (&number, fresh) in numbers.iter().zip(fresh) {
            Arc::make_mut(&mut blocks[number / BLOCK])[number % BLOCK] = fresh;
        }
        Self(blocks)
    }

    /// Returns the values in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.0.iter().flat_map(|block| block.iter())
    }
}

impl<T> FromIterator<Arc<T>> for Blocks<T> {
    fn from_iter<I: IntoIterator<Item = Arc<T>>>(values: I) -> Self {
        let mut values = values.into_iter();
        let blocks = std::iter::from_fn(|| {
            let block: Vec<Arc<T>> = values.by_ref().take(BLOCK).collect();
            (!block.is_empty()).then(|| Arc::new(block))
        });
        Self(blocks.collect())
    }
}

impl<T> Index<usize> for Blocks<T> {
    type Output = T;

    fn index(&self, number: usize) -> &T {
        &self.0[number / BLOCK][number % BLOCK]
    }
}
