//! What a game master does to figures.

use std::sync::Arc;

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::body::shape::Pose;
use crate::catalogs::Loadout;
use crate::ids::{FigureId, ItemId, ItemKindId, KindId};
use crate::state::records::{DiceRecord, HaltRecord, Posture};
use crate::state::{FigureState, ItemState, State, Whereabouts};
use foeman_engine::ruleset::SideId;

/// What a game master does to a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mastered {
    /// It is elsewhere now.
    Put {
        /// Where its head is.
        hex: Hex,
        /// The way it faces.
        facing: Direction,
    },
    /// Harm is taken from it.
    Mended {
        /// Physical damage.
        physical: i32,
        /// Exhaustion.
        exhaustion: i32,
    },
    /// It is harmed, whatever protects it.
    Wounded {
        /// Physical damage.
        physical: i32,
    },
    /// It has one piece more of a kind, with the next number.
    Given {
        /// Which kind.
        kind: ItemKindId,
    },
}

/// A figure that a game master lets come into the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Newcomer {
    /// Its kind.
    pub kind: KindId,
    /// Which it is of those of its kind, from 1.
    pub nth: u16,
    /// Where its head is.
    pub hex: Hex,
    /// The way it faces.
    pub facing: Direction,
    /// Its posture.
    pub posture: Posture,
    /// Its MA, in MP.
    pub ma: u8,
}

impl Mastered {
    pub(super) fn apply(&self, state: &mut State, figure: FigureId) {
        match *self {
            Self::Put { hex, facing } => {
                let own = state.figure_mut(figure);
                (own.hex, own.facing) = (hex, facing);
                own.manoeuvres.grapples = false;
            }
            Self::Mended { physical, exhaustion } => {
                let own = state.figure_mut(figure);
                own.physical = own.physical.saturating_sub(physical);
                own.exhaustion = own.exhaustion.saturating_sub(exhaustion);
            }
            Self::Wounded { physical } => {
                let own = state.figure_mut(figure);
                own.physical = own.physical.saturating_add(physical);
            }
            Self::Given { kind } => {
                let item = ItemId(state.items.len() as u16);
                let at = Whereabouts::Carried { place: Loadout::Back };
                state.items.push(ItemState { at, ..ItemState::of_nobody(kind) });
                state.give(item, Some(figure));
            }
        }
    }
}

impl Newcomer {
    /// It does nothing more in the round in which it comes, like those that are made.
    pub(super) fn apply(&self, state: &mut State, side: SideId) {
        let pose = Pose { head: self.hex, facing: self.facing };
        state.figures.push(FigureState {
            nth: self.nth,
            gear: Arc::default(),
            posture: self.posture,
            dice: DiceRecord::Acted(0),
            halt: HaltRecord::Halted,
            ..FigureState::new(self.kind, side, pose, self.ma)
        });
    }
}
