//! What a state is worth to a computer player.

use foeman_engine::ruleset::SideId;

use super::state::{State, towards};

/// How far the knot is towards one's own end, and whose breath is longer.
pub(super) fn value(state: &State, side: SideId) -> i64 {
    let value = 4 * state.knot + state.breath[1] - state.breath[0];
    i64::from(value * towards(side.0.into()))
}
