//! Events of a game master's edits to figures.

use std::sync::Arc;

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::body::shape::Pose;
use crate::catalogs::Loadout;
use crate::ids::{FigureId, ItemId, ItemKindId, KindId};
use crate::state::records::{DiceRecord, HaltRecord, Posture};
use crate::state::{FigureState, ItemState, State, Whereabouts};
use foeman_engine::ruleset::SideId;

/// An edit of a figure by a game master.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mastered {
    /// It was moved.
    Put {
        /// The hex of its head.
        hex: Hex,
        /// Its facing.
        facing: Direction,
    },
    /// It was healed.
    Mended {
        /// Physical damage healed.
        physical: i32,
        /// Exhaustion healed.
        exhaustion: i32,
    },
    /// It was harmed, ignoring its protection.
    Wounded {
        /// Physical damage.
        physical: i32,
    },
    /// It was given one piece of an item, with the next number.
    Given {
        /// The kind of item.
        kind: ItemKindId,
    },
}

/// A figure that a game master adds to the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Newcomer {
    /// Its kind.
    pub kind: KindId,
    /// Its number among the figures of its kind, from 1.
    pub nth: u16,
    /// The hex of its head.
    pub hex: Hex,
    /// Its facing.
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
    /// Like a created figure, it does nothing in the round in which it joins.
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
