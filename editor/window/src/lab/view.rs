//! The settings of the balance lab.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The settings of the balance lab, saved per pack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct LabView {
    /// The question.
    pub question: LabQuestion,
    /// The id of the scenario; `None` for the scenario of test-play.
    pub scenario: Option<String>,
    /// The number of battles or pairs; for sweeps and matrices, per value or per two figures.
    pub battles: u32,
    /// The first seed.
    pub seed: u64,
    /// The number of worker threads; 0 means one per core.
    pub threads: u16,
    /// The ids of the players by side; missing ones are the default player.
    pub players: Vec<String>,
    /// The index of the side whose wins are reported.
    pub side: u8,
    /// The stopping rule for comparisons.
    pub until: LabUntil,
    /// The value to sweep: `items/sword/size`.
    pub path: String,
    /// The first value, the last value and the step of a sweep.
    pub range: [i64; 3],
    /// The values of a sweep as typed, instead of a range: `1D, 2D`.
    pub values: String,
    /// The ids of the figures in a matrix; all figures if empty.
    pub figures: BTreeSet<String>,
    /// The id of the figure to find the parity price of; the first figure if empty.
    pub figure: String,
}

/// A question for the balance lab.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabQuestion {
    /// Win rates.
    #[default]
    Wins,
    /// The effect of the unsaved edits.
    Change,
    /// The effect of a series of values.
    Sweep,
    /// Win rates of figures against each other.
    Matrix,
    /// The number of a figure that is an even match for a side.
    Parity,
}

/// The stopping rule for comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabUntil {
    /// Stop as soon as a difference is significant.
    #[default]
    Decided,
    /// Play all battles.
    All,
}

impl LabQuestion {
    /// All questions in display order.
    pub const ALL: [Self; 5] = [Self::Wins, Self::Change, Self::Sweep, Self::Matrix, Self::Parity];

    /// Returns the display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wins => "Who wins",
            Self::Change => "Before and after",
            Self::Sweep => "Sweep",
            Self::Matrix => "Matrix",
            Self::Parity => "Parity price",
        }
    }

    /// Returns the usual number of battles, or of seeds per pair: all figures of a large pack make thousands of pairs.
    pub fn battles(self) -> u32 {
        if self == Self::Matrix { 20 } else { 1000 }
    }
}

impl LabView {
    /// Returns the values of the sweep as YAML, separated by commas.
    pub fn swept(&self) -> String {
        if !self.values.trim().is_empty() {
            return self.values.trim().to_owned();
        }
        let [from, to, step] = self.range;
        let step = usize::try_from(step).unwrap_or(1).max(1);
        // Longer sweeps are refused anyway, so do not list them in full.
        let values = (from..=to).step_by(step).take(10_001).map(|value| value.to_string());
        values.collect::<Vec<_>>().join(",")
    }
}

impl Default for LabView {
    fn default() -> Self {
        Self {
            question: LabQuestion::default(),
            scenario: None,
            battles: LabQuestion::default().battles(),
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
