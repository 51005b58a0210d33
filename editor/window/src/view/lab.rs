//! What is asked in the balance lab.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// What is asked in the balance lab, and how: each pack keeps its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct LabView {
    /// What is asked.
    pub question: LabQuestion,
    /// The id of the scenario; nothing for that of test-play.
    pub scenario: Option<String>,
    /// How many battles, or pairs of them; of each value and each two figures.
    pub battles: u32,
    /// The first seed.
    pub seed: u64,
    /// Worker threads; 0 is one for each core.
    pub threads: u16,
    /// The ids of the players, side by side; those past the end are the usual one.
    pub players: Vec<String>,
    /// The position of the side whose wins are told.
    pub side: u8,
    /// When pairs of a comparison are enough.
    pub until: LabUntil,
    /// The value that a sweep is about: `items/sword/size`.
    pub path: String,
    /// The first and the last value of a sweep, and how far they lie apart.
    pub range: [i64; 3],
    /// The values of a sweep as they are typed, in the place of a range: `1D, 2D`.
    pub values: String,
    /// The ids of those who meet; all of them where none is named.
    pub figures: BTreeSet<String>,
    /// The id of the figure whose parity price is asked for; the first of them where it is empty.
    pub figure: String,
}

/// What can be asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabQuestion {
    /// Who wins how often.
    #[default]
    Wins,
    /// What the unsaved edits do.
    Change,
    /// What comes of one value after the other.
    Sweep,
    /// Who wins against whom.
    Matrix,
    /// How many of a figure are a match for a side.
    Parity,
}

/// When pairs of a comparison are enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabUntil {
    /// As soon as there is a difference.
    #[default]
    Decided,
    /// When all are played.
    All,
}

impl LabQuestion {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Wins, Self::Change, Self::Sweep, Self::Matrix, Self::Parity];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wins => "Who wins",
            Self::Change => "Before and after",
            Self::Sweep => "Sweep",
            Self::Matrix => "Matrix",
            Self::Parity => "Parity price",
        }
    }
}

impl LabView {
    /// The values of the sweep as they stand in YAML, between commas.
    pub fn swept(&self) -> String {
        if !self.values.trim().is_empty() {
            return self.values.trim().to_owned();
        }
        let [from, to, step] = self.range;
        let step = usize::try_from(step).unwrap_or(1).max(1);
        // More than these are refused; nobody waits for them to be listed.
        let values = (from..=to).step_by(step).take(10_001).map(|value| value.to_string());
        values.collect::<Vec<_>>().join(",")
    }
}

impl Default for LabView {
    fn default() -> Self {
        Self {
            question: LabQuestion::default(),
            scenario: None,
            battles: 1000,
            seed: 1,
            threads: 0,
            players: Vec::new(),
            side: 0,
            until: LabUntil::default(),
            path: String::new(),
            range: [0, 10, 1],
            values: String::new(),
            figures: BTreeSet::new(),
            figure: String::new(),
        }
    }
}
