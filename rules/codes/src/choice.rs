//! The choices of an actor.

use super::command::Command;
use super::content::Content;
use super::state::State;
use super::tell::said;
use foeman_engine::choice::{Choice, Target};

/// Describes a command as a choice.
pub(super) fn choice(content: &Content, state: &State, command: Command) -> Choice {
    let attacker = state.attacker();
    let (actor, verb, title, code) = match command {
        Command::Attack { code } => (attacker, "attack", "Attack", content.attack(attacker, code).cloned()),
        Command::Respond { code } => {
            let defender = 1 - attacker;
            (defender, "respond", "Respond", state.response(content, defender, code))
        }
    };
    let choice = match code {
        Some(code) => Choice::new(verb, format!("{title}: {}", said(content, &code))).with("code", code),
        None => Choice::new(verb, title),
    };
    Choice { actor: Some(actor as u32), target: Target::Token(1 - actor as u32), ..choice }
}
