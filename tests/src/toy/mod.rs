//! Tug of war: a toy ruleset that proves the seam.
//!
//! Two teams pull a rope along the middle row of a map; whoever drags the knot to the own end wins.
//! A pull moves it one column over easy ground; a heave may move it two, over any ground; both cost breath.

mod catalogs;

mod rules;

pub use catalogs::{Bout, OFF_CENTRE_KNOT, Team};
use foeman_rules::game::{EngineOf, Registry};
use foeman_schema::catalogs::board::{Map, Terrain};
use foeman_schema::dialect::{CatalogDef, Dialect};
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
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
    let pack: serde_json::Value = serde_yaml::from_str(PACK).expect("the toy's pack is YAML");
    let catalog = |name: &str| (name.to_owned(), serde_json::from_value(pack[name].clone()).unwrap_or_default());
    let records = DIALECT.catalogs.iter().map(|def| catalog(def.name)).collect();
    Resolved { ruleset: DIALECT.id.to_owned(), scenario: RecordKey::new("bouts", id), records }
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
