//! Events of effects in force, and the figures they create.

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::body::shape::Pose;
use crate::ids::KindId;
use crate::state::records::{DiceRecord, HaltRecord, Posture};
use crate::state::{EffectState, FigureState, State};
use foeman_engine::ruleset::SideId;

/// An event of an effect in force.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffectEvent {
    /// It begins.
    Begins(Box<EffectState>),
    /// It creates a figure, and lasts as long as the figure.
    Makes(Box<Made>),
    /// It was renewed (`F11.1`).
    Renewed {
        /// Its position among the effects in force.
        at: u16,
        /// The last round it is in force now.
        expires: u32,
        /// How often it has been paid for.
        count: u8,
    },
    /// It ends.
    Ends {
        /// Its position among the effects in force; those after it move up.
        at: u16,
    },
}

/// A figure that an effect creates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Made {
    /// Its kind.
    pub kind: KindId,
    /// Its side.
    pub side: SideId,
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
    /// The effect that keeps it; its target is the new figure, by its future number.
    pub force: EffectState,
}

impl EffectEvent {
    pub(super) fn apply(&self, state: &mut State) {
        match self {
            Self::Begins(effect) => state.effects.push(**effect),
            Self::Makes(made) => {
                let pose = Pose { head: made.hex, facing: made.facing };
                // A new figure does nothing in the round in which it is created (an assumption).
                state.figures.push(FigureState {
                    nth: made.nth,
                    posture: made.posture,
                    dice: DiceRecord::Acted(0),
                    halt: HaltRecord::Halted,
                    ..FigureState::new(made.kind, made.side, pose, made.ma)
                });
                state.effects.push(made.force);
            }
            Self::Renewed { at, expires, count } => {
                let effect = &mut state.effects[usize::from(*at)];
                effect.expires = Some(*expires);
                effect.count = *count;
            }
            Self::Ends { at } => {
                state.effects.remove(usize::from(*at));
            }
        }
    }
}
