//! What happens to effects in force, and what they make.

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::body::shape::Pose;
use crate::ids::KindId;
use crate::state::records::{DiceRecord, HaltRecord, Posture};
use crate::state::{EffectState, FigureState, State};
use foeman_engine::ruleset::SideId;

/// What happens to an effect in force.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffectEvent {
    /// It begins.
    Begins(EffectState),
    /// It makes a figure, and lasts as long as that.
    Makes(Made),
    /// It was paid for again (`F11.1`).
    Renewed {
        /// Its position among the effects in force.
        at: u16,
        /// It ends with this round now.
        expires: u32,
        /// How often it was paid for.
        count: u8,
    },
    /// It ends.
    Ends {
        /// Its position among the effects in force; those behind it move up.
        at: u16,
    },
}

/// A figure that an effect makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Made {
    /// Its kind.
    pub kind: KindId,
    /// Its side.
    pub side: SideId,
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
    /// The effect that keeps it; its target is the figure itself, by the number it is given now.
    pub force: EffectState,
}

impl EffectEvent {
    pub(super) fn apply(&self, state: &mut State) {
        match self {
            Self::Begins(effect) => state.effects.push(*effect),
            Self::Makes(made) => {
                let pose = Pose { head: made.hex, facing: made.facing };
                // What was made in a round does nothing in it any more (a fill).
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
