//! The entropy duel: its formulas, invariants, checks and shipped pack.
#![allow(clippy::disallowed_methods, reason = "only the rules must not read files or the environment; tests may")]
#![allow(clippy::unwrap_used, reason = "a panic in a test helper fails the test")]

mod blows;
mod checks;
mod duels;
mod formulas;
mod laws;

use std::path::{Path, PathBuf};

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use ruleset_entropy::Entropy;
use ruleset_entropy::milli::Milli;

/// The folder of the shipped pack.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/entropy")
}

/// The shipped pack.
fn pack() -> Draft {
    Draft::open(&folder(), &SHIPPED.dialects()).expect("the shipped pack can be read")
}

fn shipped(duel: &str) -> Resolved {
    resolve(&pack(), duel).unwrap_or_else(|findings| panic!("{duel}: {findings:?}"))
}

/// A pack of one file from its catalogs.
fn draft(body: &str) -> Draft {
    let text = format!("pack: test\nruleset: entropy\n\n{body}");
    Draft::from_texts([("pack.yaml".to_owned(), text)], &SHIPPED.dialects())
}

/// The only duel of a pack, with the id `duel`, before the first round.
fn battle(body: &str) -> Battle<Entropy> {
    let resolved = resolve(&draft(body), "duel").unwrap_or_else(|findings| panic!("{findings:?}"));
    Battle::new(&resolved, Seed(1)).unwrap()
}

/// An amount in thousandths.
const fn m(thousandths: i64) -> Milli {
    Milli(thousandths)
}
