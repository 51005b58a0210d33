//! Applies instructions: the only code that changes a state.

use super::catalogs::Harm;
use super::command::Command;
use super::instruction::Instruction;
use super::state::{Pick, State};

/// Applies an instruction.
pub(super) fn apply(state: &mut State, instruction: &Instruction) {
    match *instruction {
        Instruction::Round { round } => (state.round, state.exchange) = (round, 0),
        Instruction::Chosen { choice: Command::Attack { code } } => state.attack = Pick::Made(code),
        Instruction::Chosen { choice: Command::Respond { code } } => state.response = Pick::Made(code),
        Instruction::Harmed { side, harm, points } => {
            let actor = &mut state.actors[usize::from(side.0)];
            match harm {
                Harm::Nothing => {}
                Harm::Health => actor.health = actor.health.saturating_sub(points),
                Harm::Resolve => actor.resolve = actor.resolve.saturating_sub(points),
            }
        }
        Instruction::Tired { side, code } => {
            let used = &mut state.actors[usize::from(side.0)].used[usize::from(code)];
            *used = used.saturating_add(1);
        }
        Instruction::Parted => {
            state.exchange += 1;
            (state.attack, state.response) = (Pick::Open, Pick::Open);
        }
        Instruction::Shown { .. } | Instruction::Mismatched { .. } | Instruction::Met { .. } => {}
    }
}
