//! Initiative and ties (`F3.2` to `F3.5`).

use super::constants::INITIATIVE_DIE;
use super::instruction::Instruction;
use super::records::SideSequence;
use super::state::{Duty, State};
use super::{Foeman, movement};
use crate::ruleset::{Emit, SideId};

/// The position of the highest value; ties are broken by dice so that every contender is equally likely (`F3.3`).
///
/// Scanning in list order, a value equal to the highest so far rolls a die with as many sides as there are contenders
/// by then, and takes its place on a 1. `None` only for no values.
pub fn highest(values: impl IntoIterator<Item = i32>, mut roll: impl FnMut(u8) -> u8) -> Option<usize> {
    let mut noted: Option<(usize, i32)> = None;
    let mut contenders = 0;
    for (position, value) in values.into_iter().enumerate() {
        match noted {
            Some((_, best)) if value < best => {}
            Some((_, best)) if value == best => {
                contenders += 1;
                if roll(contenders) == 1 {
                    noted = Some((position, value));
                }
            }
            _ => {
                contenders = 1;
                noted = Some((position, value));
            }
        }
    }
    noted.map(|(position, _)| position)
}

/// Rolls every side's initiative for the round that has just begun.
pub(super) fn roll(out: &mut Emit<'_, Foeman>) {
    for (index, party) in out.content().sides.iter().enumerate() {
        let die = out.roll("initiative", index as u32, 1, INITIATIVE_DIE)[0];
        let side = SideId(index as u8);
        out.push(Instruction::Initiative { side, die, value: i32::from(die) + party.initiative });
    }
}

/// Lets the next side move: the highest that has neither moved nor postponed.
pub(super) fn next_side(out: &mut Emit<'_, Foeman>) {
    let mut duty = Duty::MayPostpone;
    if waiting(out.state()).is_empty() {
        // Everybody wants to wait, so the highest must begin after all (`F3.4`).
        out.push(Instruction::PostponedCleared);
        duty = Duty::MustMove;
    }
    let waiting = waiting(out.state());
    let values: Vec<i32> = waiting.iter().map(|&side| out.state().sides[usize::from(side.0)].initiative).collect();
    let position =
        highest(values, |sides| out.roll("initiative tie", 0, 1, sides)[0]).expect("some side has not moved");
    let side = waiting[position];
    if unmoved_others(out, side) == 0 {
        duty = Duty::MustMove;
    }
    out.push(Instruction::SideMoves { side, duty });
    movement::go_on(out);
}

/// Whether all sides have moved.
pub(super) fn all_moved(state: &State) -> bool {
    state.sides.iter().all(|side| matches!(side.sequence, SideSequence::Moved(_)))
}

fn waiting(state: &State) -> Vec<SideId> {
    let sides = state.sides.iter().enumerate();
    sides.filter(|(_, side)| side.sequence == SideSequence::MayMove).map(|(index, _)| SideId(index as u8)).collect()
}

/// How many other sides with somebody to move have not moved yet.
fn unmoved_others(out: &Emit<'_, Foeman>, side: SideId) -> usize {
    let (content, state) = (out.content(), out.state());
    (0..state.sides.len())
        .filter(|&index| !matches!(state.sides[index].sequence, SideSequence::Moved(_)))
        .map(|index| SideId(index as u8))
        .filter(|&other| other != side && state.active_of(content, other).next().is_some())
        .count()
}
