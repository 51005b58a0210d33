//! Remembers the latest large records, because planning an edit parses the same text several times: to try the edit out,
//! to apply it, and to undo it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::file::Chunk;

/// The least length of a record that is remembered; shorter ones are parsed quickly.
const LARGE: usize = 64 << 10;

/// The number of records that are remembered.
const MOST: usize = 4;

/// Records with their texts, the latest one last.
type Records = VecDeque<(Box<str>, Arc<Chunk>)>;

/// The latest large records of a file, shared by all copies of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Recent(Arc<Mutex<Records>>);

impl Recent {
    /// Returns the record with this text, if it is remembered.
    pub(super) fn get(&self, text: &str) -> Option<Arc<Chunk>> {
        if text.len() < LARGE {
            return None;
        }
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(own, _)| **own == *text).map(|(_, chunk)| Arc::clone(chunk))
    }

    /// Remembers a record, if it is large.
    pub(super) fn add(&self, text: &str, chunk: &Arc<Chunk>) {
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
