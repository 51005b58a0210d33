//! Validates instructions of a journal, which may have been edited, before they are applied.

use super::constants::{HIGHEST_LEVEL, HIGHEST_STATISTIC, STRIKE_DIE};
use super::content::Content;
use super::instruction::{Ending, Instruction};
use super::milli::Milli;
use super::round::SIDES;
use super::state::State;
use foeman_engine::ruleset::SideId;

/// Larger than any flow, efficiency or damage in play, but small enough that sums cannot overflow.
const LARGE: Milli = Milli::whole(10_000);

/// Whether an instruction refers only to existing things, and its amounts are possible.
pub(super) fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
    let known = |side: SideId| SIDES.contains(&side);
    let small = |amounts: &[Milli]| amounts.iter().all(|amount| (-LARGE..=LARGE).contains(amount));
    match *instruction {
        Instruction::Enter { side } | Instruction::Acted { side } | Instruction::Dies { side, .. } => known(side),
        Instruction::Rest => true,
        Instruction::Round { number, order: [first, second], .. } => {
            number == state.round + 1 && number <= content.rounds && first != second && known(first) && known(second)
        }
        Instruction::Strike { side, needed, rolled } => {
            known(side) && (-100..=100).contains(&needed) && (1..=STRIKE_DIE).contains(&rolled)
        }
        Instruction::Flow { side, flow, efficiency, change } => known(side) && small(&[flow, efficiency, change]),
        Instruction::Level { side, part, to, .. } => {
            known(side)
                && content
                    .fighter(side)
                    .vessel(part)
                    .is_some_and(|vessel| (vessel.thresholds.lower..=vessel.thresholds.upper).contains(&to))
        }
        Instruction::Overflow { side, amount, .. } => known(side) && small(&[amount]),
        Instruction::Shift { side, bands } => known(side) && (-HIGHEST_STATISTIC..=HIGHEST_STATISTIC).contains(&bands),
        Instruction::Damage { side, distance, amount } => {
            known(side)
                && (Milli::ZERO..=HIGHEST_LEVEL).contains(&distance)
                && (Milli::ZERO..=LARGE).contains(&amount.unwrap_or_default())
        }
        Instruction::Over { outcome } => match outcome {
            Ending::Won { side } => known(side),
            Ending::Draw | Ending::RoundLimit => true,
        },
    }
}
