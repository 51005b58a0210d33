//! Looking ahead: plays the most promising choices on, and takes the one that went best.

use super::worth::{IN_PLAY, LYING, POINT};
use super::{STEADY, act, choose, go};
use crate::dice::Seed;
use crate::player::{Observation, Player};
use crate::ruleset::{Emit, Ruleset, SideId, Turn};
use crate::rulesets::foeman::Foeman;
use crate::rulesets::foeman::command::Command;
use crate::rulesets::foeman::content::Content;
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::state::records::Posture;
use crate::rulesets::foeman::state::{Question, State};

/// Entries that are tried out for one decision.
const NODES: u32 = 1200;
/// Choices that are looked at.
const CANDIDATES: usize = 4;
/// How often each is played on at most; every one meets the same dice.
const PLAYS: u32 = 16;
/// Rounds that are played on after the present one.
const ROUNDS: u32 = 1;
/// Having won.
const WON: i64 = 1_000_000;
/// What another choice must be worth more, on average, than the one that looks best.
const DOUBT: i64 = 25;

/// Plays on with the steady player for all sides, with dice of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead;

impl Player<Foeman> for Ahead {
    fn choose(&mut self, view: &Observation<'_, Foeman>) -> Option<Command> {
        let now = Situation::new(view.content(), view.state);
        let mut candidates = promising(now);
        candidates.retain(|command| view.is_legal(command));
        let first = *candidates.first().or_else(|| view.legal().first())?;
        if candidates.len() < 2 {
            return Some(first);
        }
        let mut numbers = view.numbers("ahead");
        let mut sums = vec![0i64; candidates.len()];
        let (mut plays, mut nodes) = (0, 0);
        while plays < PLAYS && nodes < NODES {
            let seed = numbers.seed();
            for (candidate, sum) in candidates.iter().zip(&mut sums) {
                let (worth, used) = play_on(now.content, now.state, candidate, view.side, seed);
                *sum += worth;
                nodes += used;
            }
            plays += 1;
        }
        let mut best = 0;
        for other in 1..candidates.len() {
            let over = if best == 0 { DOUBT * i64::from(plays) } else { 0 };
            if sums[other] > sums[best] + over {
                best = other;
            }
        }
        Some(candidates[best])
    }
}

/// The choices worth a thought, what the steady player would do first.
fn promising(now: Situation<'_>) -> Vec<Command> {
    match now.state.question() {
        Some(Question::Option(asked)) => act::promising(now, asked, &STEADY, CANDIDATES),
        Some(Question::Move { side, .. }) => go::promising(now, side, &STEADY),
        Some(_) | None => choose(now, &STEADY).into_iter().collect(),
    }
}

/// What a side has of a choice after playing on for a while, and how many entries that took.
fn play_on(content: &Content, state: &State, command: &Command, side: SideId, seed: Seed) -> (i64, u32) {
    let mut state = state.clone();
    let last = state.round + ROUNDS;
    Foeman::plan(content, command, &mut Emit::new(content, &mut state, seed, 0));
    let mut entry = 1;
    while state.round <= last && entry < NODES {
        let now = Situation::new(content, &state);
        match Foeman::turn(content, &state) {
            Turn::Over(_) => break,
            Turn::Ask { .. } => {
                let Some(command) =
                    choose(now, &STEADY).filter(|command| Foeman::check(content, &state, command).is_ok())
                else {
                    break;
                };
                Foeman::plan(content, &command, &mut Emit::new(content, &mut state, seed, u64::from(entry)));
            }
            Turn::Auto => Foeman::advance(content, &mut Emit::new(content, &mut state, seed, u64::from(entry))),
        }
        entry += 1;
    }
    (worth(Situation::new(content, &state), side), entry)
}

/// What a side has more than the others.
fn worth(now: Situation<'_>, side: SideId) -> i64 {
    if let Some(outcome) = now.outcome() {
        return match (outcome.is_draw(), outcome.is_won_by(side)) {
            (true, _) => 0,
            (false, true) => WON + strength(now, side),
            (false, false) => strength(now, side) - WON,
        };
    }
    strength(now, side)
}

fn strength(now: Situation<'_>, side: SideId) -> i64 {
    let worth = now.active().map(|figure| {
        let lies = if now.figure(figure).posture == Posture::Standing { 0 } else { LYING };
        let worth = IN_PLAY + POINT * i64::from(now.mod_st(figure)) - lies;
        if now.side(figure) == side { worth } else { -worth }
    });
    worth.sum()
}
