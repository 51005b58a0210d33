//! Applies instructions: the only code that changes a state.

use super::instruction::Instruction;
use super::state::{State, other};

/// Applies an instruction.
pub(super) fn apply(state: &mut State, instruction: &Instruction) {
    match *instruction {
        Instruction::Round { number, order, .. } => {
            state.round = number;
            state.waiting = order.to_vec();
            state.rested = false;
        }
        Instruction::Rest => state.rested = true,
        Instruction::Acted { side } => state.waiting.retain(|waiting| *waiting != side),
        Instruction::Level { side, part, to, .. } => *state.standing_mut(side).level_mut(part) = to,
        Instruction::Shift { side, bands } => state.standing_mut(side).bands = bands,
        Instruction::Damage { side, amount, .. } => {
            state.standing_mut(other(side)).harm += amount.unwrap_or_default();
        }
        Instruction::Dies { side, .. } => state.standing_mut(side).dead = true,
        Instruction::Over { outcome } => state.outcome = Some(outcome),
        Instruction::Enter { .. }
        | Instruction::Strike { .. }
        | Instruction::Flow { .. }
        | Instruction::Overflow { .. } => {}
    }
}
