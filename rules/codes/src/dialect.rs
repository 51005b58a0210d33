//! The dialect of action codes: catalogs, checks and notations of its packs.

use foeman_schema::dialect::Dialect;
use foeman_schema::notation::code;

use super::catalogs::CATALOGS;
use super::checks::CHECKS;
use super::script::SCRIPT;

/// The dialect of action codes.
pub static DIALECT: Dialect = Dialect {
    id: "action-codes",
    title: "Action codes",
    about: "Actions as short codes, and contests of one code against another.",
    catalogs: CATALOGS,
    checks: CHECKS,
    notations: &[&code::NOTATION],
    playable: "contests",
    script: Some(&SCRIPT),
    declared: &[],
    base: None,
};
