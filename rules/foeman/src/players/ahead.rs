//! Computer players: look-ahead by playing the most promising moves on (Monte Carlo), and taking the best.
//!
//! Decisions about movement are played on, and in small battles also options: with more figures, exact chances are more
//! reliable than the few playouts that are affordable.

use super::worth::{IN_PLAY, LYING, POINT};
use super::{CUNNING, PLAYOUT, act, choose, duties, gear, go};
use crate::Foeman;
use crate::command::Command;
use crate::content::Content;
use crate::phases;
use crate::situation::{Situation, weapons};
use crate::state::records::Posture;
use crate::state::{Action, Asked, Question, State};
use foeman_engine::dice::Seed;
use foeman_engine::player::{Observation, Player};
use foeman_engine::ruleset::{Emit, Ruleset, SideId, Turn};

/// The maximum number of journal entries of one playout.
const LONGEST: u32 = 300;
/// The distance from its duty beyond which a figure is not worth less, in MP.
const FARTHEST: i64 = 20;
/// The cost of being 1 MP away from its duty, for a figure.
const STRAYED: i64 = 30;
/// The highest number of figures at the beginning with which options are examined, too.
const FEW: u32 = 3;
/// The highest number of figures with which more than the current round is played on.
const SEVERAL: u32 = 7;
/// The highest number of figures with which anything is examined: with more, the affordable playouts decide nothing.
const MANY: u32 = 9;
/// The minimum number of playouts of each choice.
const LEAST: u32 = 3;
/// The minimum average advantage of a choice over the one that looks best.
const DOUBT: i64 = 10;
/// The minimum ratio of that advantage to its standard error, in tenths.
const CERTAINTY: i64 = 15;
/// The ratio of a disadvantage to its standard error from which a choice is dropped, in tenths.
const HANDICAP: i64 = 10;
/// The number of options to examine.
const OPTIONS: usize = 5;
/// The worth of winning.
const WON: i64 = 4_000;

/// A player that plays on for all sides, with its own dice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead {
    /// The number of journal entries that a decision may try out, in per cent of the usual number.
    pub effort: u32,
}

impl Player<Foeman> for Ahead {
    fn choose(&mut self, view: &Observation<'_, Foeman>) -> Option<Command> {
        let now = Situation::new(view.content(), view.state);
        let mut candidates = promising(now);
        candidates.retain(|command| view.is_legal(command));
        let first = *candidates.first().or_else(|| view.legal().first())?;
        if candidates.len() < 2 || self.effort == 0 {
            return Some(first);
        }
        let mut numbers = view.numbers("ahead");
        let effort = Effort::of(now, self.effort);
        let mut trials: Vec<Trial> = candidates.iter().map(|&command| Trial { command, sum: 0, squares: 0 }).collect();
        let (mut plays, mut nodes, mut look) = (0, 0, effort.first);
        while plays < effort.plays && trials.len() > 1 && (nodes < effort.nodes || plays < LEAST) {
            let seed = numbers.seed();
            let mut usual = 0;
            for (position, trial) in trials.iter_mut().enumerate() {
                let (worth, used) = play_on(now.content, now.state, &trial.command, (view.side, effort.rounds), seed);
                nodes += used;
                if !view.is_wanted(used) {
                    return Some(first);
                }
                if position == 0 {
                    usual = worth;
                }
                trial.add(worth - usual);
            }
            plays += 1;
            if plays == look {
                // Half of the choices are dropped at each look, and those that are clearly worse.
                look *= 2;
                let mut sums: Vec<i64> = trials.iter().skip(1).map(|trial| trial.sum).collect();
                sums.sort_unstable();
                let least = sums[sums.len() / 2];
                let mut position = 0;
                trials.retain(|trial| {
                    position += 1;
                    position == 1 || (trial.sum >= least && !trial.is_worse(i64::from(plays)))
                });
            }
        }
        let better = trials.iter().skip(1).filter(|trial| trial.is_better(i64::from(plays)));
        Some(better.max_by_key(|trial| trial.sum).map_or(first, |trial| trial.command))
    }
}

/// The search effort for one decision. With fewer figures there are more and longer playouts, since a few dice decide
/// more.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// The number of playouts for each choice; all choices meet the same dice.
    plays: u32,
    /// The total number of journal entries. Effort is limited by nodes, never by time, so that results are
    /// reproducible.
    nodes: u32,
    /// The number of rounds to play on after the current one.
    rounds: u32,
    /// The number of playouts after which a choice that has done worse is dropped.
    first: u32,
}

