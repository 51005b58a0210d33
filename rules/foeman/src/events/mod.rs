//! The scenario's events: their occasions, times and deeds.
//!
//! An occasion makes events due. A due event happens as soon as no figure is in the middle of its move, its choice or
//! its attack, before the next decision and before the battle is judged. Each event is one entry of the journal.

pub mod arrivals;
mod deeds;
mod occasions;
mod values;

use crate::Foeman;
use crate::content::events::When;
use crate::instruction::{EventStep, Instruction};
use crate::situation::Situation;
use crate::state::{Due, State};
use foeman_engine::ruleset::Emit;

use values::Amounts;

pub(crate) use occasions::noting;

/// The maximum number of events that set each other off, one after another.
pub const LONGEST_CHAIN: u8 = 8;

/// The maximum number of events that can be due at the same time.
pub const MOST_DUE: usize = 200;

/// The position of the event that happens now; `None` if none is due, or if a figure first has to complete its move,
/// its choice or its attack.
pub(crate) fn next(now: Situation<'_>) -> Option<usize> {
    let state = now.state;
    let at = state.unfolding.due.iter().position(|due| due.round <= state.round)?;
    (is_at_rest(state) || now.outcome().is_some()).then_some(at)
}

/// Whether no figure is in the middle of something.
fn is_at_rest(state: &State) -> bool {
    state.attack.is_none() && state.places.is_empty() && state.asked.is_none() && state.current().is_none()
}

/// Carries out an event that is due, if its conditions hold and it has not happened often enough.
pub(crate) fn occur(at: usize, out: &mut Emit<'_, Foeman>) {
    let due = out.state().unfolding.due[at];
    let place = at as u16;
    let event = out.content().event(due.event);
    let is_used_up = event.limit.is_some_and(|limit| out.state().unfolding.fired[due.event.index()] >= limit);
    if is_used_up || !Amounts::of(&due, out).all_hold(&event.tests) {
        return out.push(Instruction::Event(EventStep::Lapses { at: place }));
    }
    out.push(Instruction::Event(EventStep::Happens { at: place }));
    let is_over = out.state().unfolding.over;
    for (nth, deed) in event.deeds.iter().enumerate() {
        // Nothing that follows from the end of the battle changes its result.
        if is_over && !deed.does.is_epilogue() {
            continue;
        }
        if Amounts::of(&due, out).all_hold(&deed.tests) {
            deeds::carry_out(&due, nth as u16, &deed.does, out);
        }
    }
    let round = out.state().round;
    for (id, other) in out.content().numbered_events() {
        let When::Fired { event: named, after } = &other.when else { continue };
        if *named == event.id {
            // Events after a pause begin a new chain, and the number of rounds limits them.
            let chain = if *after > 0 { 0 } else { due.chain.saturating_add(1) };
            let round = round.saturating_add(*after);
            occasions::becomes_due(Due { event: id, chain, round, ..due }, out);
        }
    }
}
