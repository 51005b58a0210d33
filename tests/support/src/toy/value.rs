//! The value of a state for computer players.

use foeman_engine::ruleset::SideId;

use super::state::{State, towards};

/// Combines how far the knot is towards the side's end with the difference in breath.
pub(super) fn value(state: &State, side: SideId) -> i64 {
    let value = 4 * state.knot + state.breath[1] - state.breath[0];
    i64::from(value * towards(side.0.into()))
}
