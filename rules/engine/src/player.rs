//! Computer players: how a ruleset brings them, and two that play every ruleset.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;

use foeman_schema::near::{did_you_mean, near};
use serde::Serialize;

use crate::battle::{Battle, EntryOf};
use crate::dice::{self, Seed, Words};
use crate::ruleset::{Emit, Ruleset, SideId, Turn};

/// Decides for one side of one battle.
///
/// A decision depends on nothing but the view, so the same battle is played the same way on every machine.
/// Between the decisions of its battle a player may keep what it has worked out, as long as it would decide the same
/// without.
pub trait Player<R: Ruleset>: Send {
    /// The command to issue, which must be legal; nothing only when nothing is.
    fn choose(&mut self, view: &Observation<'_, R>) -> Option<R::Command>;
}

/// A computer player that a ruleset offers.
pub struct PlayerDef<R: Ruleset> {
    info: PlayerInfo,
    fresh: fn() -> Box<dyn Player<R>>,
}

/// What people are told of a computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerInfo {
    /// What it is asked for by.
    pub id: PlayerId,
    /// Its name for people, lower case: `far-sighted`.
    pub title: &'static str,
    /// How it decides, in one sentence without a final stop.
    pub about: &'static str,
}

/// The id of a player that a ruleset offers: [`find`] and [`Engine::player`](crate::game::Engine::player) give it out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct PlayerId(&'static str);

/// An id that no player of a ruleset has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPlayer {
    /// What was asked for.
    pub asked: String,
    /// The ruleset's id.
    pub ruleset: &'static str,
    /// The ids there are.
    pub known: Vec<&'static str>,
}

impl<R: Ruleset> PlayerDef<R> {
    /// A player: its id in kebab case, its name and how it decides for people, and how one is made for a side of a battle.
    pub const fn new(
        id: &'static str,
        title: &'static str,
        about: &'static str,
        fresh: fn() -> Box<dyn Player<R>>,
    ) -> Self {
        Self { info: PlayerInfo { id: PlayerId(id), title, about }, fresh }
    }

    /// What people are told of it.
    pub fn info(&self) -> PlayerInfo {
        self.info
    }

    /// One that has not decided anything yet.
    pub fn fresh(&self) -> Box<dyn Player<R>> {
        (self.fresh)()
    }
}

impl PlayerId {
    /// As it is typed: `greedy`.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl PlayerInfo {
    /// The id among those of a ruleset's players.
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

/// The players a ruleset has that brings none of its own: greedy, and random.
pub fn usual<R: Ruleset>() -> &'static [PlayerDef<R>] {
    const { &[greedy(), random()] }
}

/// [`Greedy`] with its usual settings, for a ruleset's list.
pub const fn greedy<R: Ruleset>() -> PlayerDef<R> {
    let about = "Takes what looks best one decision ahead";
    PlayerDef::new("greedy", "greedy", about, || Box::new(Greedy::default()))
}

/// [`Random`], for a ruleset's list.
pub const fn random<R: Ruleset>() -> PlayerDef<R> {
    let about = "Takes anything that is allowed, each as likely as the others";
    PlayerDef::new("random", "random", about, || Box::new(Random))
}

/// The player of ruleset `R` with this id.
pub fn find<R: Ruleset>(id: &str) -> Result<PlayerId, UnknownPlayer> {
    PlayerInfo::find(R::dialect().id, &infos::<R>(), id)
}

/// What people are told of the players of ruleset `R`.
pub fn infos<R: Ruleset>() -> Vec<PlayerInfo> {
    R::players().iter().map(PlayerDef::info).collect()
}

/// The players of one battle, each with what it keeps.
pub struct Players<R: Ruleset>(BTreeMap<(SideId, Option<PlayerId>), Box<dyn Player<R>>>);

impl<R: Ruleset> Players<R> {
    /// The player with this id that plays a side, new when it has not played it before.
    /// Without an id, and for one of another ruleset, it is the usual player.
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

/// What a player knows when it decides.
pub struct Observation<'a, R: Ruleset> {
    /// The state as far as the side can know it.
    pub state: &'a R::State,
    /// The side that decides.
    pub side: SideId,
    battle: &'a Battle<R>,
    legal: OnceCell<Vec<R::Command>>,
    wanted: &'a dyn Fn(u32) -> bool,
}

