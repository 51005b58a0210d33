//! The notations of this ruleset: strings with a syntax of their own, one file each, with a type and its [`Notation`].

pub mod bypass;

mod damage;

pub mod event;

pub mod expression;

pub mod pattern;

pub mod record;

mod rounds;

mod saving;

use foeman_schema::notation::Notation;

pub use bypass::Bypass;
pub use damage::{DamageDice, DamageStat, DieRole, StatMod};
pub use event::{EventAmount, EventCondition};
pub use expression::{Amount, Roll};
pub use rounds::Rounds;
pub use saving::{Saves, SavingRoll};

/// All notations, sorted by name.
pub static NOTATIONS: &[&Notation] = &[
    &expression::AMOUNT,
    &bypass::NOTATION,
    &damage::NOTATION,
    &event::AMOUNT,
    &event::CONDITION,
    &pattern::NOTATION,
    &expression::ROLL,
    &rounds::NOTATION,
    &saving::NOTATION,
];
