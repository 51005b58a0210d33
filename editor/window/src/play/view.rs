//! The settings of test-play.

use serde::Deserialize;
use serde::Serialize;

use super::pace::Pace;

/// The default seed of battles.
pub const SEED: u64 = 7;

/// The state of test-play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayView {
    /// The id of the selected scenario.
    pub scenario: Option<String>,
    /// The seed for the next start.
    pub seed: u64,
    /// The panel below the map.
    pub below: Below,
    /// Whether the game master's tools are shown.
    pub master: bool,
    /// Whether the threats to the cells that the active figure can move to are shown.
    pub danger: bool,
    /// The speed of automatic play.
    pub pace: Pace,
}

impl Default for PlayView {
    fn default() -> Self {
        Self {
            scenario: None,
            seed: SEED,
            below: Below::default(),
            master: false,
            danger: false,
            pace: Pace::default(),
        }
    }
}

/// The panel below the battle map, if there is no space for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Below {
    /// The sides with their figures.
    #[default]
    Sides,
    /// The chart by round.
    Chart,
    /// The battle log; in wide windows it is next to the map instead.
    Log,
}
