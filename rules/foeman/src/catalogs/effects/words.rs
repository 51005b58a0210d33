//! The words that effects are written with, each with what it means.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kinds of effects that can be ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DeedKind {
    /// Changes of values.
    Modify,
    /// Harm that comes again each round.
    Damage,
    /// Healing that comes again each round.
    Heal,
    /// Statuses.
    Status,
    /// Figures that were made.
    Create,
    /// Control over somebody.
    Control,
    /// What is allowed beyond the usual.
    Grant,
    /// What is barred.
    Forbid,
}

/// A value that effects change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Strength.
    St,
    /// Dexterity.
    Dx,
    /// Intelligence.
    Iq,
    /// Movement points for each round.
    Ma,
    /// The initiative of its side.
    Initiative,
    /// What a hit roll must not exceed.
    ToHit,
    /// Damage dice: every one, or the one that `die` names.
    Damage,
    /// How many damage dice count.
    DiceLimit,
    /// Points always stopped of each attack.
    Protection,
    /// Points that the skin stops.
    Hide,
    /// How far a weapon or spell reaches.
    Range,
    /// What a saving roll against something must not exceed.
    Resist,
    /// What casting a spell costs.
    CastingCost,
    /// How far somebody sees.
    Sight,
    /// Size, in hundredths of a human.
    Size,
}

impl Quantity {
    /// Its name in words: `to hit`.
    pub fn name(self) -> &'static str {
        match self {
            Self::St => "ST",
            Self::Dx => "DX",
            Self::Iq => "IQ",
            Self::Ma => "MA",
            Self::Initiative => "initiative",
            Self::ToHit => "to hit",
            Self::Damage => "damage",
            Self::DiceLimit => "damage dice",
            Self::Protection => "protection",
            Self::Hide => "hide",
            Self::Range => "range",
            Self::Resist => "to resist",
            Self::CastingCost => "cost of casting",
            Self::Sight => "sight",
            Self::Size => "size",
        }
    }

    /// Whether it is a value of attacks: what a weapon changes of it counts for its own attacks only.
    pub fn is_of_attacks(self) -> bool {
        matches!(self, Self::ToHit | Self::Damage | Self::DiceLimit | Self::Range)
    }
}

/// A damage die, sorted from high to low.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Die {
    /// The first.
    Top,
    /// Those between first and last.
    Cup,
    /// The last.
    Low,
}

/// A sort of harm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// Wounds.
    #[default]
    Physical,
    /// Tiredness.
    Exhaustion,
}

/// A posture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// On the ground.
    Lying,
    /// On the knees.
    Kneeling,
    /// On the feet.
    Standing,
}

/// A status that lasts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Off balance: no front hexes, so it holds nobody up.
    Unbalanced,
    /// Held by somebody at close quarters.
    Clinched,
    /// Caught in a net or the like.
    Entangled,
    /// Unable to act.
    Stunned,
    /// Unable to see.
    Blinded,
    /// Not to be seen.
    Invisible,
    /// Unable to cast spells.
    Silenced,
    /// Half as fast.
    Slowed,
    /// Twice as fast.
    Hasted,
    /// Above the ground.
    Flying,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Unbalanced,
        Self::Clinched,
        Self::Entangled,
        Self::Stunned,
        Self::Blinded,
        Self::Invisible,
        Self::Silenced,
        Self::Slowed,
        Self::Hasted,
        Self::Flying,
    ];

    /// Its name in one word: `stunned`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unbalanced => "unbalanced",
            Self::Clinched => "clinched",
            Self::Entangled => "entangled",
            Self::Stunned => "stunned",
            Self::Blinded => "blinded",
            Self::Invisible => "invisible",
            Self::Silenced => "silenced",
            Self::Slowed => "slowed",
            Self::Hasted => "hasted",
            Self::Flying => "flying",
        }
    }
}

/// How somebody is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// Away from the cause.
    Push,
    /// Towards the cause.
    Pull,
    /// To a hex that is chosen, over whatever lies between.
    Teleport,
}

/// The state in which an effect applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum While {
    /// Any.
    #[default]
    Always,
    /// Its item or talent belongs to the figure.
    Owned,
    /// Its item is carried.
    Carried,
    /// Its item is ready in a hand.
    Ready,
    /// Its item is worn.
    Worn,
    /// Its weapon is loaded.
    Loaded,
    /// The figure has aimed at its target.
    Aimed,
    /// An opponent holds the figure up.
    Engaged,
    /// No opponent holds the figure up.
    Unengaged,
    /// The figure charges.
    Charging,
    /// The figure defends.
    Defending,
    /// The figure dodges.
    Dodging,
    /// The figure lies on the ground.
    Prone,
    /// The figure is on its feet.
    Standing,
    /// A figure of the same side is adjacent.
    AdjacentAlly,
}

/// When an effect happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// At once, when it begins.
    #[default]
    Apply,
    /// At the start of every round.
    RoundStart,
    /// When somebody enters the hex.
    Enter,
    /// When somebody leaves the hex.
    Leave,
    /// When the figure hits somebody.
    Hit,
    /// When the figure is hit.
    HitBy,
    /// When it ends.
    Expire,
}

/// To whom an effect happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// Whom it is about: the target of a spell, the owner of anything else; with `hit` and `hit-by` the other figure.
    #[default]
    Target,
    /// The owner, or the caster of a spell.
    #[serde(rename = "self")]
    Own,
    /// Figures of the same side, as near as `within` says.
    Allies,
    /// Figures of other sides, as near as `within` says.
    Foes,
    /// Whoever is in the hex.
    Occupants,
}

/// What counts when several effects change the same value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stack {
    /// All of them together.
    #[default]
    Add,
    /// The largest only.
    Max,
    /// The smallest only.
    Min,
    /// The first only.
    Once,
}
