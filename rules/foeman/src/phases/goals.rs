//! Victory and defeat conditions at the end of a round (an assumption).

use crate::Foeman;
use crate::content::goals::Stake;
use crate::ids::{GoalId, HoldId};
use crate::instruction::{GoalEvent, Instruction, SideEvent};
use crate::situation::{Situation, goals};
use crate::state::Fate;
use foeman_engine::ruleset::{Emit, SideId};

/// Evaluates all conditions at the end of a round, all at once, so that no side is favoured. An eliminated side cannot
/// win.
pub(crate) fn look(out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    if now.content.goals.all.is_empty() || now.outcome().is_some() {
        return;
    }
    let held = goals::held_at_the_end(now);
    let met = |side: SideId, stake| -> Option<GoalId> {
        let met = goals::of(now, side, stake).find(|(_, goal)| goals::at_the_end(now, goal, &held).is_complete());
        met.map(|(goal, _)| goal)
    };
    let mut events: Vec<(SideId, GoalEvent)> = Vec::new();
    for (nth, (zone, &rounds)) in now.content.goals.holds.iter().zip(&held).enumerate() {
        let hold = HoldId(nth as u16);
        // Counts are capped at the required number of rounds, so a zone held for longer causes no event.
        if now.state.held[nth] != rounds {
            events.push((zone.side, GoalEvent::Holds { hold, rounds }));
        }
    }
    for (side, state) in (0..).map(SideId).zip(&now.state.sides) {
        if state.fate != Fate::Open {
            continue;
        }
        if let Some(goal) = met(side, Stake::Defeat) {
            events.push((side, GoalEvent::Leaves { goal }));
        } else if let Some(goal) = met(side, Stake::Victory) {
            events.push((side, GoalEvent::Wins { goal }));
        }
    }
    for (side, event) in events {
        out.push(Instruction::Side(side, SideEvent::Goal(event)));
    }
}
