//! The computer players of the toy: the generic ones, and a custom one.

use foeman_engine::player::{Observation, Player, PlayerDef, greedy, random};

use super::Tug;
use super::command::Command;

/// The players, default first.
pub(super) const PLAYERS: &[PlayerDef<Tug>] = &[
    greedy(),
    random(),
    PlayerDef::new("brute", "brutish", "Heaves with all the dice it has breath for", || Box::<Brute>::default()),
];

/// Heaves with all its breath, and remembers the strength of every command it has seen.
#[derive(Default)]
struct Brute {
    strengths: Vec<(Command, u8)>,
}

impl Player<Tug> for Brute {
    fn choose(&mut self, view: &Observation<'_, Tug>) -> Option<Command> {
        let mut strength = |command: &Command| {
            if let Some(known) = self.strengths.iter().find(|(known, _)| known == command) {
                return known.1;
            }
            let strength = if let Command::Heave { dice } = command { *dice } else { 0 };
            self.strengths.push((*command, strength));
            strength
        };
        view.legal().iter().max_by_key(|command| strength(command)).copied()
    }
}
