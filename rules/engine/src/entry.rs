//! Entries: the steps of a battle.

use serde::{Deserialize, Serialize};

use crate::amend::Amendment;
use crate::dice::Seed;
use crate::draws::Draws;

/// What caused an entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause<C> {
    /// The set-up; entry 0 and no other.
    SetUp,
    /// The rules advanced the battle without a decision.
    Rules,
    /// A player's command.
    Command(C),
    /// An amendment: the content changed, or a game master edited the board.
    Amended(Box<Amendment>),
}

/// A step of a battle: its cause, its rolls and its instructions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry<C, I> {
    /// What caused it.
    pub cause: Cause<C>,
    /// The seed of the dice from this entry on, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The dice rolled.
    pub draws: Draws,
    /// The instructions applied, in order.
    pub did: Vec<I>,
}
