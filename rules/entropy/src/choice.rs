//! The choices of a duellist.

use super::act::{induced_level, needed};
use super::command::Command;
use super::content::Content;
use super::formulas;
use super::state::{State, other};
use super::tell::chance_words;
use foeman_engine::choice::{Choice, Target};

/// Describes a command as a choice.
pub(super) fn choice(content: &Content, state: &State, command: Command) -> Choice {
    let Some(&side) = state.waiting.first() else { return Choice::new(verb(command), String::new()) };
    let body = state.standing(side).body;
    let level = || induced_level(content, state, side, command);
    let choice = match command {
        Command::Strike => {
            let (foe, attack) = (other(side), &content.fighter(side).weapon);
            let weapon = &attack.vessel.name;
            let needed = needed(content, state, side);
            let text = format!("Strike {} with the {weapon}: {}", content.fighter(foe).name, chance_words(needed));
            Choice {
                target: Target::Token(u32::from(foe.0)),
                odds: Some(formulas::strike_odds(needed)),
                ..Choice::new(verb(command), text).with_record("item", weapon, &attack.record)
            }
        }
        Command::Raise => {
            Choice::new(verb(command), format!("Raise own level: {body} -> {}", level())).with("level", level())
        }
        Command::Lower => {
            Choice::new(verb(command), format!("Lower own level: {body} -> {}", level())).with("level", level())
        }
    };
    Choice { actor: Some(u32::from(side.0)), ..choice }
}

fn verb(command: Command) -> &'static str {
    match command {
        Command::Strike => "strike",
        Command::Raise => "raise",
        Command::Lower => "lower",
    }
}
