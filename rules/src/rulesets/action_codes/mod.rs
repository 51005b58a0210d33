//! Action codes: what actors do as short codes, and contests of one code against another.
//!
//! Read the modules in this order: [`book`] (what a code means), [`contest`](mod@contest) (one code against another),
//! [`play`] (rounds of contests between two actors), [`tools`].

pub mod book;

pub mod contest;

pub mod play;

mod tell;

mod checks;

pub mod tools;

use foeman_schema::catalogs::action_codes::CATALOGS;
use foeman_schema::dialect::Dialect;

/// The ruleset.
#[derive(Debug)]
pub struct ActionCodes;

static DIALECT: Dialect = Dialect {
    id: "action-codes",
    title: "Action codes",
    about: "Actions as short codes, and contests of one code against another.",
    catalogs: CATALOGS,
    checks: checks::ALL,
    playable: "contests",
};
