//! Legal commands, their effects, and their descriptions.

use foeman_engine::display::{Line, LineKind};
use foeman_engine::ruleset::SideId;

use super::{Command, Huts, Instruction, State, TEAMS};

pub(super) fn name(team: u8) -> &'static str {
    TEAMS.get(usize::from(team)).copied().unwrap_or("Nobody")
}

/// Adds all legal commands.
pub(super) fn legal(content: &Huts, state: &State, out: &mut Vec<Command>) {
    if let Some(Some(hut)) = state.huts.get(usize::from(state.next)) {
        let beside = [hut.checked_sub(1), hut.checked_add(1)].into_iter().flatten();
        out.extend(beside.filter(|&hut| hut < content.huts).map(Command::Creep));
        out.extend((0..content.huts).map(Command::Call));
    }
}

pub(super) fn apply(state: &mut State, instruction: Instruction) {
    let own = usize::from(state.next);
    match instruction {
        Instruction::Round(round) => (state.round, state.next) = (round, 0),
        Instruction::Hides(team, hut) => state.huts[usize::from(team)] = Some(hut),
        Instruction::Crept(hut) => (state.huts[own], state.next) = (Some(hut), state.next + 1),
        Instruction::Called(_, found) => {
            state.found_by = found.then_some(SideId(state.next));
            state.next += 1;
        }
    }
}

pub(super) fn tell(state: &State, instruction: Instruction) -> Line {
    let who = name(state.next);
    match instruction {
        Instruction::Round(round) => Line::new(LineKind::Heading, format!("Round {round}")),
        Instruction::Hides(team, hut) => Line::new(LineKind::Event, format!("{} hide in hut {hut}", name(team))),
        Instruction::Crept(hut) => Line::new(LineKind::Event, format!("{who} creep to hut {hut}")),
        Instruction::Called(hut, true) => Line::new(LineKind::Event, format!("{who} call out hut {hut}: found")),
        Instruction::Called(hut, false) => Line::new(LineKind::Event, format!("{who} call out hut {hut}: nobody")),
    }
}
