//! Computer players: how a ruleset defines them, and two that can play every ruleset.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;

use foeman_schema::near::{did_you_mean, near};
use serde::Serialize;

use crate::battle::{Battle, EntryOf};
use crate::dice::{self, Seed, Words};
use crate::ruleset::{Emit, Ruleset, SideId, Turn};

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

/// The id of a computer player of a ruleset, as returned by [`find`] and
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
        write!(f, "expected a player of ruleset `{ruleset}`, but found `{asked}`; ")?;
        match did_you_mean(&near(asked, known.iter().copied())) {
            Some(near) => f.write_str(&near),
            None => write!(f, "there is `{}`", known.join("`, `")),
        }
    }
}

impl std::error::Error for UnknownPlayer {}

/// Returns the default players, for rulesets without others: greedy and random.
pub fn usual<R: Ruleset>() -> &'static [PlayerDef<R>] {
    const { &[greedy(), random()] }
}

/// Returns the definition of [`Greedy`] with default settings.
pub const fn greedy<R: Ruleset>() -> PlayerDef<R> {
    let about = "Takes what looks best one decision ahead";
    PlayerDef::new("greedy", "greedy", about, || Box::new(Greedy::default()))
}

/// Returns the definition of [`Random`].
pub const fn random<R: Ruleset>() -> PlayerDef<R> {
    let about = "Takes anything that is allowed, each as likely as the others";
    PlayerDef::new("random", "random", about, || Box::new(Random))
}

/// Finds the player of ruleset `R` with an id.
pub fn find<R: Ruleset>(id: &str) -> Result<PlayerId, UnknownPlayer> {
    PlayerInfo::find(R::dialect().id, &infos::<R>(), id)
}

/// Returns the descriptions of all players of ruleset `R`.
pub fn infos<R: Ruleset>() -> Vec<PlayerInfo> {
    R::players().iter().map(PlayerDef::info).collect()
}

/// The players of one battle, each with its cached results.
pub struct Players<R: Ruleset>(BTreeMap<(SideId, Option<PlayerId>), Box<dyn Player<R>>>);

impl<R: Ruleset> Players<R> {
    /// Returns the player of a side with an id, created on first use.
    /// `None` and ids of other rulesets give the default player.
    pub fn of(&mut self, side: SideId, id: impl Into<Option<PlayerId>>) -> &mut dyn Player<R> {
        let id = id.into();
        let fresh = || {
            let listed = R::players();
            match listed.iter().find(|def| Some(def.info.id) == id).or(listed.first()) {
                Some(def) => def.fresh(),
                None => greedy().fresh(),
            }
        };
        self.0.entry((side, id)).or_insert_with(fresh).as_mut()
    }
}

impl<R: Ruleset> Default for Players<R> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

/// The information on which a player bases a decision.
pub struct Observation<'a, R: Ruleset> {
    /// The state as far as the side knows it.
    pub state: &'a R::State,
    /// The side that decides.
    pub side: SideId,
    battle: &'a Battle<R>,
    legal: OnceCell<Vec<R::Command>>,
    wanted: &'a dyn Fn(u32) -> bool,
}

impl<'a, R: Ruleset> Observation<'a, R> {
    /// Returns the content of the scenario.
    pub fn content(&self) -> &'a R::Content {
        self.battle.content()
    }

    /// Returns the legal commands; never empty. They are listed on the first call.
    pub fn legal(&self) -> &[R::Command] {
        self.legal.get_or_init(|| self.battle.legal())
    }

    /// Whether a command is legal.
    pub fn is_legal(&self, command: &R::Command) -> bool {
        self.battle.check(command).is_ok()
    }

    /// Returns the number of the entry being decided.
    pub fn entry(&self) -> u64 {
        self.battle.entries().len() as u64
    }

    /// Returns the entries so far, the set-up first; empty if anything is hidden from the side.
    ///
    /// For players that plan across several decisions: their cached results must follow from these entries.
    pub fn entries(&self) -> &'a [EntryOf<R>] {
        if self.is_whole() { self.battle.entries() } else { &[] }
    }

    /// Returns the state after an entry; `None` if anything is hidden from the side, or if the entry was made with
    /// other content.
    pub fn state_after(&self, entry: usize) -> Option<R::State> {
        if self.is_whole() { self.battle.state_after(entry) } else { None }
    }

    /// Returns the random numbers used for the decision of an earlier entry.
    pub fn numbers_of(&self, entry: u64, purpose: &str) -> Words {
        dice::decision(self.battle.seed(), entry, purpose)
    }

    /// Whether nothing is hidden from the side.
    fn is_whole(&self) -> bool {
        std::ptr::eq(self.state, self.battle.state())
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
        dice::decision(self.battle.seed(), self.entry(), purpose)
    }
}

