//! Look-ups of the keywords of a schema.
//!
//! A schema has few keywords, so comparing them takes a fraction of the time of hashing, and a check of a small pack
//! looks up tens of thousands.

use serde_json::{Map, Value};

/// Returns the value of a keyword of a schema; `None` for other values than maps.
pub(crate) fn keyword<'s>(schema: &'s Value, word: &str) -> Option<&'s Value> {
    keyword_in(schema.as_object()?, word)
}

/// Like [`keyword`], of the map of a schema.
pub(super) fn keyword_in<'s>(object: &'s Map<String, Value>, word: &str) -> Option<&'s Value> {
    object.iter().find(|(key, _)| *key == word).map(|(_, value)| value)
}

/// Like [`keyword_in`], for changing the value.
pub(super) fn keyword_mut<'s>(object: &'s mut Map<String, Value>, word: &str) -> Option<&'s mut Value> {
    object.iter_mut().find(|(key, _)| *key == word).map(|(_, value)| value)
}

/// Removes a keyword; the last one takes its place.
pub(super) fn remove(object: &mut Map<String, Value>, word: &str) -> Option<Value> {
    keyword_in(object, word)?;
    object.swap_remove(word)
}
