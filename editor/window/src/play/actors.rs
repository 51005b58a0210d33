//! Who acts next, and the other figures that can still act.

use std::collections::BTreeSet;

use foeman_engine::ruleset::Turn;

use super::Battle;

impl Battle {
    /// Returns the token whose choices are shown if the active side chooses for several: the highlighted one.
    pub fn concerned(&self, highlight: Option<u32>) -> Option<u32> {
        let is_free = matches!(self.seen().turn, Turn::Ask { actor: None, .. });
        let has_choices = |token: &u32| self.choices().iter().any(|choice| choice.actor == Some(*token));
        highlight.filter(|token| is_free && has_choices(token))
    }

    /// Returns the tokens on the map that have choices, if the active side chooses for several.
    pub fn actors(&self) -> BTreeSet<u32> {
        if !matches!(self.seen().turn, Turn::Ask { actor: None, .. }) {
            return BTreeSet::new();
        }
        let actors: BTreeSet<u32> = self.choices().iter().filter_map(|choice| choice.actor).collect();
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

    /// Returns the name of the side whose person must choose; `None` if the computer plays on.
    pub fn waits_for(&self) -> Option<String> {
        match self.game().turn() {
            Turn::Ask { side, .. } if !self.is_running() && self.asks_person() => Some(self.seen().side_name(side)),
            _ => None,
        }
    }
}
