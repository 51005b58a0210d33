//! A player without a plan that still wants to play.

use super::super::Strategy;
use super::super::command::Command;
use foeman_engine::player::{Observation, Player};

/// Any legal command that gives nothing of its own away, each as likely as the others; giving up and tearing down are
/// always on offer, and a game in which they are as likely as a step is over before it begins.
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
