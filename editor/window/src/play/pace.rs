//! The speed of automatic play.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The speed of automatic play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As fast as possible.
    #[default]
    AtOnce,
    /// Ten log lines per second.
    Quick,
    /// Three log lines per second.
    Easy,
    /// One log line per second.
    Slow,
}

impl Pace {
    /// All speeds, with their labels.
    pub const ALL: [(Self, &str); 4] = [
        (Self::AtOnce, "At once"),
        (Self::Quick, "10 a second"),
        (Self::Easy, "3 a second"),
        (Self::Slow, "1 a second"),
    ];

    /// Returns the time between two log lines; `None` for no delay.
    pub fn wait(self) -> Option<Duration> {
        match self {
            Self::AtOnce => None,
            Self::Quick => Some(Duration::from_millis(100)),
            Self::Easy => Some(Duration::from_millis(333)),
            Self::Slow => Some(Duration::from_secs(1)),
        }
    }
}
