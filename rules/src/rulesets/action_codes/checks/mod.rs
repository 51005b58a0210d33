//! The checks this ruleset adds to the common ones, one file each.

foeman_schema::checks! {
    /// All of them, sorted by name.
    pub(super) static CHECKS = [
        duplicate_code,
        harmless_actor,
        unknown_code_block,
    ]
}

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::resolve::Resolved;
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

use crate::rulesets::action_codes::book::{Book, all_records};
use crate::rulesets::action_codes::catalogs::Contest;

/// The sound records of all catalogs; what is wrong with the others is reported by the checks all rulesets share.
fn sound(survey: &Survey<'_>) -> Option<Resolved> {
    let dialect = survey.draft.dialect()?;
    Some(all_records(dialect, |catalog| {
        survey.sound(catalog).map(|(key, value)| (key.id.clone(), value.clone())).collect()
    }))
}

/// The contests that can be read, in file order, each with its book and the pointer to its actors.
fn contests(survey: &Survey<'_>) -> Vec<(Contest, Book, Pointer)> {
    let Some(all) = sound(survey) else { return Vec::new() };
    let read = |key: &RecordKey| {
        let contest = all.get(&Ref::<Contest>::new(&key.id)).ok()?;
        let book = Book::read(&all, &contest.codes).ok()?;
        Some((contest, book, key.pointer().child("actors")))
    };
    survey.sound(Contest::CATALOG).filter_map(|(key, _)| read(key)).collect()
}
