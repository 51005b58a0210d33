//! The dialect of toy packs.

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::checks::{BoardName, PackCheck};
use foeman_schema::dialect::{CatalogDef, Dialect};

use super::catalogs::{Bout, Team, Terrain};
use super::checks::CHECKS;
use super::script::SCRIPT;

/// The dialect of toy packs.
pub static DIALECT: Dialect = Dialect {
    id: "tug",
    title: "Tug of war",
    about: "Two teams, one rope.",
    catalogs: &[
        CatalogDef::of::<Bout>(),
        CatalogDef::of::<Team>(),
        CatalogDef::of::<Map>(),
        CatalogDef::of::<Terrain>(),
        CatalogDef::of::<PackCheck<Bout, BoardName, BoardName>>(),
    ],
    checks: CHECKS,
    notations: &[],
    playable: "bouts",
    script: Some(&SCRIPT),
    declared: &[],
    base: None,
};
