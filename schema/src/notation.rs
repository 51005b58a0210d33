//! Value notations: text that means more than text, parsed here and evaluated by the rules.
//!
//! A field in such a notation carries `x-notation` in its schema; [`check`] is what the checks and the window ask.

pub mod code;

pub mod bypass;

mod color;

mod damage;

pub mod expression;

pub mod pattern;

mod rounds;

mod saving;

pub use bypass::Bypass;
pub use color::color_distance;
pub use damage::{DamageDice, DamageStat, DieRole, StatMod};
pub use expression::{Amount, Roll};
pub use rounds::Rounds;
pub use saving::{Saves, SavingRoll};

/// Whether `text` is well formed in the notation called `name`; the error says what was expected and found.
/// An unknown name accepts everything.
pub fn check(name: &str, text: &str) -> Result<(), String> {
    match name {
        "amount" => text.parse::<Amount>().map(|_| ()),
        "bypass" => text.parse::<Bypass>().map(|_| ()),
        "color" => color::check(text),
        "damage" => text.parse::<DamageStat>().map(|_| ()),
        "roll" => text.parse::<Roll>().map(|_| ()),
        "rounds" => text.parse::<Rounds>().map(|_| ()),
        "saving-roll" => text.parse::<SavingRoll>().map(|_| ()),
        "front-pattern" => text.parse::<pattern::FrontPattern>().map(|_| ()),
        "code" => text.parse::<code::ActionCode>().map(|_| ()).map_err(|error| error.to_string()),
        _ => Ok(()),
    }
}
