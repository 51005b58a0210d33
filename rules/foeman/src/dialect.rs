//! The dialect of this ruleset: what its packs may contain.

use foeman_schema::dialect::Dialect;

use crate::catalogs::CATALOGS;
use crate::checks::CHECKS;
use crate::notation::NOTATIONS;
use crate::script::SCRIPT;

/// The dialect of this ruleset.
pub static DIALECT: Dialect = Dialect {
    id: "foeman",
    title: "Foeman",
    about: "Tactical hex combat between single figures, based on the Foeman and MindWand rules",
    catalogs: CATALOGS,
    checks: CHECKS,
    notations: NOTATIONS,
    playable: "scenarios",
    script: Some(&SCRIPT),
    declared: &[],
    base: None,
};
