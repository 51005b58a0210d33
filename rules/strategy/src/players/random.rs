//! A player that makes random but not self-destructive decisions.

use super::super::Strategy;
use super::super::command::Command;
use foeman_engine::player::{Observation, Player};

/// Chooses any legal command with equal probability, except those that give up possessions. Resigning and destroying
/// are always legal, and if they were as likely as a move, games would end before they begin.
#[derive(Debug)]
pub(super) struct Random;

impl Player<Strategy> for Random {
    fn choose(&mut self, view: &Observation<'_, Strategy>) -> Option<Command> {
        let given_away = |command: &Command| matches!(command, Command::Resign {} | Command::Destroy { .. });
        let legal = view.legal();
        let kept: Vec<_> = legal.iter().filter(|command| !given_away(command)).collect();
        if kept.is_empty() {
            return legal.first().cloned();
        }
        let choice = view.numbers("random").below(kept.len() as u32) as usize;
        kept.get(choice).copied().cloned()
    }
}
