//! Names of catalogs: `items`.

use super::Notation;

/// The notation of the names of catalogs. Which catalogs there are depends on the ruleset.
pub static NOTATION: Notation = Notation {
    name: "catalog",
    about: "A catalog of the ruleset: the key of its records in a pack",
    examples: &["items"],
    pattern: "^[a-z]+(?:-[a-z]+)*$",
    check,
    names: None,
};

fn check(text: &str) -> Result<(), String> {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    if text.split('-').all(is_word) { Ok(()) } else { Err(format!("expected a catalog as `items`, found `{text}`")) }
}
