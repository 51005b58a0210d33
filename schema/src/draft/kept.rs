//! Typed records that are kept until their text changes.

use std::sync::Arc;

use super::Draft;
use crate::dialect::Record as Type;
use crate::text::RecordKey;

impl Draft {
    /// Returns the record of [`typed`](Self::typed), kept until its text changes; `None` if it cannot be read.
    ///
    /// For large records that are read again and again. A record that depends on others is read each time.
    pub fn kept<T: Type + Send + Sync + 'static>(&self, key: &RecordKey) -> Option<Arc<T>> {
        let read = || self.typed(key)?.ok();
        let record = self.index.first(key)?;
        let (part, entry) = self.written(record);
        let is_whole = part.entry().zip(entry).is_some_and(|(part, own)| std::ptr::eq(part, own));
        let is_alone = self.required.packs.is_empty() && entry.is_some_and(|own| own.value.entry("extends").is_none());
        match self.dialect().filter(|_| is_whole && is_alone) {
            Some(dialect) => part.chunk.kept.get_or_make(std::ptr::from_ref(dialect).addr(), read),
            None => read().map(Arc::new),
        }
    }
}
