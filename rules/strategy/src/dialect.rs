//! The dialect of the strategy ruleset: catalogs, checks and notations of its packs.

use foeman_schema::dialect::Dialect;

use super::catalogs::CATALOGS;
use super::checks::CHECKS;
use super::notation::NOTATIONS;
use super::script::SCRIPT;

/// The dialect of the strategy ruleset.
pub static DIALECT: Dialect = Dialect {
    id: "strategy",
    title: "Strategy",
    about: "Factions that take a map site by site, with units they build, place, move and fight with.",
    catalogs: CATALOGS,
    checks: CHECKS,
    notations: NOTATIONS,
    playable: "scenarios",
    script: Some(&SCRIPT),
    declared: &[],
    base: None,
};
