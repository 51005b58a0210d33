//! Checks whether an instruction of a possibly edited journal can be applied.

use super::content::Content;
use super::instruction::Instruction;
use super::state::State;

/// Whether an instruction refers only to existing things, and to possible amounts.
pub(super) fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
    match *instruction {
        Instruction::Round(round) => round <= content.rounds,
        Instruction::Breath(by) => {
            (-3..=2).contains(&by) && state.breath.get(state.next).is_some_and(|&breath| breath + by >= 0)
        }
        Instruction::Slide(by) => (-2..=2).contains(&by) && (0..content.costs.len() as i32).contains(&state.knot),
        Instruction::Heaved { .. } | Instruction::Pass => state.next < 2,
    }
}
