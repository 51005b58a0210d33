//! Computer players, written once for every ruleset.

use serde::{Deserialize, Serialize};

use crate::battle::Battle;
use crate::dice::{self, Seed, Words};
use crate::ruleset::{Emit, Ruleset, SideId, Turn};

/// Decides for a side.
///
/// A decision depends on nothing but the view, so the same battle is played the same way on every machine.
pub trait Player<R: Ruleset>: Send + Sync {
    /// The position in [`View::legal`] of the command to issue.
    fn choose(&self, view: &View<'_, R>) -> usize;
}

/// What a player knows when it decides.
pub struct View<'a, R: Ruleset> {
    /// The content of the scenario.
    pub content: &'a R::Content,
    /// The state as far as the side can know it.
    pub state: &'a R::State,
    /// The side that decides.
    pub side: SideId,
    /// What it may do; never empty.
    pub legal: &'a [R::Command],
    /// The number of the entry it decides.
    pub entry: u64,
    seed: Seed,
}

impl<R: Ruleset> View<'_, R> {
    /// Numbers for this decision and purpose; they tell nothing about the dice of the battle.
    pub fn numbers(&self, purpose: &str) -> Words {
        dice::decision(self.seed, self.entry, purpose)
    }
}

/// A computer player, by how it decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// Any legal command, each as likely as the others.
    Random,
    /// The command that looks best one decision ahead.
    #[default]
    Greedy,
}

impl PlayerKind {
    /// The player itself, with its usual settings.
    pub fn player<R: Ruleset>(self) -> &'static dyn Player<R> {
        match self {
            Self::Random => &Random,
            Self::Greedy => &Greedy { nodes: 960 },
        }
    }
}

/// What `player` issues in a battle that asks a side; `None` when nobody is asked, or there is no such command.
pub fn decide<R: Ruleset>(battle: &Battle<R>, player: &dyn Player<R>) -> Option<R::Command> {
    let Turn::Ask { side, .. } = battle.turn() else { return None };
    let mut legal = battle.legal();
    let choice = match legal.len() {
        0 => return None,
        // A decision without a choice should cost nothing.
        1 => 0,
        _ => player.choose(&View {
            content: battle.content(),
            state: &R::observed(battle.content(), battle.state(), side),
            side,
            legal: &legal,
            entry: battle.entries().len() as u64,
            seed: battle.seed(),
        }),
    };
    (choice < legal.len()).then(|| legal.swap_remove(choice))
}

/// Any legal command, each as likely as the others.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<R: Ruleset> Player<R> for Random {
    fn choose(&self, view: &View<'_, R>) -> usize {
        view.numbers("random").below(view.legal.len() as u32) as usize
    }
}

/// The command after which the state is worth most to the side, on average over a few tries with dice of its own.
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    /// How many entries it may try out for one decision. Nodes, never time: machines differ in speed, not in play.
    pub nodes: u32,
}

/// Tries for each command that rolls dice.
const TRIES: u32 = 3;

impl<R: Ruleset> Player<R> for Greedy {
    fn choose(&self, view: &View<'_, R>) -> usize {
        let mut numbers = view.numbers("greedy");
        // Every command meets the same dice, so that they are compared on their merits.
        let seeds: Vec<Seed> = (0..TRIES).map(|_| numbers.seed()).collect();
        let candidates = sample(view.legal.len() as u32, (self.nodes / TRIES).max(1), &mut numbers);
        let share = (self.nodes / TRIES / candidates.len() as u32).max(1);
        let worth = |&candidate: &u32| try_out(view, &view.legal[candidate as usize], &seeds, share);
        let values: Vec<i64> = candidates.iter().map(worth).collect();
        let best = values.iter().copied().max().unwrap_or(0);
        let ties: Vec<u32> =
            candidates.into_iter().zip(values).filter(|&(_, value)| value == best).map(|(index, _)| index).collect();
        ties[numbers.below(ties.len() as u32) as usize] as usize
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
fn try_out<R: Ruleset>(view: &View<'_, R>, command: &R::Command, seeds: &[Seed], share: u32) -> i64 {
    let mut sum = 0;
    for &seed in seeds {
        let mut state = view.state.clone();
        let mut out = Emit::new(view.content, &mut state, seed, 0);
        R::plan(view.content, command, &mut out);
        let rolled = out.has_rolled();
        for node in 1..share {
            if R::turn(view.content, &state) != Turn::Auto {
                break;
            }
            let mut next = state.clone();
            let mut out = Emit::new(view.content, &mut next, seed, u64::from(node));
            R::advance(view.content, &mut out);
            if out.has_rolled() {
                break;
            }
            state = next;
        }
        let value = R::value(view.content, &state, view.side);
        if !rolled {
            return value.saturating_mul(seeds.len() as i64);
        }
        sum = i64::saturating_add(sum, value);
    }
    sum
}
