//! The only code that changes a state.

use super::instruction::Instruction;
use super::state::State;

pub(super) fn apply(state: &mut State, instruction: &Instruction) {
    match *instruction {
        Instruction::Round(round) => (state.round, state.next) = (round, 0),
        Instruction::Breath(by) => state.breath[state.next] += by,
        Instruction::Heaved { .. } => {}
        Instruction::Slide(by) => state.knot += by,
        Instruction::Pass => state.next += 1,
    }
}