/// Returns the command `player` chooses in a battle; `None` if no side has to decide, or no command is legal.
pub fn decide<R: Ruleset>(battle: &Battle<R>, player: &mut dyn Player<R>) -> Option<R::Command> {
    decide_while(battle, player, &|_| true)
}

/// Like [`decide`], but can be cancelled: the player regularly calls `wanted` with the number of entries tried out
/// since the last call.
pub fn decide_while<R: Ruleset>(
    battle: &Battle<R>,
    player: &mut dyn Player<R>,
    wanted: &dyn Fn(u32) -> bool,
) -> Option<R::Command> {
    let Turn::Ask { side, actor } = battle.turn() else { return None };
    let state = R::observed_by(battle.content(), battle.state(), side, actor);
    player.choose(&Observation { state: &state, side, battle, legal: OnceCell::new(), wanted })
}

/// Chooses any legal command with equal probability.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<R: Ruleset> Player<R> for Random {
    fn choose(&mut self, view: &Observation<'_, R>) -> Option<R::Command> {
        let legal = view.legal();
        let choice = view.numbers("random").below(legal.len() as u32) as usize;
        legal.get(choice).cloned()
    }
}

/// Chooses the command after which the state is worth most to the side, averaged over a few tries with separate dice.
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    /// The maximum number of entries it may try out for one decision. It counts entries rather than time, so that it
    /// plays the same on slow machines.
    pub nodes: u32,
}

impl Default for Greedy {
    fn default() -> Self {
        Self { nodes: 960 }
    }
}

/// The number of tries for each command that rolls dice.
const TRIES: u32 = 3;

impl<R: Ruleset> Player<R> for Greedy {
    fn choose(&mut self, view: &Observation<'_, R>) -> Option<R::Command> {
        let legal = view.legal();
        // A forced decision should be free.
        if legal.len() < 2 {
            return legal.first().cloned();
        }
        let mut numbers = view.numbers("greedy");
        // All commands are tried with the same dice, so that luck does not favour one of them.
        let seeds: Vec<Seed> = (0..TRIES).map(|_| numbers.seed()).collect();
        let candidates = sample(legal.len() as u32, (self.nodes / TRIES).max(1), &mut numbers);
        let share = (self.nodes / TRIES / candidates.len() as u32).max(1);
        let worth = |&candidate: &u32| try_out(view, &legal[candidate as usize], &seeds, share);
        let mut values: Vec<i64> = Vec::with_capacity(candidates.len());
        for candidate in &candidates {
            values.push(worth(candidate));
            if !view.is_wanted(share * TRIES) {
                return legal.first().cloned();
            }
        }
        let best = values.iter().copied().max().unwrap_or(0);
        let ties: Vec<u32> =
            candidates.into_iter().zip(values).filter(|&(_, value)| value == best).map(|(index, _)| index).collect();
        let choice = ties[numbers.below(ties.len() as u32) as usize];
        legal.get(choice as usize).cloned()
    }
}

/// Returns at most `most` of the positions `0..count`, in order, chosen with equal probability.
fn sample(count: u32, most: u32, numbers: &mut Words) -> Vec<u32> {
    if count <= most {
        return (0..count).collect();
    }
    let mut chosen = Vec::with_capacity(most as usize);
    for index in 0..count {
        if numbers.below(count - index) < most - chosen.len() as u32 {
            chosen.push(index);
        }
    }
    chosen
}

/// Returns the sum over all tries of the state's worth after a command, for the side that issues it.
///
/// After the command the rules advance for up to `share` entries in total, until a side has to decide, or until they
/// would roll dice without a decision. [`Ruleset::value`] estimates the effect of those dice, which can be exact where
/// a few tries would be chance.
fn try_out<R: Ruleset>(view: &Observation<'_, R>, command: &R::Command, seeds: &[Seed], share: u32) -> i64 {
    let mut sum = 0;
    for &seed in seeds {
        let mut state = view.state.clone();
        let mut out = Emit::new(view.content(), &mut state, seed, 0);
        R::plan(view.content(), command, &mut out);
        let rolled = out.has_rolled();
        for node in 1..share {
            if R::turn(view.content(), &state) != Turn::Auto {
                break;
            }
            let mut next = state.clone();
            let mut out = Emit::new(view.content(), &mut next, seed, u64::from(node));
            R::advance(view.content(), &mut out);
            if out.has_rolled() {
                break;
            }
            state = next;
        }
        let value = R::value(view.content(), &state, view.side);
        if !rolled {
            return value.saturating_mul(seeds.len() as i64);
        }
        sum = i64::saturating_add(sum, value);
    }
    sum
}
