//! Records of success rolls.

use serde::{Deserialize, Serialize};

use super::Sum;
use super::success::{self, AutomaticMiss, Success};
use crate::Foeman;
use crate::constants::DIE;
use crate::ids::FigureId;
use foeman_engine::ruleset::Emit;

/// A success roll with its result, which can be reported without evaluating the rules again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Check {
    /// The limit that the dice must not exceed, with its terms.
    pub needed: Sum,
    /// The dice rolled.
    pub dice: Vec<u8>,
    /// Whether a high total fails automatically.
    pub miss: AutomaticMiss,
    /// The result.
    pub success: Success,
}

impl Check {
    /// Rolls `dice` dice of a figure against a limit.
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

    /// Judges dice that have been rolled.
    pub fn of(needed: Sum, dice: Vec<u8>, miss: AutomaticMiss) -> Self {
        let success = success::judge(&dice, needed.total(), miss);
        Self { needed, dice, miss, success }
    }

    /// Whether it succeeded.
    pub fn is_success(&self) -> bool {
        self.success.is_success()
    }

    /// The sum of its dice.
    pub fn total(&self) -> i32 {
        success::total(&self.dice)
    }
}
