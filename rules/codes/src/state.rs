//! Everything that changes in a contest.

use foeman_schema::notation::code::{ActionCode, Number};

use super::catalogs::Actor;
use super::content::Content;
use foeman_engine::ruleset::SideId;

/// The score a code loses each time it was used as a response.
///
/// The source has no such rule. Without it, an attack weaker than every defence would go on forever; with it,
/// repetition has a cost, and every contest in which an actor can do harm ends.
pub const TIRING: u8 = 1;

/// The state of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) round: u32,
    /// The exchange of the round, 0 or 1; 2 when both are over.
    pub(super) exchange: u8,
    pub(super) attack: Pick,
    pub(super) response: Pick,
    pub(super) actors: [Standing; 2],
}

/// The state of an actor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Remaining health.
    pub health: u16,
    /// Remaining resolve.
    pub resolve: u16,
    /// The number of times each of its codes was used as a response.
    pub used: Vec<u8>,
}

/// An actor's choice in an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pick {
    /// Not made yet.
    Open,
    /// Made, but unknown to the viewer.
    Hidden,
    /// The code at this position in its list.
    Made(u8),
}

impl State {
    /// Returns the initial state, with both actors unharmed.
    pub(super) fn new(content: &Content) -> Self {
        let standing =
            |actor: &Actor| Standing { health: actor.health, resolve: actor.resolve, used: vec![0; actor.codes.len()] };
        let actors = [standing(&content.actors[0]), standing(&content.actors[1])];
        Self { round: 0, exchange: 2, attack: Pick::Open, response: Pick::Open, actors }
    }

    /// Returns who attacks in the exchange: the first side and then the second in odd rounds, the reverse in even
    /// rounds.
    pub(super) fn attacker(&self) -> usize {
        (self.round as usize + 1 + usize::from(self.exchange)) % 2
    }

    /// Whether an actor has no health or no resolve left.
    pub(super) fn is_out(&self, side: usize) -> bool {
        self.actors.get(side).is_none_or(|actor| actor.health == 0 || actor.resolve == 0)
    }

    /// Returns a code of an actor as a response, with its remaining score.
    pub(super) fn response(&self, content: &Content, side: usize, code: u8) -> Option<ActionCode> {
        let mut response = content.attack(side, code)?.clone();
        let used = self.actors.get(side)?.used.get(usize::from(code)).copied().unwrap_or(0);
        let left = response.score.get().saturating_sub(u16::from(used) * u16::from(TIRING));
        response.score = Number::at_most(left);
        Some(response)
    }

    /// Takes back both choices of the exchange.
    pub(super) fn reopen(&mut self) {
        (self.attack, self.response) = (Pick::Open, Pick::Open);
    }

    /// Returns the state as a side knows it, with only its own choice. The attacker, who chooses first, knows that a
    /// response will follow.
    pub(super) fn observed(&self, side: SideId) -> Self {
        let mut seen = self.clone();
        if usize::from(side.0) == self.attacker() {
            seen.response = Pick::Hidden;
        } else if seen.attack != Pick::Open {
            seen.attack = Pick::Hidden;
        }
        seen
    }
}
