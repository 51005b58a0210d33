//! Action codes: the notation, the meaning of codes, contests of two codes, and playing contests.
#![allow(clippy::disallowed_methods, reason = "only the rules must not read files or the environment; tests may")]
#![allow(clippy::unwrap_used, reason = "a panic in a test helper fails the test")]

mod checks;
mod contests;
mod laws;
mod play;
mod tools;

use std::path::Path;
use std::sync::Arc;

use foeman_engine::battle::Stage;
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use ruleset_codes::ActionCodes;

const CONTESTS: [&str; 3] = ["market-day", "gate-duel", "reading-room"];

/// The shipped pack of action codes.
fn pack() -> Draft {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/codes");
    Draft::open(&folder, &SHIPPED.dialects()).unwrap()
}

/// A pack with this body.
fn draft(body: &str) -> Draft {
    let text = format!("pack: plain\ntitle: Plain\nversion: 1.0.0\nruleset: action-codes\nformat: 2\n{body}");
    Draft::from_texts([("pack.yaml".to_owned(), text)], &SHIPPED.dialects())
}

fn contest(id: &str) -> Resolved {
    resolve(&pack(), id).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

fn stage(id: &str) -> Arc<Stage<ActionCodes>> {
    Stage::new(&contest(id)).unwrap_or_else(|problems| panic!("{problems:#?}"))
}
