//! Events of this round and the last that matter to movement.

use serde::{Deserialize, Serialize};

use super::records::Match;
use crate::ids::FigureId;

/// Events of this round and the last that matter to movement (`F4`).
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
    /// It tried to gain speed in this round (`F7.10`).
    pub has_hurried: bool,
    /// MA gained for this round, in MP (`F7.10`).
    pub ma_won: u8,
    /// MA lost for this round, in MP (`F4.7`).
    pub ma_lost: u8,
    /// It is at close quarters with figures in its hex (`F4.11`).
    pub grapples: bool,
    /// How it matched up with the opponents engaging it at the last check (`F4.4`).
    pub matching: Match,
}

impl Manoeuvres {
    /// Resets the record at the start of a round.
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
