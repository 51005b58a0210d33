//! Questions: the decisions that the battle waits for.

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::ids::{FigureId, Source, SpellId};
use foeman_engine::ruleset::SideId;

/// A decision that a side must make. Every command answers one of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// How to move (`F4`).
    Move {
        /// The side.
        side: SideId,
        /// The moving figure.
        figure: Option<FigureId>,
    },
    /// Which option to choose for a figure (`F6.2`).
    Option(Asked),
    /// Which hit dice of the current attack to reroll (`F7.5`).
    Reroll {
        /// The attacker.
        figure: FigureId,
    },
    /// Which second attack to make in a double attack (`F5`).
    SecondAttack {
        /// The attacker.
        figure: FigureId,
    },
    /// Whether to force an opponent to retreat, and in which direction (`F4.8`).
    Retreat {
        /// The figure.
        figure: FigureId,
        /// The opponent.
        target: FigureId,
    },
    /// Whether to follow an opponent that was forced to retreat (`F4.8`).
    FollowUp {
        /// The figure.
        figure: FigureId,
        /// The hex its head would enter.
        to: Hex,
    },
    /// Which hex to choose for a figure or spell.
    Place(Place),
    /// Whether to keep up a spell (`F11.1`).
    Renewal {
        /// The caster.
        caster: FigureId,
        /// The spell.
        spell: SpellId,
        /// The round it was cast in.
        began: u32,
    },
}

/// A hex to be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Place {
    /// The figure whose side chooses.
    pub chooser: FigureId,
    /// The source of the effect.
    pub source: Source,
    /// The purpose of the hex.
    pub what: Placing,
}

/// The purpose of a hex to be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Placing {
    /// A figure is moved there.
    Figure {
        /// The figure.
        figure: FigureId,
        /// The maximum distance.
        within: u8,
    },
    /// A spell takes effect there.
    Spell {
        /// The spell.
        spell: SpellId,
    },
}

/// A figure that must choose an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Asked {
    /// The figure.
    pub figure: FigureId,
    /// For a watcher that chooses again: the number of dice that it must exceed (`F6.4`).
    pub over: Option<u8>,
}
