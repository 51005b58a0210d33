//! Everything that changes in a contest.

use foeman_schema::notation::code::{ActionCode, Number};

use super::catalogs::Actor;
use super::content::Content;
use foeman_engine::ruleset::SideId;

/// How much of its score a code loses each time it was used as a response.
///
/// The source says nothing of it. Without it an attack below every defence would go on for ever;
/// with it repeating oneself is punished and every contest in which somebody can harm ends.
pub const TIRING: u8 = 1;

/// How a contest stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) round: u32,
    /// The exchange of the round, 0 or 1; 2 when both are over.
    pub(super) exchange: u8,
    pub(super) attack: Pick,
    pub(super) response: Pick,
    pub(super) actors: [Standing; 2],
}

/// How an actor stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Health left.
    pub health: u16,
    /// Resolve left.
    pub resolve: u16,
    /// How often each of its codes was used as a response.
    pub used: Vec<u8>,
}

/// What an actor has chosen in an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pick {
    /// Nothing yet.
    Open,
    /// Something the onlooker does not know.
    Hidden,
    /// The code at this position of its list.
    Made(u8),
}

impl State {
    /// Both whole, before anything has happened.
    pub(super) fn new(content: &Content) -> Self {
        let standing =
            |actor: &Actor| Standing { health: actor.health, resolve: actor.resolve, used: vec![0; actor.codes.len()] };
        let actors = [standing(&content.actors[0]), standing(&content.actors[1])];
        Self { round: 0, exchange: 2, attack: Pick::Open, response: Pick::Open, actors }
    }

    /// Who attacks in the exchange: the first side in odd rounds, then the second; in even rounds the other way.
    pub(super) fn attacker(&self) -> usize {
        (self.round as usize + 1 + usize::from(self.exchange)) % 2
    }

    /// Whether an actor has no health or no resolve left.
    pub(super) fn is_out(&self, side: usize) -> bool {
        self.actors.get(side).is_none_or(|actor| actor.health == 0 || actor.resolve == 0)
    }

    /// A code of an actor's list as a response: with what is left of its score.
    pub(super) fn response(&self, content: &Content, side: usize, code: u8) -> Option<ActionCode> {
        let mut response = content.attack(side, code)?.clone();
        let used = self.actors.get(side)?.used.get(usize::from(code)).copied().unwrap_or(0);
        let left = response.score.get().saturating_sub(u16::from(used) * u16::from(TIRING));
        response.score = Number::at_most(left);
        Some(response)
    }

    /// What a side knows: each its own choice only. The attacker, who chooses first, knows that a response will come.
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
