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
    /// The tab of the side column.
    pub tab: Tab,
    /// Whether the side column is hidden.
    pub is_column_hidden: bool,
    /// Whether the game master's tools are shown.
    pub master: bool,
    /// Whether the threats to the cells that the active figure can move to are shown.
    pub danger: bool,
    /// Whether the battle is hidden between two people who share the window.
    pub curtain: bool,
    /// The speed of automatic play.
    pub pace: Pace,
    /// The name of the amount shown in the chart; `None` for the first.
    pub measure: Option<String>,
}

impl Default for PlayView {
    fn default() -> Self {
        Self {
            scenario: None,
            seed: SEED,
            tab: Tab::default(),
            is_column_hidden: false,
            master: false,
            danger: false,
            curtain: false,
            pace: Pace::default(),
            measure: None,
        }
    }
}

/// A tab of the column next to the battle map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tab {
    /// The battle log.
    #[default]
    Log,
    /// The sides with their players and figures.
    Sides,
    /// The chart by round.
    Chart,
    /// The game master's tools; only while they are on.
    Master,
}
