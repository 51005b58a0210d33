//! Initiative and ties (`F3.2` to `F3.5`).

use crate::Foeman;
use crate::constants::INITIATIVE_DIE;
use crate::instruction::{Instruction, RoundEvent, SideEvent};
use crate::phases::movement;
use crate::situation::{Situation, values};
use crate::state::records::SideSequence;
use crate::state::{Duty, State};
use foeman_engine::ruleset::{Emit, SideId};

/// The position of the highest value; ties are broken by dice so that every contender is equally likely (`F3.3`).
///
/// Scanning in list order, a value equal to the highest so far rolls a die with as many sides as there are contenders
/// by then, and takes its place on a 1. `None` only for no values.
pub fn highest(values: impl IntoIterator<Item = i32>, mut roll: impl FnMut(u8) -> u8) -> Option<usize> {
    let mut noted: Option<(usize, i32)> = None;
    let mut contenders: u32 = 0;
    for (position, value) in values.into_iter().enumerate() {
        match noted {
            Some((_, best)) if value < best => {}
            Some((_, best)) if value == best => {
                contenders += 1;
                if shows_one(contenders, &mut roll) {
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

/// Whether a die with so many sides falls on a 1; three dice stand for one that has more sides than a die can have.
fn shows_one(sides: u32, roll: &mut impl FnMut(u8) -> u8) -> bool {
    if let Ok(sides) = u8::try_from(sides) {
        return roll(sides) == 1;
    }
    const MOST: u32 = u8::MAX as u32;
    loop {
        let number = (0..3).fold(0, |number, _| number * MOST + u32::from(roll(u8::MAX).saturating_sub(1)));
        // What is past the last whole multiple is thrown again, so that all are equally likely.
        if number < MOST.pow(3) / sides * sides {
            return number % sides == 0;
        }
    }
}

/// Rolls every side's initiative for the round that has just begun.
pub(crate) fn roll(out: &mut Emit<'_, Foeman>) {
    for index in 0..out.state().sides.len() {
        let die = out.roll("initiative", index as u32, 1, INITIATIVE_DIE)[0];
        let side = SideId(index as u8);
        let modifiers = values::initiative(Situation::of(out), side);
        let value = i32::from(die).saturating_add(modifiers.total());
        out.push(Instruction::Side(side, SideEvent::Initiative { die, modifiers, value }));
    }
}

/// Lets the next side move: the highest that has neither moved nor postponed. Sides without active figures are passed
/// over (`F3.2`).
pub(crate) fn next_side(out: &mut Emit<'_, Foeman>) {
    let mut duty = Duty::MayPostpone;
    if waiting(out.state()).is_empty() {
        // Everybody wants to wait, so the highest must begin after all (`F3.4`).
        out.push(Instruction::Round(RoundEvent::PostponedCleared));
        duty = Duty::MustMove;
    }
    let waiting = waiting(out.state());
    let values: Vec<i32> = waiting.iter().map(|&side| out.state().sides[usize::from(side.0)].initiative).collect();
    let position =
        highest(values, |sides| out.roll("initiative tie", 0, 1, sides)[0]).expect("some side has not moved");
    let side = waiting[position];
    if unmoved_others(Situation::of(out), side) == 0 {
        duty = Duty::MustMove;
    }
    if Situation::of(out).active_of(side).next().is_none() {
        out.push(Instruction::Side(side, SideEvent::Moved));
        return;
    }
    out.push(Instruction::Side(side, SideEvent::Moves { duty }));
    movement::go_on(out);
}

/// Whether all sides have moved.
pub(crate) fn all_moved(state: &State) -> bool {
    state.sides.iter().all(|side| matches!(side.sequence, SideSequence::Moved(_)))
}

fn waiting(state: &State) -> Vec<SideId> {
    let sides = state.sides.iter().zip(0..);
    sides.filter(|(side, _)| side.sequence == SideSequence::MayMove).map(|(_, index)| SideId(index)).collect()
}

/// How many other sides with somebody to move have not moved yet.
fn unmoved_others(now: Situation<'_>, side: SideId) -> usize {
    let sides = now.state.sides.iter().zip(0..);
    let unmoved = sides.filter(|(other, _)| !matches!(other.sequence, SideSequence::Moved(_)));
    unmoved.filter(|&(_, other)| SideId(other) != side && now.active_of(SideId(other)).next().is_some()).count()
}
