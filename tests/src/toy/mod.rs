//! Tug of war: a toy ruleset that proves the seam.
//!
//! Two teams pull a rope along the middle row of a map; whoever drags the knot to the own end wins.
//! A pull moves it one column over easy ground; a heave may move it two, over any ground; both cost breath.

mod catalogs;

mod rules;

pub use catalogs::{Bout, OFF_CENTRE_KNOT, Team};
use foeman_rules::game::{EngineOf, Registry};
use foeman_schema::analysis::resolve;
use foeman_schema::catalogs::board::{Map, Terrain};
use foeman_schema::dialect::{CatalogDef, Dialect};
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
pub use rules::{COMMANDS, Command, Content, Instruction, State};

/// A registry that knows the toy only.
pub static TOY: Registry = Registry::new(&[&ENGINE]);

static ENGINE: EngineOf<Tug> = EngineOf::new();

/// A pack to play with: the bout `meadow` is fair, in `bog` the reds are stronger.
pub const PACK: &str = include_str!("pack.yaml");

/// The ruleset.
#[derive(Debug)]
pub struct Tug;

/// A bout of [`PACK`], ready to be played.
pub fn bout(id: &str) -> Resolved {
    resolve(&draft(PACK), id).expect("the toy's pack has no findings")
}

/// A toy pack of one file.
pub fn draft(text: &str) -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &TOY.dialects())
}

static DIALECT: Dialect = Dialect {
    id: "tug",
    title: "Tug of war",
    about: "Two teams, one rope.",
    catalogs: &[
        CatalogDef::of::<Bout>(),
        CatalogDef::of::<Team>(),
        CatalogDef::of::<Map>(),
        CatalogDef::of::<Terrain>(),
    ],
    checks: &[&OFF_CENTRE_KNOT],
    playable: "bouts",
};
