//! The settings of rules overlays on maps.

use foeman_engine::map_query::Topic;
use serde::{Deserialize, Serialize};

/// The overlay shown on maps.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OverlayView {
    /// The question to the rules; `None` for no overlay.
    pub topic: Option<Topic>,
    /// The terrain value shown instead, by its key in the terrain record.
    pub value: Option<String>,
    /// The figure in question.
    pub who: Who,
    /// The assumed position of a figure of the scenario.
    pub stands: Stands,
    /// The index of the threatening side.
    pub side: usize,
    /// The facing of a hypothetical figure, 0..=5.
    pub facing: u8,
    /// The id of the zone to measure distances to; `None` for the selected hex.
    pub zone: Option<String>,
    /// Whether the legend is collapsed.
    pub folded: bool,
}

/// The figure in question.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The figure that is selected or on the hex; if there is none, a hypothetical one.
    #[default]
    Chosen,
    /// A figure of the scenario, by token id.
    Token(u32),
    /// A hypothetical figure on the hex, by the id of its record.
    Imagined(String),
}

/// The assumed position of a figure of the scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stands {
    /// Its starting position.
    #[default]
    WhereItStarts,
    /// The hex under the pointer.
    OnTheHex,
}

impl OverlayView {
    /// Returns the settings with another question.
    #[must_use]
    pub fn about(&self, topic: Option<Topic>) -> Self {
        Self { topic, value: None, ..self.clone() }
    }

    /// Returns the settings with a terrain value to show.
    #[must_use]
    pub fn of_value(&self, value: Option<String>) -> Self {
        Self { topic: None, value, ..self.clone() }
    }
}
