//! What a state is worth to a computer player.

use super::content::Content;
use super::state::State;
use foeman_engine::ruleset::SideId;

/// What one has left, less what the other has left.
pub(super) fn value(content: &Content, state: &State, side: SideId) -> i64 {
    let own = usize::from(side.0.min(1));
    worth(content, state, own) - worth(content, state, 1 - own)
}

/// What an actor's health and resolve are worth: 1000 for each when whole; an actor that is out is worth nothing.
fn worth(content: &Content, state: &State, side: usize) -> i64 {
    let (Some(actor), Some(standing)) = (content.actors.get(side), state.actors.get(side)) else { return 0 };
    if state.is_out(side) {
        return -1000;
    }
    let share = |left: u16, whole: u16| i64::from(left) * 1000 / i64::from(whole.max(1));
    share(standing.health, actor.health) + share(standing.resolve, actor.resolve)
}
