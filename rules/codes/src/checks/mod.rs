//! The checks of this ruleset, one file each, in addition to the common ones.

foeman_schema::checks! {
    /// All checks, sorted by name.
    pub(super) static CHECKS = [
        duplicate_code,
        harmless_actor,
        unknown_code_block,
        weapon_as_armour,
    ]
}

use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

use crate::book::Book;
use crate::catalogs::Contest;

/// Returns the readable contests in file order, each with its book and the pointer to its actors.
fn contests(survey: &Survey<'_>) -> Vec<(Contest, Book, Pointer)> {
    let read = |(key, contest): (&RecordKey, &Contest)| {
        let book = Book::read(&survey.reached(key), &contest.codes).ok()?;
        Some((contest.clone(), book, key.pointer().child("actors")))
    };
    survey.records().filter_map(read).collect()
}
