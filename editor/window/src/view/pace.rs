//! How quickly battles are shown.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How quickly a battle goes on by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As quickly as it can.
    #[default]
    AtOnce,
    /// Ten things a second.
    Quick,
    /// Three things a second.
    Easy,
    /// One thing a second.
    Slow,
}

impl Pace {
    /// All, with their names.
    pub const ALL: [(Self, &str); 4] = [
        (Self::AtOnce, "At once"),
        (Self::Quick, "10 a second"),
        (Self::Easy, "3 a second"),
        (Self::Slow, "1 a second"),
    ];

    /// The time from one thing that is told to the next; nothing where it does not wait.
    pub fn wait(self) -> Option<Duration> {
        match self {
            Self::AtOnce => None,
            Self::Quick => Some(Duration::from_millis(100)),
            Self::Easy => Some(Duration::from_millis(333)),
            Self::Slow => Some(Duration::from_secs(1)),
        }
    }
}
