//! Who acts next, and the other figures that can still act.

use std::collections::BTreeSet;

use foeman_engine::choice::Intent;
use foeman_engine::ruleset::Turn;

use super::Battle;

impl Battle {
    /// Returns the token whose choices are shown if the active side chooses for several: the highlighted one.
    pub fn concerned(&self, highlight: Option<u32>) -> Option<u32> {
        let is_free = matches!(self.seen().turn, Turn::Ask { actor: None, .. });
        let has_choices = |token: &u32| self.choices().iter().any(|choice| choice.actor == Some(*token));
        highlight.filter(|token| is_free && has_choices(token))
    }

    /// Returns the tokens on the map that can still act, if the active side chooses for several. Leaving the map is no
    /// action.
    pub fn actors(&self) -> BTreeSet<u32> {
        if !matches!(self.seen().turn, Turn::Ask { actor: None, .. }) {
            return BTreeSet::new();
        }
        let acts = self.choices().iter().filter(|choice| choice.intent.is_action());
        let actors: BTreeSet<u32> =
            acts.flat_map(|choice| choice.actor.iter().chain(&choice.members)).copied().collect();
        let standing = self.board().tokens.iter().filter(|token| !token.cells.is_empty());
        standing.map(|token| token.id).filter(|id| actors.contains(id)).collect()
    }

    /// Returns the next token with choices if the active side chooses for several; after the last one, the first.
    pub fn next_actor(&self, after: Option<u32>) -> Option<u32> {
        let actors = self.actors();
        let later = |actor: &&u32| after.is_none_or(|after| **actor > after);
        actors.iter().find(later).or(actors.first()).copied()
    }

    /// Returns the previous token with choices if the active side chooses for several; before the first one, the last.
    pub fn previous_actor(&self, before: Option<u32>) -> Option<u32> {
        let actors = self.actors();
        let earlier = |actor: &&u32| before.is_some_and(|before| **actor < before);
        actors.iter().rev().find(earlier).or(actors.last()).copied()
    }

    /// Names the side and the figure that must choose next: `Waiting for Toll-keepers: Maud Tollbar must choose`.
    /// `None` if the computer plays on.
    pub fn waiting_for(&self) -> Option<String> {
        let side = self.waits_for()?;
        let Turn::Ask { actor, .. } = self.seen().turn else { return None };
        let token = actor.and_then(|actor| self.board().tokens.iter().find(|token| token.id == actor));
        Some(match token {
            Some(token) => format!("Waiting for {side}: {} must choose", token.name),
            None if self.choices().iter().any(|choice| choice.intent == Intent::Turn) => {
                format!("Waiting for {side} to end the turn")
            }
            None => format!("Waiting for {side} to choose"),
        })
    }

    /// Returns the name of the side whose person must choose; `None` if the computer plays on.
    pub fn waits_for(&self) -> Option<String> {
        match self.game().turn() {
            Turn::Ask { side, .. } if !self.is_running() && self.asks_person() => Some(self.seen().side_name(side)),
            _ => None,
        }
    }
}
