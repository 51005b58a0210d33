//! The record of a battle in a profile: the hand-overs it has seen, the keys of all sides, and its own secret keys.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::file::{Level, Turns};
use crate::rolls::Rolls;
use crate::seal::Secret;

/// The record of a battle in a profile; empty for a new battle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The level of the battle; none if it is not known yet.
    pub(crate) level: Option<Level>,
    /// The digests of the header and of the lines up to each hand-over.
    pub(crate) digests: Vec<String>,
    /// The public keys of the sides, by their numbers from 1.
    pub(crate) keys: BTreeMap<usize, String>,
    /// The secret keys of the own sides, by their numbers from 1.
    secrets: BTreeMap<usize, String>,
    /// The digest of the seed and the content.
    #[serde(default)]
    start: String,
    /// The digest of the journal of an unfinished turn.
    pub(crate) draft: String,
    /// The codes of dice.
    #[serde(default, skip_serializing_if = "Rolls::is_empty")]
    pub(crate) rolls: Rolls,
}

impl Known {
    /// Whether the battle is new to the profile.
    pub fn is_new(&self) -> bool {
        self.level.is_none()
    }

    /// Returns the level of the battle if a file of another one is a copy with less protection: the same seed and
    /// content, but a lower level.
    pub fn stripped(&self, turns: &Turns) -> Option<Level> {
        self.level.filter(|level| *level > turns.header.level && self.start == turns.journal_digest(0))
    }

    /// Returns the secret key of a side, by its number from 1; makes it when it is first needed.
    pub fn secret(&mut self, side: usize) -> Result<Secret, String> {
        if let Some(secret) = self.secrets.get(&side).and_then(|text| Secret::read(text)) {
            return Ok(secret);
        }
        let secret = Secret::new()?;
        self.secrets.insert(side, secret.text());
        Ok(secret)
    }

    /// Whether the profile plays sides of the battle, but none of these, given by their positions.
    pub(crate) fn plays_others_than(&self, sides: &[usize]) -> bool {
        !self.secrets.is_empty() && !sides.iter().any(|side| self.secrets.contains_key(&(side + 1)))
    }

    /// Whether a public key is the one of an own side.
    pub(crate) fn owns(&self, side: usize, key: &str) -> bool {
        self.secrets.get(&side).and_then(|text| Secret::read(text)).is_some_and(|secret| secret.public() == key)
    }

    /// Remembers a file, which has been checked or written.
    pub fn remember(&mut self, turns: &Turns) {
        self.level = Some(turns.header.level);
        let digests = turns.digests();
        if digests.len() > self.digests.len() {
            self.rolls.end_turn();
        }
        self.digests = digests;
        self.start = turns.journal_digest(0);
        for hand_over in turns.hand_overs.iter().filter(|hand_over| !hand_over.key.is_empty()) {
            self.keys.entry(hand_over.from).or_insert_with(|| hand_over.key.clone());
        }
        let is_finished = turns.hand_overs.last().is_some_and(|last| last.entries == turns.entries());
        self.draft = if is_finished { String::new() } else { turns.journal_digest(turns.entries()) };
    }
}
