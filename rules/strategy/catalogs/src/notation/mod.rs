//! The notations of this ruleset: amounts and conditions of custom rules.

mod amount;

mod condition;

mod name;

use foeman_schema::notation::Notation;

pub use amount::Amount;
pub use condition::Condition;
pub use foeman_schema::arithmetic::Sign;
pub use name::{Name, Subject, TERRAINS, Tally, VARIABLES};

/// All notations, sorted by name.
pub static NOTATIONS: &[&Notation] = &[&condition::NOTATION, &amount::NOTATION];

/// A regular expression for a sum of products of numbers, dice and names. Brackets may appear where they are allowed,
/// but only the parser checks that they are balanced. Blanks are matched in one place only, to avoid catastrophic
/// backtracking.
macro_rules! sum {
    () => {
        concat!(
            "(?:\\+ *)?(?:- *|\\( *(?:\\+ *)?)*",
            $crate::notation::factor!(),
            " *(?:\\) *)*(?:[-+*/%] *(?:- *|\\( *(?:\\+ *)?)*",
            $crate::notation::factor!(),
            " *(?:\\) *)*)*"
        )
    };
}

/// A number, dice or a name.
macro_rules! factor {
    () => {
        "(?:[1-9][0-9]?D|0|[1-9][0-9]{0,3}|\
         (?:unit|other|faction|foe|site|ground|game|option)\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*)"
    };
}

use factor;
use sum;
