//! Many battles, and what they say about a scenario.

use crate::dice::Seed;
use crate::player::PlayerKind;
use crate::ruleset::{Outcome, SideId};

/// What to simulate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many battles.
    pub battles: u32,
    /// The seed of the first; battle `i` has this seed plus `i`.
    pub seed: Seed,
    /// Worker threads; 0 for one per core. The result does not depend on it.
    pub threads: usize,
    /// Who plays each side, in scenario order; sides past the end are greedy.
    pub players: Vec<PlayerKind>,
}

/// One simulated battle.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct BattleResult {
    /// Its seed.
    pub seed: Seed,
    /// How it ended.
    pub outcome: Outcome,
    /// In which round.
    pub rounds: u32,
    /// The journal's hash.
    pub hash: String,
}

/// The results of a simulation.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Report {
    /// Names of the sides in scenario order.
    pub sides: Vec<String>,
    /// The battles in order of their seeds; fewer than planned after a cancel.
    pub battles: Vec<BattleResult>,
}

impl Report {
    /// Battles won by a side.
    pub fn wins(&self, side: SideId) -> usize {
        self.battles.iter().filter(|battle| battle.outcome == Outcome::Won { side }).count()
    }
}
