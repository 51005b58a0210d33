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
/// The list is scanned in order. For a value equal to the highest so far, a die with as many sides as there are
/// contenders so far is rolled; on a 1, the new value replaces it. `None` for an empty list.
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

/// Returns the same position as [`highest`] does for this many equal values; 0 for none.
pub fn lot(contenders: usize, purpose: &'static str, out: &mut Emit<'_, Foeman>) -> usize {
    let with_one_die = contenders.min(usize::from(u8::MAX));
    let mut winner = out.lots(purpose, 0, with_one_die as u8).map_or(0, |sides| usize::from(sides) - 1);
    for contender in with_one_die..contenders {
        if shows_one(contender as u32 + 1, &mut |sides| out.die(purpose, 0, sides)) {
            winner = contender;
        }
    }
    winner
}

/// Whether a die with this many sides shows a 1. If a die cannot have so many sides, three dice replace it.
fn shows_one(sides: u32, roll: &mut impl FnMut(u8) -> u8) -> bool {
    if let Ok(sides) = u8::try_from(sides) {
        return roll(sides) == 1;
    }
    const MOST: u32 = u8::MAX as u32;
    loop {
        let number = (0..3).fold(0, |number, _| number * MOST + u32::from(roll(u8::MAX).saturating_sub(1)));
        // Numbers beyond the last whole multiple are rolled again, so that all outcomes are equally likely.
        if number < MOST.pow(3) / sides * sides {
            return number % sides == 0;
        }
    }
}

/// Rolls every side's initiative at the start of a round.
pub(crate) fn roll(out: &mut Emit<'_, Foeman>) {
    for index in 0..out.state().sides.len() {
        let die = out.die("initiative", index as u32, INITIATIVE_DIE);
        let side = SideId(index as u8);
        let modifiers = values::initiative(Situation::of(out), side);
        let value = i32::from(die).saturating_add(modifiers.total());
        out.push(Instruction::Side(side, SideEvent::Initiative { die, modifiers: Box::new(modifiers), value }));
    }
}

/// Starts the move of the next side: the one with the highest initiative that has neither moved nor postponed. Sides
/// without active figures are skipped (`F3.2`).
pub(crate) fn next_side(out: &mut Emit<'_, Foeman>) {
    let mut duty = Duty::MayPostpone;
    if waiting(out.state()).is_empty() {
        // All sides have postponed, so the one with the highest initiative must begin (`F3.4`).
        out.push(Instruction::Round(RoundEvent::PostponedCleared));
        duty = Duty::MustMove;
    }
    let waiting = waiting(out.state());
    let values: Vec<i32> = waiting.iter().map(|&side| out.state().sides[usize::from(side.0)].initiative).collect();
    let position =
        highest(values, |sides| out.die("initiative tie", 0, sides)).expect("at least one side has not moved");
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

/// The number of other sides with active figures that have not moved yet.
fn unmoved_others(now: Situation<'_>, side: SideId) -> usize {
    let sides = now.state.sides.iter().zip(0..);
    let unmoved = sides.filter(|(other, _)| !matches!(other.sequence, SideSequence::Moved(_)));
    unmoved.filter(|&(_, other)| SideId(other) != side && now.active_of(SideId(other)).next().is_some()).count()
}