impl Effort {
    /// The effort for a decision, with the number of journal entries in per cent of the usual number. That number depends
    /// on how many figures the battle began with, because a long endgame would take most of the time otherwise.
    fn of(now: Situation<'_>, percent: u32) -> Self {
        let began = now.content.start.len() as u32;
        let figures = (now.active().count() as u32).max(2);
        let (entries, first) = match began {
            _ if began <= FEW => (64_000, 30),
            _ if began <= MANY => (16_000, 6),
            _ => (4_000, 6),
        };
        let rounds = if figures <= SEVERAL { (10 / figures).clamp(1, 5) } else { 0 };
        Self { plays: 1_000, nodes: entries / began.max(2) * percent / 100, rounds, first }
    }
}

/// The advantage of a choice over the one that looks best, summed over the playouts.
struct Trial {
    command: Command,
    sum: i64,
    squares: i128,
}

impl Trial {
    fn add(&mut self, more: i64) {
        self.sum += more;
        self.squares += i128::from(more) * i128::from(more);
    }

    /// Whether it is better with sufficient certainty.
    fn is_better(&self, plays: i64) -> bool {
        self.sum > DOUBT * plays && self.is_clear(plays, CERTAINTY)
    }

    /// Whether it is worse with sufficient certainty.
    fn is_worse(&self, plays: i64) -> bool {
        self.sum < 0 && self.is_clear(plays, HANDICAP)
    }

    /// Whether its mean is more than some tenths of its standard error from 0, in whole numbers.
    fn is_clear(&self, plays: i64, tenths: i64) -> bool {
        let (n, sum) = (i128::from(plays), i128::from(self.sum));
        // |sum / n| > tenths / 10 * sqrt((squares / n - (sum / n)^2) / n), multiplied out.
        let spread = (self.squares * n - sum * sum).max(0);
        100 * sum * sum * n > i128::from(tenths * tenths) * spread
    }
}

/// The choice of either side in a playout. A figure that chooses again in a later segment usually repeats its attack,
/// which takes much less time.
fn quick(now: Situation<'_>) -> Option<Command> {
    again(now).or_else(|| choose(now, &PLAYOUT).filter(|command| phases::check(now, command).is_ok()))
}

/// The attack that a figure has chosen in an earlier segment, if it is still possible.
fn again(now: Situation<'_>) -> Option<Command> {
    let Some(Question::Option(Asked { figure, over: None })) = now.state.question() else { return None };
    let own = now.figure(figure);
    let action = own.option.filter(|_| own.sequence > 0)?;
    if !matches!(action, Action::Attack { target, .. } if now.is_active(target)) {
        return None;
    }
    let grip = gear::alteration(now, figure, &weapons::all(now, figure));
    Some(grip.unwrap_or(Command::Act { action })).filter(|command| phases::check(now, command).is_ok())
}

/// The choices to examine; the one that looks best comes first.
fn promising(now: Situation<'_>) -> Vec<Command> {
    match now.state.question() {
        Some(Question::Move { side, .. }) if now.active().count() <= MANY as usize => {
            go::promising(now, side, &CUNNING)
        }
        Some(Question::Option(asked)) if now.content.start.len() <= FEW as usize => {
            act::promising(now, asked, &CUNNING, OPTIONS)
        }
        Some(_) | None => choose(now, &CUNNING).into_iter().collect(),
    }
}

/// The worth of a choice for a side after playing on, and the number of journal entries that took.
fn play_on(
    content: &Content,
    state: &State,
    command: &Command,
    (side, rounds): (SideId, u32),
    seed: Seed,
) -> (i64, u32) {
    let mut state = state.clone();
    let last = state.round + rounds;
    Foeman::plan(content, command, &mut Emit::new(content, &mut state, seed, 0));
    let mut entry = 1;
    while state.round <= last && entry < LONGEST {
        let now = Situation::new(content, &state);
        match Foeman::turn(content, &state) {
            Turn::Over(_) => break,
            Turn::Ask { .. } => {
                let Some(command) = quick(now) else { break };
                Foeman::plan(content, &command, &mut Emit::new(content, &mut state, seed, u64::from(entry)));
            }
            Turn::Auto => Foeman::advance(content, &mut Emit::new(content, &mut state, seed, u64::from(entry))),
        }
        entry += 1;
    }
    (worth(Situation::new(content, &state), side), entry)
}

/// The advantage of a side over the others.
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
        let is_free = now.content.goals.all.is_empty() && now.state.unfolding.orders.is_empty();
        let strays = if is_free { 0 } else { i64::from(duties::of(now, figure).gap(now, figure)) };
        let worth = IN_PLAY + POINT * i64::from(now.mod_st(figure)) - lies - STRAYED * strays.min(FARTHEST);
        if now.side(figure) == side { worth } else { -worth }
    });
    worth.sum()
}
