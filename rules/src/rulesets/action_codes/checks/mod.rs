//! What only this ruleset knows to be wrong with a pack.

mod duplicate_code;
mod harmless_actor;
mod unknown_code_block;

use foeman_schema::catalogs::action_codes::Contest;
use foeman_schema::check::Check;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::resolve::Resolved;
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

use super::DIALECT;
use super::book::Book;

/// All of them, sorted by name.
pub(super) static ALL: &[&Check] =
    &[&duplicate_code::DUPLICATE_CODE, &harmless_actor::HARMLESS_ACTOR, &unknown_code_block::UNKNOWN_CODE_BLOCK];

/// The sound records of all catalogs; what is wrong with the others is reported by the checks all rulesets share.
fn sound(survey: &Survey<'_>) -> Resolved {
    let catalog = |name: &str| {
        let records = survey.sound(name).map(|(key, value)| (key.id.clone(), value.clone()));
        (name.to_owned(), records.collect())
    };
    Resolved {
        ruleset: DIALECT.id.to_owned(),
        scenario: RecordKey::new(DIALECT.playable, ""),
        records: DIALECT.catalogs.iter().map(|def| catalog(def.name)).collect(),
    }
}

/// The contests that can be read, in file order, each with its book and the pointer to its actors.
fn contests(survey: &Survey<'_>) -> Vec<(Contest, Book, Pointer)> {
    let all = sound(survey);
    let read = |key: &RecordKey| {
        let contest = all.get(&Ref::<Contest>::new(&key.id)).ok()?;
        let book = Book::read(&all, &contest.codes).ok()?;
        Some((contest, book, key.pointer().child("actors")))
    };
    survey.sound(Contest::CATALOG).filter_map(|(key, _)| read(key)).collect()
}
