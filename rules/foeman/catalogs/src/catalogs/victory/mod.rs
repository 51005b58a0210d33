//! Conditions of victory and defeat, as data and as a sentence.
//!
//! In the sources, a battle ends when one side is left. All of these conditions are assumptions, for scenarios with
//! other goals.

mod sentence;

use foeman_schema::dialect::Ref;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use sentence::{Names, any_of};

use super::sides::Side;

/// A condition of victory or defeat. Conditions are evaluated at the end of a round, in the order of the sides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Condition")]
pub enum Condition {
    /// Only this side has active figures in a zone.
    HoldZone {
        /// The zone of the map.
        zone: ZoneName,
        /// The number of consecutive rounds, counted at the end of each.
        #[serde(default = "one_round")]
        #[schemars(range(min = 1, max = 9999), extend("x-unit" = "rounds"))]
        rounds: u16,
    },
    /// Active figures of the side are in a zone.
    ReachZone {
        /// The zone of the map.
        zone: ZoneName,
        /// Which figures of the side; default: all that are still active.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
        /// How many of them are required.
        #[serde(default)]
        who: Share,
    },
    /// An active figure of the side is on a hex.
    ReachHex {
        /// Column and row, from 0.
        #[schemars(extend("x-widget" = "hex"))]
        hex: [u16; 2],
        /// Which figures of the side may do it; default: all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
    },
    /// Figures are dead or unconscious.
    Disable {
        /// The side of the figures.
        side: Ref<Side>,
        /// Which of its figures; default: all that it has placed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
        /// How many of them are required.
        #[serde(default = "every")]
        who: Share,
    },
    /// Figures of the side are still active at the end of a round.
    Survive {
        /// The round.
        #[schemars(range(min = 1, max = 9999), extend("x-unit" = "rounds"))]
        rounds: u16,
        /// Which figures of the side; default: all that it has placed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
        /// How many of them are required.
        #[serde(default)]
        who: Share,
    },
    /// All of these conditions hold at the end of the same round.
    All {
        /// The conditions.
        #[schemars(length(min = 1, max = 9))]
        of: Vec<Condition>,
    },
    /// At least one of these conditions holds.
    Any {
        /// The conditions.
        #[schemars(length(min = 1, max = 9))]
        of: Vec<Condition>,
    },
}

/// How many of several figures are required.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// One of them.
    #[default]
    Any,
    /// All of them.
    All,
}

/// The id of a zone on the map of the enclosing scenario.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, extend("x-ref" = { "keys-of": ["map", "zones"], "from": "around" }))]
pub struct ZoneName(pub String);

/// The id of a figure in the roster of the nearest enclosing side.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, extend("x-ref" = { "keys-of": ["side", "roster", "figures"], "from": "around" }))]
pub struct FigureName(pub String);

impl Condition {
    /// The conditions it combines; empty for a simple condition.
    pub fn parts(&self) -> &[Condition] {
        match self {
            Self::All { of } | Self::Any { of } => of,
            _ => &[],
        }
    }

    /// The figures it names, without the figures of the conditions it combines.
    pub fn figures(&self) -> &[FigureName] {
        match self {
            Self::ReachZone { figures, .. }
            | Self::ReachHex { figures, .. }
            | Self::Disable { figures, .. }
            | Self::Survive { figures, .. } => figures,
            Self::HoldZone { .. } | Self::All { .. } | Self::Any { .. } => &[],
        }
    }

    /// The side whose figures it concerns when it is a condition of `own`, without the conditions it combines.
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
