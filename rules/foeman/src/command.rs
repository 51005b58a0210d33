//! Commands: the decisions of a player.

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::constants::MOST_DICE;
use crate::content::Content;
use crate::ids::{FigureId, ItemId, TalentId};
use crate::option::Manner;
use crate::state::records::Posture;
use crate::state::{Action, Alteration, State};

/// A decision of a player.
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
    /// Before movement: forces the opponent of the deciding figure to retreat (`F4.8`).
    ForceRetreat {
        /// The direction of the retreat; `None` if no hex is free.
        direction: Option<Direction>,
    },
    /// Before movement: the deciding figure follows the opponent it forced to retreat (`F4.8`).
    FollowUp,
    /// Before movement: the deciding figure does neither.
    Refrain,
    /// Movement: the current figure lies down, kneels or gets up.
    TakePosture {
        /// The posture.
        to: Posture,
    },
    /// Movement: the current figure tries to gain speed (`F7.10`).
    Hurry {
        /// The talent used.
        talent: TalentId,
    },
    /// Movement: the current figure charges (`F4.9`).
    Charge {
        /// The target.
        target: FigureId,
        /// The position of the strike among its attacks.
        attack: u8,
        /// The number of dice to roll.
        dice: u8,
        /// Plain, or with Weapon Proficiency (an assumption about `F7.9`).
        #[serde(default, skip_serializing_if = "Manner::is_plain")]
        manner: Manner,
    },
    /// Movement: the current figure makes a shield rush against an opponent (`F4.10`).
    ShieldRush {
        /// The target.
        target: FigureId,
    },
    /// Movement: the current figure pushes an opponent out of its hex (`F4.10`).
    PushBack {
        /// The target.
        target: FigureId,
    },
    /// Movement: the current figure tries to grapple an opponent (`F4.11`).
    Grapple {
        /// The target.
        target: FigureId,
    },
    /// Movement: another figure of the side moves next.
    Take {
        /// The figure.
        figure: FigureId,
    },
    /// Movement: another side may move first.
    Postpone,
    /// At any point of a move, or before an option is chosen: a free alteration (`F10.6`).
    Alter {
        /// The item.
        item: ItemId,
        /// The alteration.
        to: Alteration,
    },
    /// Answers a question for a hex.
    Place {
        /// The chosen hex.
        hex: Hex,
    },
    /// Effect continuation: keeps up the spell in question (`F11.1`).
    KeepUp,
    /// Effect continuation: lets the spell in question end.
    LetGo,
    /// Before an option is chosen: limits the damage dice to be rolled with it (`F7.5`).
    Restrain {
        /// The most damage dice, 1 to 9.
        most: u8,
    },
    /// During an attack: rerolls some of its hit dice (`F7.5`).
    Reroll {
        /// The dice to reroll, as a bit mask: 1 for the first, 2 for the second, 4 for the third and so on.
        dice: u16,
    },
    /// During an attack: rerolls no dice, or makes no second attack.
    Decline,
    /// Action phase: chooses an option for the deciding figure.
    Act {
        /// The option.
        action: Action,
    },
}

impl Command {
    /// Whether everything it names exists and its numbers are within the limits of the rules.
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
            Self::Place { hex } => content.land.field.contains(hex),
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
