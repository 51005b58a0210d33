//! Who is asked what.

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::ids::{FigureId, SpellId};
use crate::state::Source;
use foeman_engine::ruleset::SideId;

/// What a side is asked. Every decision of a battle answers one of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// How its figures move (`F4`).
    Move {
        /// The side.
        side: SideId,
        /// The figure that is taking its move.
        figure: Option<FigureId>,
    },
    /// Which option a figure chooses (`F6.2`).
    Option(Asked),
    /// Which hit dice of the attack underway are rolled again (`F7.5`).
    Reroll {
        /// The attacker.
        figure: FigureId,
    },
    /// What the second of two attacks in one action is (`F5`).
    SecondAttack {
        /// The attacker.
        figure: FigureId,
    },
    /// Whether, and whereto, a figure forces another to retreat (`F4.8`).
    Retreat {
        /// The figure.
        figure: FigureId,
        /// Whom it may push back.
        target: FigureId,
    },
    /// Whether a figure goes after whom it forced to retreat (`F4.8`).
    FollowUp {
        /// The figure.
        figure: FigureId,
        /// The hex its head would go to.
        to: Hex,
    },
    /// Where something is to be.
    Place(Place),
    /// Whether a spell is kept up (`F11.1`).
    Renewal {
        /// By whom.
        caster: FigureId,
        /// Which.
        spell: SpellId,
        /// Cast in this round.
        began: u32,
    },
}

/// A hex that is to be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Place {
    /// The figure whose side chooses.
    pub chooser: FigureId,
    /// What asks for it.
    pub source: Source,
    /// What is to be there.
    pub what: Placing,
}

/// What is to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Placing {
    /// A figure, somewhere near where it is.
    Figure {
        /// Which.
        figure: FigureId,
        /// At most so many hexes away.
        within: u8,
    },
    /// What a spell does to a hex.
    Spell {
        /// Which.
        spell: SpellId,
    },
}

/// The figure that is asked for an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Asked {
    /// The figure.
    pub figure: FigureId,
    /// For a watcher that is asked again: it supersedes only with more dice than these (`F6.4`).
    pub over: Option<u8>,
}
