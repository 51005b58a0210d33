//! What a pack of this ruleset may contain.

use foeman_schema::dialect::Dialect;

use super::catalogs::CATALOGS;
use super::checks::CHECKS;
use super::script::SCRIPT;

/// What a pack of it may contain.
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
