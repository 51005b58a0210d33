//! The dialect of the entropy duel: catalogs, checks and notations of its packs.

use foeman_schema::dialect::Dialect;

use super::catalogs::CATALOGS;
use super::checks::CHECKS;
use super::script::SCRIPT;

/// The dialect of the entropy duel.
pub static DIALECT: Dialect = Dialect {
    id: "entropy",
    title: "Entropy duel",
    about: "Two fighters whose blows let entropic levels flow until body, weapon or armour can hold no more.",
    catalogs: CATALOGS,
    checks: CHECKS,
    notations: &[],
    playable: "duels",
    script: Some(&SCRIPT),
    declared: &[],
    base: None,
};
