//! The notations of this ruleset: what custom rules calculate with and ask.

mod amount;

mod condition;

mod name;

use foeman_schema::notation::Notation;

pub use amount::Amount;
pub use condition::{Condition, Sign};
pub use name::{Name, Subject, Tally, VARIABLES};

/// All of them, sorted by name.
pub(super) static NOTATIONS: &[&Notation] = &[&condition::NOTATION, &amount::NOTATION];

/// A sum of products of numbers, dice and names, as far as a regular expression can say it: brackets stand where they may,
/// and that each is closed is left to the reader. Blanks are taken in one place only, so that no text makes a matcher try
/// many ways.
macro_rules! sum {
    () => {
        concat!(
            "(?:\\+ *)?(?:- *|\\( *(?:\\+ *)?)*",
            $crate::notation::factor!(),
            " *(?:\\) *)*(?:[-+*/] *(?:- *|\\( *(?:\\+ *)?)*",
            $crate::notation::factor!(),
            " *(?:\\) *)*)*"
        )
    };
}

/// A number, dice or a name.
macro_rules! factor {
    () => {
        "(?:[1-9][0-9]?D|0|[1-9][0-9]{0,3}|\
         (?:unit|other|faction|foe|site|game|option)\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*)"
    };
}

use factor;
use sum;
