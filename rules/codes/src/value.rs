//! Rates a state for computer players.

use super::content::Content;
use super::state::State;
use foeman_engine::ruleset::SideId;

/// Returns the worth of a side's actor minus the opponent's.
pub(super) fn value(content: &Content, state: &State, side: SideId) -> i64 {
    let own = usize::from(side.0.min(1));
    worth(content, state, own) - worth(content, state, 1 - own)
}

/// Returns the worth of an actor's health and resolve: 1000 each at full value; 0 if the actor is out.
fn worth(content: &Content, state: &State, side: usize) -> i64 {
    let (Some(actor), Some(standing)) = (content.actors.get(side), state.actors.get(side)) else { return 0 };
    if state.is_out(side) {
        return -1000;
    }
    let share = |left: u16, whole: u16| i64::from(left) * 1000 / i64::from(whole.max(1));
    share(standing.health, actor.health) + share(standing.resolve, actor.resolve)
}
