//! Rates a state for computer players.

use super::act::{hit, needed};
use super::content::Content;
use super::formulas::strike_odds;
use super::milli::Milli;
use super::state::{State, other};
use foeman_engine::dice::Seed;
use foeman_engine::ruleset::{Emit, SideId};

/// The worth of being alive, and of full damage capacity.
const LIFE: i64 = 100_000;

/// The worth lost at a threshold, where the next flow may overflow.
const BRINK: i64 = LIFE / 2;

/// The number of further strikes per side that a rating assumes.
const STRIKES_AHEAD: i64 = 3;

/// Returns the worth of a side's life and threats minus the opponent's.
pub(super) fn value(content: &Content, state: &State, side: SideId) -> i64 {
    let [own, foe] = [side, other(side)].map(|side| {
        let threat = if state.outcome.is_some() { 0 } else { threat(content, state, side) };
        worth(content, state, side) + threat * STRIKES_AHEAD
    });
    own - foe
}

/// Returns the worth of a life: 0 when dead, less when injured or close to a threshold.
fn worth(content: &Content, state: &State, side: SideId) -> i64 {
    let (fighter, standing) = (content.fighter(side), state.standing(side));
    if standing.dead {
        return 0;
    }
    let capacity = share(standing.capacity(fighter), fighter.capacity, LIFE);
    let thresholds = fighter.body.thresholds;
    let (level, natural) = (standing.body, fighter.body.natural);
    let (room, whole) = if level > natural {
        (thresholds.upper - level, thresholds.upper - natural)
    } else {
        (level - thresholds.lower, natural - thresholds.lower)
    };
    LIFE + capacity - (BRINK - share(room, whole, BRINK))
}

/// Returns the expected gain from a side's next strike; 0 if the side would lose by it.
fn threat(content: &Content, state: &State, side: SideId) -> i64 {
    let mut after = state.clone();
    // A hit rolls no dice, so the seed does not matter.
    hit(&mut Emit::new(content, &mut after, Seed(0), 0), side);
    let [own, foe] = [side, other(side)].map(|side| worth(content, state, side) - worth(content, &after, side));
    let odds = strike_odds(needed(content, state, side));
    (foe - own).max(0) * odds.wins as i64 / odds.of as i64
}

/// Returns `amount / whole` of `scale`; the full scale if there is no whole.
fn share(amount: Milli, whole: Milli, scale: i64) -> i64 {
    if whole <= Milli::ZERO { scale } else { amount.0 * scale / whole.0 }
}
