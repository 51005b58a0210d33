//! What a state is worth to a computer player.

use super::act::{hit, needed};
use super::content::Content;
use super::formulas::strike_odds;
use super::milli::Milli;
use super::state::{State, other};
use foeman_engine::dice::Seed;
use foeman_engine::ruleset::{Emit, SideId};

/// A whole life, in units of value.
const LIFE: i64 = 100_000;

/// What is lost of a life at the brink of a threshold: an overflow may come next.
const BRINK: i64 = LIFE / 2;

/// How many further strikes of each a state is judged by.
const STRIKES_AHEAD: i64 = 3;

/// What one has left and threatens, less what the other has left and threatens.
pub(super) fn value(content: &Content, state: &State, side: SideId) -> i64 {
    let [own, foe] = [side, other(side)].map(|side| {
        let threat = if state.outcome.is_some() { 0 } else { threat(content, state, side) };
        worth(content, state, side) + threat * STRIKES_AHEAD
    });
    own - foe
}

/// What somebody's life is worth: nothing when dead, less when injured or near a threshold.
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

/// What the next strike of a side is expected to win for it; nothing when it would rather not strike.
fn threat(content: &Content, state: &State, side: SideId) -> i64 {
    let mut after = state.clone();
    // A hit rolls no dice, so the seed does not matter.
    hit(&mut Emit::new(content, &mut after, Seed(0), 0), side);
    let [own, foe] = [side, other(side)].map(|side| worth(content, state, side) - worth(content, &after, side));
    let odds = strike_odds(needed(content, state, side));
    (foe - own).max(0) * odds.wins as i64 / odds.of as i64
}

/// The part of `scale` that `amount` is of `whole`; everything when there is no whole.
fn share(amount: Milli, whole: Milli, scale: i64) -> i64 {
    if whole <= Milli::ZERO { scale } else { amount.0 * scale / whole.0 }
}
