//! Seeker as a player in battles.

use super::planner::Options;
use super::turn::Turn;
use crate::Strategy;
use crate::command::Command;
use crate::ids::FactionId;
use crate::situation::Situation;
use crate::state::State;
use foeman_engine::battle::{Cause, EntryOf};
use foeman_engine::dice::Words;
use foeman_engine::player::{Observation, Player};
use foeman_engine::ruleset::Ruleset as _;

/// The purpose of its random numbers.
const PURPOSE: &str = "seeker";

/// Seeker, deciding one command at a time.
///
/// Its plans follow from the entries of the current turn alone: they are cached between decisions, and the turn is
/// planned again if an entry is not its own or differs from the cache.
#[derive(Default)]
pub(super) struct Seeker {
    kept: Option<Kept>,
}

/// The cache after a decision.
struct Kept {
    /// The entry that began the turn, or the last amendment in it.
    begun: usize,
    /// The entries since then, up to the decision.
    entries: Vec<EntryOf<Strategy>>,
    /// The decision.
    command: Command,
    turn: Turn,
}

impl Player<Strategy> for Seeker {
    fn choose(&mut self, view: &Observation<'_, Strategy>) -> Option<Command> {
        if Situation::new(view.content(), view.state).is_spent(FactionId(view.side.0)) {
            return Some(Command::EndTurn {});
        }
        let entries = view.entries();
        let begun =
            entries.iter().rposition(|entry| matches!(entry.cause, Cause::Rules | Cause::Amended(_))).unwrap_or(0);
        let since = &entries[begun.min(entries.len())..];
        let kept = self.kept.take().filter(|kept| kept.is_of(begun, since));
        let (mut turn, mut known) =
            kept.map_or_else(|| (remembered(view, begun), Vec::new()), |kept| (kept.turn, kept.entries));
        let command = next(&mut turn, view, view.state, view.numbers(PURPOSE)).unwrap_or(Command::EndTurn {});
        known.extend_from_slice(&since[known.len()..]);
        self.kept = Some(Kept { begun, entries: known, command: command.clone(), turn });
        Some(command)
    }
}

impl Kept {
    /// Whether the cache belongs to the turn of these entries, and the last of them was its own decision.
    fn is_of(&self, begun: usize, since: &[EntryOf<Strategy>]) -> bool {
        self.begun == begun
            && since.len() == self.entries.len() + 1
            && since.starts_with(&self.entries)
            && since.last().is_some_and(|last| last.cause == Cause::Command(self.command.clone()))
    }
}

/// Reconstructs its plans from the entries of the turn; starts over after each entry that it would not have made.
fn remembered(view: &Observation<'_, Strategy>, begun: usize) -> Turn {
    let options = Options::from(view.content().faction(FactionId(view.side.0)).seeking);
    let mut turn = Turn::new(options);
    let Some(mut state) = view.state_after(begun).filter(|_| view.entries().len() > begun + 1) else { return turn };
    for (number, entry) in view.entries().iter().enumerate().skip(begun + 1) {
        let planned = next(&mut turn, view, &state, view.numbers_of(number as u64, PURPOSE));
        let is_own = matches!((&entry.cause, &planned), (Cause::Command(done), Some(planned)) if done == planned);
        if !is_own {
            turn = Turn::new(options);
        }
        entry.did.iter().for_each(|instruction| Strategy::apply(view.content(), &mut state, instruction));
    }
    turn
}

fn next(turn: &mut Turn, view: &Observation<'_, Strategy>, state: &State, mut words: Words) -> Option<Command> {
    let mut pick = |among: usize| words.below(among as u32) as usize;
    turn.next(view.content(), state, FactionId(view.side.0), &mut pick)
}
