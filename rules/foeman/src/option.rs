//! The options a figure can choose (`F5`).

use serde::{Deserialize, Serialize};

use crate::catalogs::effects::ActionKind;
use crate::constants::MOST_DICE;
use crate::content::Content;
use crate::content::items::Mode;
use crate::ids::{FigureId, ItemId, SpellId, TalentId};
use crate::state::State;

/// An option with all that belongs to it (`F5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "option")]
pub enum Action {
    /// Nothing more than having moved.
    Move,
    /// Wait and aim.
    Watch {
        /// At whom.
        target: FigureId,
    },
    /// Make an item ready.
    Ready {
        /// Which.
        item: ItemId,
        /// Dice rolled.
        dice: u8,
    },
    /// Parry blows that come from the front.
    Defend {
        /// With what; nothing when no item is ready.
        item: Option<ItemId>,
        /// At whom it aims meanwhile; nobody means the figure itself.
        target: Option<FigureId>,
    },
    /// Evade missiles.
    Dodge {
        /// At whom it aims meanwhile; nobody means the figure itself.
        target: Option<FigureId>,
    },
    /// Attack an opponent.
    Attack {
        /// How.
        mode: Mode,
        /// Whom.
        target: FigureId,
        /// With which of the weapons that are ready for that.
        attack: u8,
        /// Dice rolled.
        dice: u8,
        /// How much is put into it.
        #[serde(default, skip_serializing_if = "Manner::is_plain")]
        manner: Manner,
    },
    /// Cast a spell (`F11.2`).
    Cast {
        /// Which.
        spell: SpellId,
        /// On whom; nobody for a spell on a hex, which is chosen once it has succeeded.
        target: Option<FigureId>,
        /// Dice rolled.
        dice: u8,
    },
    /// Keep up a spell that is in force (`F11.1`).
    Recast {
        /// Which.
        spell: SpellId,
        /// Cast in this round.
        began: u32,
    },
    /// Use an item.
    Use {
        /// Which.
        item: ItemId,
        /// Dice rolled.
        dice: u8,
    },
    /// Use a talent.
    Exert {
        /// Which.
        talent: TalentId,
        /// Dice rolled.
        dice: u8,
    },
}

/// How much is put into an attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// As anybody does it.
    #[default]
    Plain,
    /// With Weapon Proficiency, declared before the roll (`F7.9`).
    Proficient,
    /// As the first of two attacks in one action: Strike2 and Fire2 (`F5`).
    Twice,
    /// As the second of them.
    Second,
}

/// Who attacks whom, how and with how many dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Order {
    /// The attacker.
    pub figure: FigureId,
    /// The target.
    pub target: FigureId,
    /// How.
    pub mode: Mode,
    /// With which of the weapons that are ready for that.
    pub attack: u8,
    /// The dice chosen.
    pub dice: u8,
    /// How much is put into it.
    pub manner: Manner,
}

impl Manner {
    /// The option of those who attack in a mode in this manner.
    pub fn option(self, mode: Mode) -> ActionKind {
        match (self, mode) {
            (Self::Twice | Self::Second, Mode::Strike) => ActionKind::Strike2,
            (Self::Twice | Self::Second, Mode::Fire) => ActionKind::Fire2,
            _ => mode.option(),
        }
    }

    /// Whether it is one of two attacks in one action.
    pub fn is_double(self) -> bool {
        matches!(self, Self::Twice | Self::Second)
    }

    pub(crate) fn is_plain(&self) -> bool {
        *self == Self::Plain
    }
}

impl Order {
    /// The attack that an option of a figure is; nothing for other options.
    pub fn of(figure: FigureId, action: Action) -> Option<Self> {
        match action {
            Action::Attack { mode, target, attack, dice, manner } => {
                Some(Self { figure, target, mode, attack, dice, manner })
            }
            _ => None,
        }
    }

    /// The option it is.
    pub fn option(self) -> ActionKind {
        self.manner.option(self.mode)
    }
}

impl Action {
    /// Its kind.
    pub fn kind(self) -> ActionKind {
        match self {
            Self::Move => ActionKind::Move,
            Self::Watch { .. } => ActionKind::Watch,
            Self::Ready { .. } => ActionKind::Ready,
            Self::Defend { .. } => ActionKind::Defend,
            Self::Dodge { .. } => ActionKind::Dodge,
            Self::Attack { mode, manner, .. } => manner.option(mode),
            Self::Cast { .. } | Self::Recast { .. } | Self::Use { .. } | Self::Exert { .. } => ActionKind::Use,
        }
    }

    /// Whether whoever and whatever it names exists, with a number of dice that the rules know.
    pub fn fits(self, content: &Content, state: &State) -> bool {
        let item = match self {
            Self::Ready { item, .. } | Self::Use { item, .. } => Some(item),
            Self::Defend { item, .. } => item,
            _ => None,
        };
        let dice = match self {
            Self::Ready { dice, .. }
            | Self::Attack { dice, .. }
            | Self::Cast { dice, .. }
            | Self::Use { dice, .. }
            | Self::Exert { dice, .. } => dice,
            _ => 1,
        };
        let known = match self {
            Self::Cast { spell, .. } | Self::Recast { spell, .. } => spell.index() < content.spells.len(),
            Self::Exert { talent, .. } => talent.index() < content.talents.len(),
            _ => true,
        };
        known
            && item.is_none_or(|item| item.index() < state.items.len())
            && self.target().is_none_or(|target| target.index() < state.figures.len())
            && (1..=MOST_DICE).contains(&dice)
    }

    /// The opponent it is directed at (`FigObj`).
    pub fn target(self) -> Option<FigureId> {
        match self {
            Self::Attack { target, .. } | Self::Watch { target } => Some(target),
            Self::Defend { target, .. } | Self::Dodge { target } => target,
            Self::Cast { target, .. } => target,
            Self::Move | Self::Ready { .. } | Self::Recast { .. } | Self::Use { .. } | Self::Exert { .. } => None,
        }
    }
}
