//! Values derived from a state, kept while they stay the same.

use std::sync::OnceLock;

use crate::ids::FigureId;

/// The modDX by which figures without an option declare (`F6.2`), kept until something changes that it may depend on.
///
/// It does not affect equality of states, and copies of a state start without it.
#[derive(Debug, Default)]
pub struct Recall(OnceLock<Box<[Option<i32>]>>);

impl Recall {
    /// Returns the kept value of a figure, if there is one.
    pub fn order_dx(&self, figure: FigureId) -> Option<i32> {
        *self.0.get()?.get(figure.index())?
    }

    /// Keeps the values of all figures, by number, unless some are kept already.
    pub(crate) fn keep(&self, values: impl FnOnce() -> Box<[Option<i32>]>) {
        self.0.get_or_init(values);
    }

    /// Forgets all values, because the state changes.
    pub(crate) fn forget(&mut self) {
        self.0.take();
    }
}

impl Clone for Recall {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Recall {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Recall {}
