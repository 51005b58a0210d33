//! The builders of this ruleset's notations: how forms compose damage, saving rolls, patterns and amounts.

mod amounts;

mod bypass;

mod damage;

mod events;

mod front_pattern;

mod rounds;

mod saving_roll;

use std::fmt::Display;
use std::str::FromStr;

use foeman_engine::builder::Builder;

/// All builders.
pub(super) static BUILDERS: &[&Builder] = &[
    &amounts::AMOUNT,
    &bypass::BUILDER,
    &damage::BUILDER,
    &events::AMOUNT,
    &events::CONDITION,
    &front_pattern::BUILDER,
    &amounts::ROLL,
    &rounds::BUILDER,
    &saving_roll::BUILDER,
];

/// Returns a text of a type as it is printed; `None` if it cannot be parsed.
fn tidy<T: FromStr + Display>(text: &str) -> Option<String> {
    text.parse::<T>().ok().map(|value| value.to_string())
}
