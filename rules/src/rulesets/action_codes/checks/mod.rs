//! What only this ruleset knows to be wrong with a pack.

mod duplicate_code;
mod harmless_actor;
mod unknown_code_block;

use foeman_schema::check::Check;
use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::finding::Finding;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::{Place, Pointer, RecordKey};

/// All of them, sorted by name.
pub static ALL: &[&Check] =
    &[&duplicate_code::DUPLICATE_CODE, &harmless_actor::HARMLESS_ACTOR, &unknown_code_block::UNKNOWN_CODE_BLOCK];

/// Every record of the pack as it stands, complete or not; reading one says what is wrong with it.
pub(crate) fn gather(draft: &Draft, dialect: &Dialect) -> Resolved {
    let catalog = |name: &str| {
        let merged = |id: &str| Some((id.to_owned(), draft.merged(&RecordKey::new(name, id))?));
        (name.to_owned(), draft.ids(name).filter_map(merged).collect())
    };
    Resolved {
        ruleset: dialect.id.to_owned(),
        scenario: RecordKey::new(dialect.playable, ""),
        records: dialect.catalogs.iter().map(|def| catalog(def.name)).collect(),
    }
}

/// A finding of `check` at a value, unless the value is written nowhere.
fn finding(check: &Check, draft: &Draft, pointer: Pointer, message: String) -> Option<Finding> {
    Some(Finding {
        code: check.name,
        severity: check.severity,
        confidence: check.confidence,
        message,
        place: draft.place(&pointer)?,
        pointer,
        hex: None,
        related: Vec::new(),
        help: None,
    })
}

/// The place of another value that matters, with its label.
fn related(draft: &Draft, pointer: &Pointer, label: &str) -> Vec<(Place, String)> {
    draft.place(pointer).map(|place| (place, label.to_owned())).into_iter().collect()
}
