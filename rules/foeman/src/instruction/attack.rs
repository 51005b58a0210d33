//! What happens in the course of an attack.

use serde::{Deserialize, Serialize};

use crate::ids::FigureId;
use crate::rolls::Check;
use crate::state::{Question, State, Underway};

/// What happens to a figure in the course of an attack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackEvent {
    /// It will roll no more damage dice than these, before it chooses its option (`F7.5`).
    Restrained {
        /// The most damage dice.
        most: u8,
    },
    /// It has rolled to hit and may roll dice again.
    MayReroll(Underway),
    /// It rolls no dice again.
    KeepsDice,
    /// It rolled hit dice again.
    Rerolled {
        /// The roll as it stands then.
        check: Check,
        /// Which of its dice these are, by their positions.
        again: Vec<u8>,
    },
    /// It was hit and rolled to escape the harm (`F8.5`).
    Saved {
        /// The saving roll.
        check: Check,
    },
    /// Weapon Proficiency took modIQ (`F7.9`).
    Exerted {
        /// How much.
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
                state.attack = Some(Box::new(underway.clone()));
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
