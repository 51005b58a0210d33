//! The computer players: Hexkit's Seeker, and those that serve all rulesets.
//!
//! Seeker plans a whole turn on a copy of the game ([`plan`]); in a battle, where chance may go another way than on the
//! copy, it plans anew for each decision and takes the first command.

mod planner;
mod select;
mod settle;
mod turn;

pub use planner::{Options, Plan, Planned};
pub use turn::plan;

use super::Strategy;
use super::command::Command;
use super::ids::FactionId;
use crate::player::{Observation, Player, PlayerDef, greedy, random};

/// The players, the usual one first.
pub(super) static PLAYERS: &[PlayerDef<Strategy>] = &[
    PlayerDef::new(
        "seeker",
        "seeking",
        "Sends each unit against the nearest enemies and sites that it can take, together where that is needed",
        || Box::new(Seeker),
    ),
    greedy(),
    random(),
];

/// Seeker, deciding one command at a time.
struct Seeker;

impl Player<Strategy> for Seeker {
    fn choose(&mut self, view: &Observation<'_, Strategy>) -> Option<Command> {
        let faction = FactionId(view.side.0);
        let mut words = view.numbers("seeker");
        let chance = Box::new(move |among: usize| words.below(among as u32) as usize);
        let planned =
            plan(view.content(), view.state, faction, Options { first_only: true, ..Options::default() }, chance);
        Some(planned.commands.into_iter().next().map_or(Command::EndTurn {}, |planned| planned.command))
    }
}
