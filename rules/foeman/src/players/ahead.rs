//! Computer players: a search among plans (portfolio search).
//!
//! A plan is a [`Temper`] that the side could follow from now on. If all plans choose the same command, nothing is
//! simulated. Otherwise each choice is played to the end of this or the next round, with its plan for the own side and the
//! steady player for the enemy.

use super::worth::{IN_PLAY, LYING, POINT};
use super::{CUNNING, PLANS, STEADY, TIMELY, Temper, choose, duties, gear};
use crate::Foeman;
use crate::command::Command;
use crate::phases;
use crate::situation::{Situation, weapons};
use crate::state::records::Posture;
use crate::state::{Action, Asked, Question};
use foeman_engine::dice::Seed;
use foeman_engine::player::{Observation, Player};
use foeman_engine::ruleset::{Emit, Ruleset, SideId, Turn};

/// The usual search if the side left last wins: there, looking further ahead takes more time and wins no more often.
const SHORT: Search = Search { rounds: 1, entries: 1_000 };
/// The usual search if there are goals or events.
const LONG: Search = Search { rounds: 2, entries: 1_500 };
/// The number of figures at the beginning up to which the first plan counts on who acts first.
const FEW: usize = 3;
/// The maximum number of journal entries of one playout.
const LONGEST: u32 = 600;
/// The minimum number of playouts of each choice.
const LEAST: u32 = 3;
/// The maximum number of playouts of each choice.
const MOST: u32 = 200;
/// The number of playouts after which choices that have done worse are dropped, again and again.
const LOOK: u32 = 3;
/// The minimum average advantage of a choice over the first plan's.
const DOUBT: i64 = 10;
/// The minimum ratio of that advantage to its standard error, in tenths.
const CERTAINTY: i64 = 15;
/// The ratio of a disadvantage to its standard error from which a choice is dropped, in tenths.
const HANDICAP: i64 = 10;
/// The distance from its duty beyond which a figure is not worth less, in MP.
const FARTHEST: i64 = 20;
/// The cost of being 1 MP away from its duty, for a figure.
const STRAYED: i64 = 30;
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
        let mut trials: Vec<Trial> = Vec::new();
        // With few figures, it matters most who acts first.
        let is_small = now.content.start.len() <= FEW;
        let [usual, other] = if is_small { [&TIMELY, &CUNNING] } else { [&CUNNING, &TIMELY] };
        let others = std::iter::once(other).chain(&PLANS).take(if self.effort == 0 { 0 } else { usize::MAX });
        for plan in std::iter::once(usual).chain(others) {
            let Some(command) = choose(now, plan) else { continue };
            let is_new = trials.iter().all(|trial| trial.command != command);
            // Hidden figures can make the choice illegal.
            if is_new && view.is_legal(&command) {
                trials.push(Trial::new(plan, command));
            }
        }
        let first = trials.first().map(|trial| trial.command).or_else(|| view.legal().first().copied())?;
        let last_side_wins = now.content.goals.all.is_empty() && now.content.events.is_empty();
        let search = if last_side_wins { SHORT } else { LONG };
        let entries = u64::from(search.entries) * u64::from(self.effort) / 100;
        let end = now.state.round + search.rounds;
        let mut numbers = view.numbers("ahead");
        let (mut plays, mut used) = (0, 0);
        while trials.len() > 1 && plays < MOST && (used < entries || plays < LEAST) {
            let seed = numbers.seed();
            let mut usual = None;
            for trial in &mut trials {
                let (worth, tried) = play_on(now, trial, view.side, end, seed);
                used += u64::from(tried);
                if !view.is_wanted(tried) {
                    return Some(first);
                }
                trial.add(worth - *usual.get_or_insert(worth));
            }
            plays += 1;
            if plays % LOOK == 0 {
                // The first choice never differs from itself, so it stays.
                trials.retain(|trial| !trial.is_worse(i64::from(plays)));
            }
        }
        let better = trials.iter().filter(|trial| trial.is_better(i64::from(plays)));
        Some(better.max_by_key(|trial| trial.sum).map_or(first, |trial| trial.command))
    }
}

/// How far a decision looks ahead.
struct Search {
    /// The number of rounds that a playout lasts, including the current one.
    rounds: u32,
    /// The number of journal entries that the playouts of a decision may try out. Effort is limited by entries, never by
    /// time, so that results are reproducible.
    entries: u32,
}

/// The choice of a plan, and its advantage over the first plan's choice, summed over the playouts.
struct Trial {
    plan: &'static Temper,
    command: Command,
    sum: i64,
    squares: i128,
}

impl Trial {
    fn new(plan: &'static Temper, command: Command) -> Self {
        Self { plan, command, sum: 0, squares: 0 }
    }

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

/// The worth of a choice for a side after playing on to round `end`, and the number of journal entries that took.
fn play_on(now: Situation<'_>, trial: &Trial, side: SideId, end: u32, seed: Seed) -> (i64, u32) {
    let (content, mut state) = (now.content, now.state.clone());
    Foeman::plan(content, &trial.command, &mut Emit::new(content, &mut state, seed, 0));
    let mut entry = 1;
    while state.round < end && entry < LONGEST {
        let now = Situation::new(content, &state);
        match Foeman::turn(content, &state) {
            Turn::Over(_) => break,
            Turn::Ask { side: asked, .. } => {
                let plan = if asked == side { trial.plan } else { &STEADY };
                let Some(command) = quick(now, plan) else { break };
                Foeman::plan(content, &command, &mut Emit::new(content, &mut state, seed, u64::from(entry)));
            }
            Turn::Auto => Foeman::advance(content, &mut Emit::new(content, &mut state, seed, u64::from(entry))),
        }
        entry += 1;
    }
    (worth(Situation::new(content, &state), side), entry)
}

/// A choice in a playout. A figure that chooses again in a later segment usually repeats its attack, which takes much
/// less time.
fn quick(now: Situation<'_>, plan: &Temper) -> Option<Command> {
    again(now).or_else(|| choose(now, plan).filter(|command| phases::check(now, command).is_ok()))
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
