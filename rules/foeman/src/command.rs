//! The decisions of a player.

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::constants::MOST_DICE;
use crate::content::Content;
use crate::ids::{FigureId, ItemId, TalentId};
use crate::option::Manner;
use crate::state::records::Posture;
use crate::state::{Action, Alteration, State};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
pub enum Command {
    /// Movement: ends the current figure's move.
    Halt,
    /// Movement: one step.
    Step {
        /// The direction of the hex entered.
        direction: Direction,
    },
    /// Movement: turns the current figure and ends its move.
    Pivot {
        /// The new facing.
        facing: Direction,
    },
    /// Before movement: the figure that is asked forces its opponent to retreat (`F4.8`).
    ForceRetreat {
        /// Into the hex in this direction; without one there is none that is free.
        direction: Option<Direction>,
    },
    /// Before movement: the figure that is asked goes after whom it forced to retreat (`F4.8`).
    FollowUp,
    /// Before movement: the figure that is asked lets it be.
    Refrain,
    /// Movement: the current figure lies down, kneels or gets up.
    TakePosture {
        /// The posture.
        to: Posture,
    },
    /// Movement: the current figure tries to be faster (`F7.10`).
    Hurry {
        /// By which talent.
        talent: TalentId,
    },
    /// Movement: the current figure charges (`F4.9`).
    Charge {
        /// Whom.
        target: FigureId,
        /// With which of its strikes.
        attack: u8,
        /// Dice rolled.
        dice: u8,
        /// Plain, or with Weapon Proficiency (a fill of `F7.9`).
        #[serde(default, skip_serializing_if = "Manner::is_plain")]
        manner: Manner,
    },
    /// Movement: the current figure runs its shield against an opponent (`F4.10`).
    ShieldRush {
        /// Whom.
        target: FigureId,
    },
    /// Movement: the current figure pushes an opponent out of its hex (`F4.10`).
    PushBack {
        /// Whom.
        target: FigureId,
    },
    /// Movement: the current figure comes to close quarters with an opponent (`F4.11`).
    Grapple {
        /// With whom.
        target: FigureId,
    },
    /// Movement: another figure of the side moves next.
    Take {
        /// Which.
        figure: FigureId,
    },
    /// Movement: another side may move first.
    Postpone,
    /// At any point of a move, or before an option is chosen: a free alteration (`F10.6`).
    Alter {
        /// Of which item.
        item: ItemId,
        /// What is altered.
        to: Alteration,
    },
    /// Chooses the hex that is asked for.
    Place {
        /// Which.
        hex: Hex,
    },
    /// Effect continuation: keeps up the spell that is asked for (`F11.1`).
    KeepUp,
    /// Effect continuation: does not keep it up.
    LetGo,
    /// Before an option is chosen: no more damage dice than these will be rolled with it (`F7.5`).
    Restrain {
        /// The most damage dice, 1 to 9.
        most: u8,
    },
    /// In the middle of an attack: some of its hit dice are rolled again (`F7.5`).
    Reroll {
        /// Which of them: the sum of 1 for the first, 2 for the second, 4 for the third and so on.
        dice: u16,
    },
    /// In the middle of an attack: no dice are rolled again, or no second attack is made.
    Decline,
    /// Action phase: an option for the figure that is asked.
    Act {
        /// The option.
        action: Action,
    },
}

impl Command {
    /// Whether everything it names exists and every number is one that the rules know.
    pub fn fits(self, content: &Content, state: &State) -> bool {
        match self {
            Self::Restrain { most } => (1..=MOST_DICE).contains(&most),
            Self::Reroll { .. } | Self::Decline => true,
            Self::Halt
            | Self::TakePosture { .. }
            | Self::Postpone
            | Self::KeepUp
            | Self::LetGo
            | Self::Step { .. }
            | Self::Pivot { .. }
            | Self::ForceRetreat { .. }
            | Self::FollowUp
            | Self::Refrain
            | Self::Hurry { .. } => true,
            Self::Place { hex } => content.field.contains(hex),
            Self::Take { figure: named }
            | Self::Charge { target: named, .. }
            | Self::ShieldRush { target: named }
            | Self::PushBack { target: named }
            | Self::Grapple { target: named } => named.index() < state.figures.len(),
            Self::Alter { item, .. } => item.index() < state.items.len(),
            Self::Act { action } => action.fits(content, state),
        }
    }
}
