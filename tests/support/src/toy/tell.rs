//! Descriptions of instructions for the log.

use foeman_engine::display::{Line, LineKind, Term};

use super::content::Content;
use super::instruction::Instruction;
use super::state::State;

/// Describes an instruction, given the state just before it; `None` for bookkeeping.
pub(super) fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
    let name = content.name(state.next);
    let line = |kind, text| Some(Line { actor: Some(state.next as u32), ..Line::new(kind, text) });
    match instruction {
        Instruction::Round(round) => Some(Line { actor: None, ..line(LineKind::Heading, format!("Round {round}"))? }),
        Instruction::Breath(by) if *by > 0 => line(LineKind::Event, format!("{name} rest and recover {by}")),
        Instruction::Heaved { need, dice } => {
            let cost = state.cost(content, state.next);
            let terms = [("a heave", 3, "T4"), ("the ground", cost, "T3")];
            let terms = terms.map(|(name, value, rule)| Term { name: name.into(), value, rule: rule.into() });
            let text = format!("{name} heave, need {need} and roll {dice:?}");
            Some(Line { terms: terms.into(), ..line(LineKind::Event, text)? })
        }
        Instruction::Slide(by) => line(LineKind::Detail, format!("{name} drag the knot {}", by.unsigned_abs())),
        Instruction::Breath(_) | Instruction::Pass => None,
    }
}
