//! Remembers the latest large records, because planning an edit parses the same text several times: to try the edit out,
//! to apply it, and to undo it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The least length of a record that is remembered; shorter ones are parsed quickly.
const LARGE: usize = 64 << 10;

/// The number of records that are remembered.
const MOST: usize = 4;

/// Records with their texts, the latest one last.
type Records<T> = VecDeque<(Box<str>, Arc<T>)>;

/// The latest large records of a file, shared by all copies of the file.
#[derive(Debug)]
pub(super) struct Recent<T>(Arc<Mutex<Records<T>>>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Clone for Recent<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Recent<T> {
    /// Returns the record with this text, if it is remembered.
    pub(super) fn get(&self, text: &str) -> Option<Arc<T>> {
        if text.len() < LARGE {
            return None;
        }
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(own, _)| **own == *text).map(|(_, chunk)| Arc::clone(chunk))
    }

    /// Remembers a record, if it is large.
    pub(super) fn add(&self, text: &str, chunk: &Arc<T>) {
        if text.len() < LARGE {
            return;
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(_, other)| !Arc::ptr_eq(other, chunk));
        known.push_back((text.into(), Arc::clone(chunk)));
        if known.len() > MOST {
            known.pop_front();
        }
    }
}
