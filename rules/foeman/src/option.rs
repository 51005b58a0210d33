//! The options a figure can choose (`F5`).

use serde::{Deserialize, Serialize};

use crate::catalogs::effects::ActionKind;
use crate::ids::{FigureId, ItemId, SpellId, TalentId};

/// An option with its parameters (`F5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "option")]
pub enum Action {
    /// Do nothing in addition to having moved.
    Move,
    /// Wait and aim.
    Watch {
        /// The target.
        target: FigureId,
    },
    /// Make an item ready.
    Ready {
        /// The item.
        item: ItemId,
        /// The number of dice to roll.
        dice: u8,
    },
    /// Parry blows from the front.
    Defend {
        /// The item to parry with; `None` if no item is ready.
        item: Option<ItemId>,
        /// The target it aims at meanwhile; `None` means the figure itself.
        target: Option<FigureId>,
    },
    /// Evade missiles.
    Dodge {
        /// The target it aims at meanwhile; `None` means the figure itself.
        target: Option<FigureId>,
    },
    /// Attack an opponent.
    Attack {
        /// The attack mode.
        mode: Mode,
        /// The target.
        target: FigureId,
        /// The position among the weapons that are ready for this mode.
        attack: u8,
        /// The number of dice to roll.
        dice: u8,
        /// The manner of the attack.
        #[serde(default, skip_serializing_if = "Manner::is_plain")]
        manner: Manner,
    },
    /// Cast a spell (`F11.2`).
    Cast {
        /// The spell.
        spell: SpellId,
        /// The target; `None` for a spell on a hex, which is chosen after the spell has succeeded.
        target: Option<FigureId>,
        /// The number of dice to roll.
        dice: u8,
    },
    /// Keep up a spell that is in force (`F11.1`).
    Recast {
        /// The spell.
        spell: SpellId,
        /// The round it was cast in.
        began: u32,
    },
    /// Use an item.
    Use {
        /// The item.
        item: ItemId,
        /// The number of dice to roll.
        dice: u8,
    },
    /// Use a talent.
    Exert {
        /// The talent.
        talent: TalentId,
        /// The number of dice to roll.
        dice: u8,
    },
}

/// The attack modes (`F5`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// At a target in a front hex.
    Strike,
    /// At a target two hexes away.
    Jab,
    /// By throwing the weapon.
    Hurl,
    /// With a missile.
    Fire,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 4] = [Self::Strike, Self::Jab, Self::Hurl, Self::Fire];

    /// The option for attacks in this mode.
    pub fn option(self) -> ActionKind {
        match self {
            Self::Strike => ActionKind::Strike,
            Self::Jab => ActionKind::Jab,
            Self::Hurl => ActionKind::Hurl,
            Self::Fire => ActionKind::Fire,
        }
    }

    /// Whether it is a missile attack, which off-hand weapons do not stop (`F8.4`).
    pub fn flies(self) -> bool {
        matches!(self, Self::Hurl | Self::Fire)
    }
}

/// The manner of an attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// As usual.
    #[default]
    Plain,
    /// With Weapon Proficiency, declared before the roll (`F7.9`).
    Proficient,
    /// As the first of two attacks in one action: Strike2 and Fire2 (`F5`).
    Twice,
    /// As the second of them.
    Second,
}

/// An attack: attacker, target, mode and number of dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Order {
    /// The attacker.
    pub figure: FigureId,
    /// The target.
    pub target: FigureId,
    /// The attack mode.
    pub mode: Mode,
    /// The position among the weapons that are ready for this mode.
    pub attack: u8,
    /// The dice chosen.
    pub dice: u8,
    /// The manner of the attack.
    pub manner: Manner,
}

impl Manner {
    /// The option for attacks in a mode in this manner.
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
    /// The attack of a figure's option; `None` for other options.
    pub fn of(figure: FigureId, action: Action) -> Option<Self> {
        match action {
            Action::Attack { mode, target, attack, dice, manner } => {
                Some(Self { figure, target, mode, attack, dice, manner })
            }
            _ => None,
        }
    }

    /// The option of the attack.
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
