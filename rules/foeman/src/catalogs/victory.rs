//! Conditions of victory and defeat: what a side is out for, as data and as a sentence.
//!
//! The rules end a battle when one side is left. All of this is a fill: scenarios are about more than that.

mod sentence;

use foeman_schema::dialect::Ref;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use sentence::{Names, any_of};

use super::sides::Side;

/// Something that may come true in a battle. Conditions are looked at when a round ends, in the order of the sides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Condition")]
pub enum Condition {
    /// The side alone has active figures in a zone.
    HoldZone {
        /// The zone of the map.
        zone: ZoneName,
        /// At the end of how many rounds one after the other.
        #[serde(default = "one_round")]
        #[schemars(range(min = 1, max = 9999), extend("x-unit" = "rounds"))]
        rounds: u16,
    },
    /// Active figures of the side stand in a zone.
    ReachZone {
        /// The zone of the map.
        zone: ZoneName,
        /// Which figures of the side; without any, all that are still active.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
        /// How many of these it takes.
        #[serde(default)]
        who: Share,
    },
    /// An active figure of the side stands on a hex.
    ReachHex {
        /// Column and row, from 0.
        #[schemars(extend("x-widget" = "hex"))]
        hex: [u16; 2],
        /// Which figures of the side may do it; without any, all of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
    },
    /// Figures are dead or unconscious.
    Disable {
        /// Whose figures.
        side: Ref<Side>,
        /// Which of its figures; without any, all that it has placed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
        /// How many of these it takes.
        #[serde(default = "every")]
        who: Share,
    },
    /// Figures of the side are still active when a round ends.
    Survive {
        /// The round.
        #[schemars(range(min = 1, max = 9999), extend("x-unit" = "rounds"))]
        rounds: u16,
        /// Which figures of the side; without any, all that it has placed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
        /// How many of these it takes.
        #[serde(default)]
        who: Share,
    },
    /// All of some conditions hold at the end of the same round.
    All {
        /// The conditions.
        #[schemars(length(min = 1, max = 9))]
        of: Vec<Condition>,
    },
    /// At least one of some conditions holds.
    Any {
        /// The conditions.
        #[schemars(length(min = 1, max = 9))]
        of: Vec<Condition>,
    },
}

/// How many of some figures it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// One of them.
    #[default]
    Any,
    /// All of them.
    All,
}

/// The id of a zone of the map that the scenario around it is fought on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, extend("x-ref" = { "keys-of": ["map", "zones"], "from": "around" }))]
pub struct ZoneName(pub String);

/// The id of a figure in the roster of the nearest side named around it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, extend("x-ref" = { "keys-of": ["side", "roster", "figures"], "from": "around" }))]
pub struct FigureName(pub String);

impl Condition {
    /// What it is put together from; nothing for a condition that stands by itself.
    pub fn parts(&self) -> &[Condition] {
        match self {
            Self::All { of } | Self::Any { of } => of,
            _ => &[],
        }
    }

    /// The figures it names, without those of its parts.
    pub fn figures(&self) -> &[FigureName] {
        match self {
            Self::ReachZone { figures, .. }
            | Self::ReachHex { figures, .. }
            | Self::Disable { figures, .. }
            | Self::Survive { figures, .. } => figures,
            Self::HoldZone { .. } | Self::All { .. } | Self::Any { .. } => &[],
        }
    }

    /// Whose figures it is about when it is a condition of `own`, without its parts.
    pub fn side<'a>(&'a self, own: &'a Ref<Side>) -> &'a Ref<Side> {
        match self {
            Self::Disable { side, .. } => side,
            _ => own,
        }
    }
}

fn one_round() -> u16 {
    1
}

fn every() -> Share {
    Share::All
}
