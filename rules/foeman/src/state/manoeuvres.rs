//! What moving asks about the round so far, and the round before.

use serde::{Deserialize, Serialize};

use super::records::Match;
use crate::ids::FigureId;

/// What a figure did to others and they to it, as far as moving asks for it (`F4`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Manoeuvres {
    /// All damage taken since the forced retreats of this round (`FigDmg`, `F8.7`).
    pub damage: i32,
    /// The adjacent opponent it did damage to since then (`FigObj` with `+`, `F4.8`).
    pub harmed: Option<FigureId>,
    /// It forced a retreat in this round.
    pub has_forced: bool,
    /// It was forced to retreat in this round.
    pub has_retreated: bool,
    /// It charged in this round (`F4.9`).
    pub charges: bool,
    /// It tried to be faster in this round (`F7.10`).
    pub has_hurried: bool,
    /// What its MA of this round is more than usual, in MP (`F7.10`).
    pub ma_won: u8,
    /// What its MA of this round is less than usual, in MP (`F4.7`).
    pub ma_lost: u8,
    /// It is at close quarters with those in its hex (`F4.11`).
    pub grapples: bool,
    /// How it compared with those who engaged it when that was last tested (`F4.4`).
    pub matching: Match,
}

impl Manoeuvres {
    /// At the start of a round.
    pub(crate) fn begin_round(&mut self) {
        *self = Self {
            damage: self.damage,
            harmed: self.harmed,
            grapples: self.grapples,
            matching: self.matching,
            ..Self::default()
        };
    }
}
