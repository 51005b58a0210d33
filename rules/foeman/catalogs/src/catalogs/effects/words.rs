//! The keywords of effects, with their meaning.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kinds of effects that can be ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DeedKind {
    /// Changes of a value.
    Modify,
    /// Harm that repeats each round.
    Damage,
    /// Healing that repeats each round.
    Heal,
    /// Statuses.
    Status,
    /// Created figures.
    Create,
    /// Control over a figure.
    Control,
    /// Permissions.
    Grant,
    /// Prohibitions.
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
    /// The limit that a hit roll must not exceed.
    ToHit,
    /// Damage dice: every die, or the one that `die` names.
    Damage,
    /// The number of damage dice that count.
    DiceLimit,
    /// Points stopped from every attack.
    Protection,
    /// Points stopped by hide.
    Hide,
    /// The range of a weapon or spell.
    Range,
    /// The limit that a saving roll must not exceed.
    Resist,
    /// The cost of casting a spell.
    CastingCost,
    /// The sight range.
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

    /// Whether it is a value of attacks: a weapon's effect on it counts for that weapon's attacks only.
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

/// A kind of harm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// Wounds.
    #[default]
    Physical,
    /// Tiredness.
    Exhaustion,
}

/// The posture of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// On the ground.
    Lying,
    /// On its knees.
    Kneeling,
    /// On its feet.
    Standing,
}

/// A lasting status.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Off balance: has no front hexes, so it cannot engage.
    Unbalanced,
    /// Held at close quarters.
    Clinched,
    /// Caught, for example in a net.
    Entangled,
    /// Unable to act.
    Stunned,
    /// Unable to see.
    Blinded,
    /// Cannot be seen.
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
    /// All statuses.
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

    /// Its name as one word: `stunned`.
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

/// How a figure is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// Away from the cause.
    Push,
    /// Towards the cause.
    Pull,
    /// To a chosen hex, over everything in between.
    Teleport,
}

/// The state in which an effect applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum While {
    /// Always.
    #[default]
    Always,
    /// The figure owns its item or talent.
    Owned,
    /// The figure carries its item.
    Carried,
    /// Its item is ready in a hand.
    Ready,
    /// Its item is worn.
    Worn,
    /// Its weapon is loaded.
    Loaded,
    /// The figure has aimed at its target.
    Aimed,
    /// The figure is engaged by an opponent.
    Engaged,
    /// The figure is not engaged.
    Unengaged,
    /// The figure charges.
    Charging,
    /// The figure defends.
    Defending,
    /// The figure dodges.
    Dodging,
    /// The figure is prone.
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
    /// When a figure enters the hex.
    Enter,
    /// When a figure leaves the hex.
    Leave,
    /// When the figure hits.
    Hit,
    /// When the figure is hit.
    HitBy,
    /// When the effect ends.
    Expire,
}

/// Who is affected by an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The target of a spell, the owner of anything else; with `hit` and `hit-by`, the other figure.
    #[default]
    Target,
    /// The owner, or the caster of a spell.
    #[serde(rename = "self")]
    Own,
    /// Figures of the same side, within the distance `within`.
    Allies,
    /// Figures of other sides, within the distance `within`.
    Foes,
    /// The figures in the hex.
    Occupants,
}

/// How several effects on the same value combine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stack {
    /// They add up.
    #[default]
    Add,
    /// Only the largest counts.
    Max,
    /// Only the smallest counts.
    Min,
    /// Only the first counts.
    Once,
}
