//! Value notations: text that means more than text, parsed here and evaluated by the rules.
//!
//! A field in such a notation carries `x-notation` in its schema; [`check`] is what the checks and the window ask.

pub mod code;

mod color;

mod damage;

pub mod pattern;

pub use color::color_distance;
pub use damage::{DamageDice, DamageStat, DieRole, StatMod};

/// Whether `text` is well formed in the notation called `name`; the error says what was expected and found.
/// An unknown name accepts everything.
pub fn check(name: &str, text: &str) -> Result<(), String> {
    match name {
        "color" => color::check(text),
        "damage" => text.parse::<DamageStat>().map(|_| ()),
        "code" => text.parse::<code::ActionCode>().map(|_| ()).map_err(|error| error.to_string()),
        _ => Ok(()),
    }
}
