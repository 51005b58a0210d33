//! What the rules are asked while a map is looked at.

use foeman_engine::lookout::Topic;
use serde::{Deserialize, Serialize};

/// What is shown over maps.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OverlayView {
    /// What is asked; nothing for no overlay.
    pub topic: Option<Topic>,
    /// The value of the ground that is shown instead of an answer, by its key in a terrain.
    pub value: Option<String>,
    /// Who is asked about.
    pub who: Who,
    /// Where a figure of a scenario is when it is asked about.
    pub stands: Stands,
    /// The side that threatens, as a position in the scenario.
    pub side: usize,
    /// The direction in which somebody imagined faces, 0..=5.
    pub facing: u8,
    /// The id of the zone that distances lead to; nothing for a hex.
    pub zone: Option<String>,
    /// Whether the meaning of the marks is left out.
    pub folded: bool,
}

/// Who is asked about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The figure that is chosen or stands on the hex; without one, somebody imagined there.
    #[default]
    Chosen,
    /// A figure of the scenario, by its token.
    Token(u32),
    /// Somebody imagined on the hex, by the id of the record.
    Imagined(String),
}

/// Where a figure of a scenario is when it is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stands {
    /// Where it starts.
    #[default]
    WhereItStarts,
    /// On the hex that is pointed at.
    OnTheHex,
}

impl OverlayView {
    /// The same about something else.
    #[must_use]
    pub fn about(&self, topic: Option<Topic>) -> Self {
        Self { topic, value: None, ..self.clone() }
    }

    /// The same about a value of the ground.
    #[must_use]
    pub fn of_value(&self, value: Option<String>) -> Self {
        Self { topic: None, value, ..self.clone() }
    }
}
