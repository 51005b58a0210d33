//! What happens to effects in force.

use serde::{Deserialize, Serialize};

use crate::rulesets::foeman::state::{EffectState, State};

/// What happens to an effect in force.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffectEvent {
    /// It begins.
    Begins(EffectState),
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

impl EffectEvent {
    pub(super) fn apply(&self, state: &mut State) {
        match self {
            Self::Begins(effect) => state.effects.push(*effect),
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
