//! Validates instructions of a journal, which may have been edited, before they are applied.

use foeman_schema::notation::code::ActionCode;

use super::act;
use super::content::Content;
use super::instruction::Instruction;
use super::state::State;

/// Whether an instruction refers only to existing things, and to codes that the book can read.
pub(super) fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
    let reads = |code: &ActionCode| content.book.meaning(code).is_ok();
    match instruction {
        Instruction::Round { round } => *round <= content.rounds,
        Instruction::Chosen { choice } => state.exchange < 2 && act::check(content, state, choice).is_ok(),
        Instruction::Shown { side, code } => side.0 < 2 && reads(code),
        Instruction::Mismatched { side, attack, response, .. } => side.0 < 2 && reads(attack) && reads(response),
        Instruction::Met { side, attack, response } => side.0 < 2 && [attack].into_iter().chain(response).all(reads),
        Instruction::Harmed { side, .. } => side.0 < 2,
        Instruction::Tired { side, code } => content.attack(side.0.into(), *code).is_some(),
        Instruction::Parted => state.exchange < 2,
    }
}
