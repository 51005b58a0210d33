//! Events in the course of an attack.

use serde::{Deserialize, Serialize};

use crate::ids::FigureId;
use crate::rolls::Check;
use crate::state::{Question, State, Underway};

/// An event in the course of a figure's attack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackEvent {
    /// It has limited its damage dice, before choosing its option (`F7.5`).
    Restrained {
        /// The most damage dice.
        most: u8,
    },
    /// It has rolled to hit and may reroll dice.
    MayReroll(Box<Underway>),
    /// It rerolls no dice.
    KeepsDice,
    /// It has rerolled hit dice.
    Rerolled {
        /// The roll after that.
        check: Box<Check>,
        /// The positions of the rerolled dice.
        again: Vec<u8>,
    },
    /// It was hit and made a saving roll against the harm (`F8.5`).
    Saved {
        /// The saving roll.
        check: Box<Check>,
    },
    /// Weapon Proficiency took modIQ (`F7.9`).
    Exerted {
        /// The modIQ lost.
        iq: u8,
    },
    /// It may make the second of two attacks (`F5`).
    MayAttackAgain,
    /// It makes no second attack.
    Desists,
}

impl AttackEvent {
    pub(super) fn apply(&self, state: &mut State, figure: FigureId) {
        match self {
            Self::Restrained { most } => state.figure_mut(figure).restrained = Some(*most),
            Self::MayReroll(underway) => {
                state.attack = Some(underway.clone());
                state.asked = Some(Question::Reroll { figure });
            }
            Self::KeepsDice | Self::Rerolled { .. } => {
                state.attack = None;
                state.asked = None;
            }
            Self::Saved { .. } => {}
            Self::Exerted { iq } => {
                let own = state.figure_mut(figure);
                own.iq_spent = own.iq_spent.saturating_add(i32::from(*iq));
            }
            Self::MayAttackAgain => state.asked = Some(Question::SecondAttack { figure }),
            Self::Desists => state.asked = None,
        }
    }
}
