//! Success rolls as they were made.

use serde::{Deserialize, Serialize};

use super::Sum;
use super::success::{self, AutomaticMiss, Success};
use crate::Foeman;
use crate::constants::DIE;
use crate::ids::FigureId;
use foeman_engine::ruleset::Emit;

/// A success roll as it was made: it can be told without asking the rules again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Check {
    /// What the dice must not exceed, and why.
    pub needed: Sum,
    /// What fell.
    pub dice: Vec<u8>,
    /// Whether a high total fails whatever is needed.
    pub miss: AutomaticMiss,
    /// What came of it.
    pub success: Success,
}

impl Check {
    /// Rolls `dice` dice of a figure against what is needed.
    pub(crate) fn roll(
        out: &mut Emit<'_, Foeman>,
        purpose: &'static str,
        figure: FigureId,
        dice: u8,
        needed: Sum,
        miss: AutomaticMiss,
    ) -> Self {
        let rolled = out.roll(purpose, u32::from(figure.0), usize::from(dice), DIE);
        Self::of(needed, rolled, miss)
    }

    /// Judges dice that fell.
    pub fn of(needed: Sum, dice: Vec<u8>, miss: AutomaticMiss) -> Self {
        let success = success::judge(&dice, needed.total(), miss);
        Self { needed, dice, miss, success }
    }

    /// Whether it was made.
    pub fn is_success(&self) -> bool {
        self.success.is_success()
    }

    /// The sum of its dice.
    pub fn total(&self) -> i32 {
        success::total(&self.dice)
    }
}
