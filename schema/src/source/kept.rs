//! A value read from a record, kept with the record's tree until its text changes.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The kept value, with the schema that it was read by; it does not affect equality of records. Boxed, because most
/// records have none.
#[derive(Default)]
pub(crate) struct Kept(OnceLock<Box<(usize, Arc<dyn Any + Send + Sync>)>>);

impl Kept {
    /// Returns the value of a type, if it was read by this schema; otherwise makes it.
    pub(crate) fn get_or_make<T: Any + Send + Sync>(
        &self,
        schema: usize,
        make: impl FnOnce() -> Option<T>,
    ) -> Option<Arc<T>> {
        if let Some((_, known)) = self.0.get().map(Box::as_ref).filter(|(known, _)| *known == schema)
            && let Ok(known) = Arc::clone(known).downcast()
        {
            return Some(known);
        }
        let made = Arc::new(make()?);
        let any: Arc<dyn Any + Send + Sync> = Arc::clone(&made) as _;
        // The first value is kept; another type or schema is read each time.
        drop(self.0.set(Box::new((schema, any))));
        Some(made)
    }
}

impl PartialEq for Kept {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}
