//! Computer players: the two that can play every ruleset, and decisions in a battle.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::battle::Battle;
use crate::dice::{Seed, Words};
use crate::ruleset::{Emit, Ruleset, SideId, Turn};

pub use crate::ruleset::player::{Observation, Player, PlayerDef, PlayerId, PlayerInfo, UnknownPlayer};

/// Returns the default players, for rulesets without others: greedy and random.
pub fn usual<R: Ruleset>() -> &'static [PlayerDef<R>] {
    const { &[greedy(), random()] }
}

/// Returns the definition of [`Greedy`] with default settings.
pub const fn greedy<R: Ruleset>() -> PlayerDef<R> {
    let about = "Chooses the decision with the best immediate result";
    PlayerDef::new("greedy", "greedy", about, || Box::new(Greedy::default()))
}

/// Returns the definition of [`Random`].
pub const fn random<R: Ruleset>() -> PlayerDef<R> {
    let about = "Chooses any legal decision, each with the same chance";
    PlayerDef::new("random", "random", about, || Box::new(Random))
}

/// Finds the player of ruleset `R` with an id.
pub fn find<R: Ruleset>(id: &str) -> Result<PlayerId, UnknownPlayer> {
    PlayerInfo::find(R::dialect().id, &infos::<R>(), id)
}

/// Returns the descriptions of all players of ruleset `R`.
pub fn infos<R: Ruleset>() -> Vec<PlayerInfo> {
    listed::<R>().iter().map(PlayerDef::info).collect()
}

/// Returns the players of ruleset `R`, the default one first.
pub fn listed<R: Ruleset>() -> &'static [PlayerDef<R>] {
    match R::capabilities().players {
        [] => usual(),
        own => own,
    }
}

/// The players of one battle, each with its cached results.
pub struct Players<R: Ruleset>(BTreeMap<(SideId, Option<PlayerId>), Box<dyn Player<R>>>);

impl<R: Ruleset> Players<R> {
    /// Returns the player of a side with an id, created on first use.
    /// `None` and ids of other rulesets give the default player.
    pub fn of(&mut self, side: SideId, id: impl Into<Option<PlayerId>>) -> &mut dyn Player<R> {
        let id = id.into();
        let fresh = || {
            let listed = listed::<R>();
            match listed.iter().find(|def| Some(def.info().id) == id).or(listed.first()) {
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
    let state = R::capabilities().observed(battle.content(), battle.state(), side, actor);
    player.choose(&Observation {
        state: &state,
        side,
        content: battle.content(),
        whole: battle.state(),
        seed: battle.seed(),
        entries: battle.entries(),
        state_after: &|entry| battle.state_after(entry),
        wanted,
        legal: OnceCell::new(),
    })
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
