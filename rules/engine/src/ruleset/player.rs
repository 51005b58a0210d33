//! Computer players: how a ruleset defines them, and what they know when they decide.

use std::cell::OnceCell;
use std::fmt;

use foeman_schema::did_you_mean::{did_you_mean, near};
use serde::Serialize;

use super::Ruleset;
use crate::dice::{self, Seed, Words};
use crate::entry::Entry;
use crate::outcome::SideId;

/// A computer player for one side of one battle.
///
/// A decision depends only on the observation, so the same battle is played the same way on every machine.
/// A player may cache results between decisions, as long as they do not change what it decides.
pub trait Player<R: Ruleset>: Send {
    /// Returns the command to issue, which must be legal; `None` only if no command is.
    fn choose(&mut self, view: &Observation<'_, R>) -> Option<R::Command>;
}

/// A computer player that a ruleset offers.
pub struct PlayerDef<R: Ruleset> {
    info: PlayerInfo,
    fresh: fn() -> Box<dyn Player<R>>,
}

/// A description of a computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerInfo {
    /// The id by which it is selected.
    pub id: PlayerId,
    /// Its display name, lower case: `far-sighted`.
    pub title: &'static str,
    /// How it decides, in one sentence, no final stop.
    pub about: &'static str,
}

/// The id of a computer player of a ruleset, as returned by [`find`](crate::player::find) and
/// [`Engine::player`](crate::game::Engine::player).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct PlayerId(&'static str);

/// The error for an id that no player of the ruleset has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPlayer {
    /// The unknown id.
    pub asked: String,
    /// The ruleset's id.
    pub ruleset: &'static str,
    /// The known ids.
    pub known: Vec<&'static str>,
}

impl<R: Ruleset> PlayerDef<R> {
    /// Creates a definition from its id in kebab case, display name, description and constructor.
    pub const fn new(
        id: &'static str,
        title: &'static str,
        about: &'static str,
        fresh: fn() -> Box<dyn Player<R>>,
    ) -> Self {
        Self { info: PlayerInfo { id: PlayerId(id), title, about }, fresh }
    }

    /// Returns its description.
    pub fn info(&self) -> PlayerInfo {
        self.info
    }

    /// Creates a player without cached results.
    pub fn fresh(&self) -> Box<dyn Player<R>> {
        (self.fresh)()
    }
}

impl PlayerId {
    /// Returns the id as typed by users: `greedy`.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl PlayerInfo {
    /// Finds an id among a ruleset's players.
    pub(crate) fn find(ruleset: &'static str, known: &[Self], id: &str) -> Result<PlayerId, UnknownPlayer> {
        let found = known.iter().map(|info| info.id).find(|known| known.0 == id);
        let known = || known.iter().map(|info| info.id.0).collect();
        found.ok_or_else(|| UnknownPlayer { asked: id.to_owned(), ruleset, known: known() })
    }
}

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, ruleset, known } = self;
        write!(f, "expected a player of ruleset `{ruleset}`, found `{asked}`; ")?;
        match did_you_mean(&near(asked, known.iter().copied())) {
            Some(near) => f.write_str(&near),
            None => write!(f, "there is `{}`", known.join("`, `")),
        }
    }
}

impl std::error::Error for UnknownPlayer {}

/// The information on which a player bases a decision.
pub struct Observation<'a, R: Ruleset> {
    /// The state as far as the side knows it.
    pub state: &'a R::State,
    /// The side that decides.
    pub side: SideId,
    pub(crate) content: &'a R::Content,
    /// The whole state.
    pub(crate) whole: &'a R::State,
    pub(crate) seed: Seed,
    pub(crate) entries: &'a [Entry<R::Command, R::Instruction>],
    pub(crate) state_after: &'a dyn Fn(usize) -> Option<R::State>,
    pub(crate) wanted: &'a dyn Fn(u32) -> bool,
    pub(crate) legal: OnceCell<Vec<R::Command>>,
}

impl<'a, R: Ruleset> Observation<'a, R> {
    /// Returns the content of the scenario.
    pub fn content(&self) -> &'a R::Content {
        self.content
    }

    /// Returns the legal commands; never empty. They are listed on the first call.
    pub fn legal(&self) -> &[R::Command] {
        self.legal.get_or_init(|| {
            let mut legal = Vec::new();
            R::legal(self.content, self.whole, &mut legal);
            legal
        })
    }

    /// Whether a command is legal.
    pub fn is_legal(&self, command: &R::Command) -> bool {
        R::check(self.content, self.whole, command).is_ok()
    }

    /// Returns the number of the entry being decided.
    pub fn entry(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Returns the entries so far, the set-up first; empty if anything is hidden from the side.
    ///
    /// For players that plan across several decisions: their cached results must follow from these entries.
    pub fn entries(&self) -> &'a [Entry<R::Command, R::Instruction>] {
        if self.is_whole() { self.entries } else { &[] }
    }

    /// Returns the state after an entry; `None` if anything is hidden from the side, or if the entry was made with
    /// other content.
    pub fn state_after(&self, entry: usize) -> Option<R::State> {
        if self.is_whole() { (self.state_after)(entry) } else { None }
    }

    /// Returns the random numbers used for the decision of an earlier entry.
    pub fn numbers_of(&self, entry: u64, purpose: &str) -> Words {
        dice::decision(self.seed, entry, purpose)
    }

    /// Whether nothing is hidden from the side.
    fn is_whole(&self) -> bool {
        std::ptr::eq(self.state, self.whole)
    }

    /// Reports that `tried` entries have been tried out since the last call. Returns whether the decision is still
    /// wanted.
    ///
    /// A player that tries out commands must ask at least every 1,000 entries. Once the decision is unwanted, its value
    /// is ignored.
    pub fn is_wanted(&self, tried: u32) -> bool {
        (self.wanted)(tried)
    }

    /// Returns random numbers for this decision and purpose, independent of the battle's dice.
    pub fn numbers(&self, purpose: &str) -> Words {
        dice::decision(self.seed, self.entry(), purpose)
    }
}