impl<'a, R: Ruleset> Observation<'a, R> {
    /// The content of the scenario.
    pub fn content(&self) -> &'a R::Content {
        self.battle.content()
    }

    /// What it may do; never empty. Listed only when a player asks for it.
    pub fn legal(&self) -> &[R::Command] {
        self.legal.get_or_init(|| self.battle.legal())
    }

    /// Whether it may do this.
    pub fn is_legal(&self, command: &R::Command) -> bool {
        self.battle.check(command).is_ok()
    }

    /// The number of the entry it decides.
    pub fn entry(&self) -> u64 {
        self.battle.entries().len() as u64
    }

    /// What has happened so far, the set-up first; nothing where anything is hidden from the side.
    ///
    /// For players whose thoughts go through several decisions: what they keep must follow from it.
    pub fn entries(&self) -> &'a [EntryOf<R>] {
        if self.is_whole() { self.battle.entries() } else { &[] }
    }

    /// How things stood after an entry; nothing where anything is hidden from the side, and of entries made with other
    /// content.
    pub fn state_after(&self, entry: usize) -> Option<R::State> {
        if self.is_whole() { self.battle.state_after(entry) } else { None }
    }

    /// The numbers there were for the decision of an earlier entry.
    pub fn numbers_of(&self, entry: u64, purpose: &str) -> Words {
        dice::decision(self.battle.seed(), entry, purpose)
    }

    /// Whether the side knows all there is.
    fn is_whole(&self) -> bool {
        std::ptr::eq(self.state, self.battle.state())
    }

    /// Says that so many entries have been tried out since the last time; whether the decision is still wanted.
    ///
    /// A player that tries things out asks at least every 1,000 entries. What it answers when nobody wants it any more does
    /// not matter.
    pub fn is_wanted(&self, tried: u32) -> bool {
        (self.wanted)(tried)
    }

    /// Numbers for this decision and purpose; they tell nothing about the dice of the battle.
    pub fn numbers(&self, purpose: &str) -> Words {
        dice::decision(self.battle.seed(), self.entry(), purpose)
    }
}

/// What `player` issues in a battle that asks a side; `None` when nobody is asked, or there is no legal command.
pub fn decide<R: Ruleset>(battle: &Battle<R>, player: &mut dyn Player<R>) -> Option<R::Command> {
    decide_while(battle, player, &|_| true)
}

/// The same as long as somebody wants the decision, which the player asks now and then, with the number of entries it has
/// tried out since.
pub fn decide_while<R: Ruleset>(
    battle: &Battle<R>,
    player: &mut dyn Player<R>,
    wanted: &dyn Fn(u32) -> bool,
) -> Option<R::Command> {
    let Turn::Ask { side, actor } = battle.turn() else { return None };
    let state = R::observed_by(battle.content(), battle.state(), side, actor);
    player.choose(&Observation { state: &state, side, battle, legal: OnceCell::new(), wanted })
}

/// Any legal command, each as likely as the others.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<R: Ruleset> Player<R> for Random {
    fn choose(&mut self, view: &Observation<'_, R>) -> Option<R::Command> {
        let legal = view.legal();
        let choice = view.numbers("random").below(legal.len() as u32) as usize;
        legal.get(choice).cloned()
    }
}

/// The command after which the state is worth most to the side, on average over a few tries with dice of its own.
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    /// How many entries it may try out for one decision. Nodes, never time: machines differ in speed, not in play.
    pub nodes: u32,
}

impl Default for Greedy {
    fn default() -> Self {
        Self { nodes: 960 }
    }
}

/// Tries for each command that rolls dice.
const TRIES: u32 = 3;

impl<R: Ruleset> Player<R> for Greedy {
    fn choose(&mut self, view: &Observation<'_, R>) -> Option<R::Command> {
        let legal = view.legal();
        // A decision without a choice should cost nothing.
        if legal.len() < 2 {
            return legal.first().cloned();
        }
        let mut numbers = view.numbers("greedy");
        // Every command meets the same dice, so that they are compared on their merits.
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

/// At most `most` of the positions `0..count`, in order, each as likely as the others.
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

/// The sum over all tries of what a command is worth to the side that issues it.
///
/// After the command the rules go on for up to `share` entries in all, or until a side is asked again, or until they
/// would roll dice of their own accord: what those will bring is for [`Ruleset::value`] to expect, which can be exact
/// where a few tries would be chance.
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
