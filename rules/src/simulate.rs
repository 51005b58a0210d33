//! Many battles, and what they say about a scenario.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;
use rayon::prelude::*;

use crate::battle::{Battle, Stage};
use crate::dice::Seed;
use crate::journal;
use crate::player::{Player, PlayerId, Players, decide};
use crate::ruleset::{Outcome, Reason, Refusal, Ruleset, SideId, Turn};

/// Entries after which a battle counts as endless.
///
/// Battles end by a round limit at the latest, far below this: reaching it is a fault of the ruleset, or of content
/// with an absurd limit, and reported as a problem, not as a result.
pub const MOST_ENTRIES: usize = 1_000_000;

/// More threads than this are not started, however many are asked for: they would only stand in each other's way.
const MOST_THREADS: usize = 256;

/// What to simulate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many battles.
    pub battles: u32,
    /// The seed of the first; battle `i` has this seed plus `i`.
    pub seed: Seed,
    /// Worker threads, at most 256; 0 for one per core. The result does not depend on it.
    pub threads: usize,
    /// Who plays each side, in scenario order; sides past the end are given to the usual player of the ruleset.
    pub players: Vec<PlayerId>,
}

/// One simulated battle.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct BattleResult {
    /// Its seed.
    pub seed: Seed,
    /// How it ended.
    pub outcome: Outcome,
    /// In which round.
    pub rounds: u32,
    /// The journal's hash.
    pub hash: String,
}

/// The results of a simulation.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Report {
    /// Names of the sides in scenario order.
    pub sides: Vec<String>,
    /// The battles in order of their seeds; fewer than planned after a cancel.
    pub battles: Vec<BattleResult>,
}

/// Plays many battles on all threads and lists them in the order of their seeds.
///
/// `done` is called after each finished battle; `cancel` stops early, also in the middle of a battle.
/// The problems say why the content cannot be played, or that a battle did not end.
pub fn simulate<R: Ruleset>(
    resolved: &Resolved,
    plan: &Plan,
    done: &(dyn Fn() + Sync),
    cancel: &AtomicBool,
) -> Result<Report, Vec<ContentError>> {
    let stage = Stage::<R>::new(resolved)?;
    let sides = R::board(stage.content(), &R::empty(stage.content())).sides.into_iter().map(|side| side.name).collect();
    let play = |index: u32| {
        let seed = Seed(plan.seed.0.wrapping_add(u64::from(index)));
        let result = fight(&stage, seed, &plan.players, cancel);
        if matches!(result, Ok(Some(_))) {
            done();
        }
        result
    };
    let results: Result<Vec<_>, _> = on_threads(plan.threads, || (0..plan.battles).into_par_iter().map(play).collect());
    let battles = results.map_err(|problem| vec![problem])?.into_iter().flatten().collect();
    Ok(Report { sides, battles })
}

/// Does something on so many threads, 0 for one per core, and on those there are where a system has none to spare.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(threads.min(MOST_THREADS)).build() {
        Ok(threads) => threads.install(work),
        Err(_) => work(),
    }
}

/// Plays one battle to its end; nothing when cancelled.
fn fight<R: Ruleset>(
    stage: &Arc<Stage<R>>,
    seed: Seed,
    seats: &[PlayerId],
    cancel: &AtomicBool,
) -> Result<Option<BattleResult>, ContentError> {
    let mut battle = Battle::on(Arc::clone(stage), seed);
    let mut players = Players::default();
    while battle.entries().len() < MOST_ENTRIES {
        if cancel.load(Ordering::Relaxed) {
            return Ok(None);
        }
        match battle.turn() {
            Turn::Over(outcome) => {
                let rounds = R::round(battle.state());
                return Ok(Some(BattleResult { seed, outcome, rounds, hash: journal::hash(&battle) }));
            }
            Turn::Auto => battle.advance(),
            Turn::Ask { side, .. } => {
                let player = players.of(side, seats.get(usize::from(side.0)).copied());
                step(&mut battle, player).map_err(|message| problem(seed, &message))?;
            }
        }
    }
    Err(problem(seed, &format!("expected an end within {MOST_ENTRIES} entries, but found none; limit its rounds")))
}

/// Lets a player decide for the side that is asked. The error says how the ruleset contradicts itself.
pub(crate) fn step<R: Ruleset>(battle: &mut Battle<R>, player: &mut dyn Player<R>) -> Result<(), String> {
    let Some(command) = decide(battle, player) else {
        return Err("expected a legal command for the side that is asked, but found none".to_owned());
    };
    battle.issue(command).map_err(|Refusal { rule, message }| {
        format!("expected every listed command to be legal, but found one that is not: {message} ({rule})")
    })
}

pub(crate) fn problem(seed: Seed, message: &str) -> ContentError {
    ContentError { pointer: Pointer::root(), message: format!("battle with seed `{}`: {message}", seed.0) }
}

/// A share with its 95 % interval, all between 0 and 1.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Share {
    /// The lower end.
    pub low: f64,
    /// What was counted.
    pub share: f64,
    /// The upper end.
    pub high: f64,
}

impl Report {
    /// Battles that a side has won, alone or with others.
    pub fn wins(&self, side: SideId) -> usize {
        self.count(|outcome| outcome.is_won_by(side))
    }

    /// Battles that nobody has won.
    pub fn draws(&self) -> usize {
        self.count(Outcome::is_draw)
    }

    /// Battles ended by the round limit.
    pub fn round_limits(&self) -> usize {
        self.count(|outcome| outcome.reason == Reason::RoundLimit)
    }

    /// What ended the battles, and how many each: in a fixed order, and only what occurred.
    pub fn reasons(&self) -> Vec<(Reason, usize)> {
        let mut counts: BTreeMap<&Reason, usize> = BTreeMap::new();
        for battle in &self.battles {
            *counts.entry(&battle.outcome.reason).or_default() += 1;
        }
        counts.into_iter().map(|(reason, count)| (reason.clone(), count)).collect()
    }

    /// The share of battles won by a side, with its Wilson interval.
    pub fn win_share(&self, side: SideId) -> Share {
        wilson(self.wins(side), self.battles.len())
    }

    /// The round in which the shortest `percent` per cent of the battles have ended (nearest rank); 50 is the median.
    /// 0 when there are no battles.
    pub fn rounds_percentile(&self, percent: u32) -> u32 {
        let mut rounds: Vec<u32> = self.battles.iter().map(|battle| battle.rounds).collect();
        rounds.sort_unstable();
        let rank = (rounds.len() * percent.min(100) as usize).div_ceil(100);
        rounds.get(rank.saturating_sub(1)).copied().unwrap_or(0)
    }

    fn count(&self, counts: impl Fn(&Outcome) -> bool) -> usize {
        self.battles.iter().filter(|battle| counts(&battle.outcome)).count()
    }
}

/// The Wilson score interval with 95 % confidence; everything is possible when nothing was tried.
fn wilson(hits: usize, tries: usize) -> Share {
    if tries == 0 {
        return Share { low: 0.0, share: 0.0, high: 1.0 };
    }
    const Z: f64 = 1.959_963_984_540_054;
    let (hits, n) = (hits as f64, tries as f64);
    let share = hits / n;
    let spread = Z / n * (hits * (n - hits) / n + Z * Z / 4.0).sqrt();
    let middle = share + Z * Z / (2.0 * n);
    let scale = 1.0 + Z * Z / n;
    Share { low: ((middle - spread) / scale).max(0.0), share, high: ((middle + spread) / scale).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(rounds: &[u32]) -> Report {
        let battle = |&rounds| BattleResult {
            seed: Seed(0),
            outcome: Outcome::draw(Reason::NobodyLeft),
            rounds,
            hash: String::new(),
        };
        Report { sides: Vec::new(), battles: rounds.iter().map(battle).collect() }
    }

    #[test]
    fn percentiles_are_rounds_that_occurred() {
        let report = report(&[9, 1, 5, 3, 7]);
        assert_eq!([0, 20, 21, 50, 100].map(|p| report.rounds_percentile(p)), [1, 1, 3, 5, 9]);
        assert_eq!(super::tests::report(&[]).rounds_percentile(50), 0);
    }

    #[test]
    fn the_wilson_interval_agrees_with_published_values() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (hits, tries, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let share = wilson(hits, tries);
            assert!(
                (share.low - low).abs() < 0.0001 && (share.high - high).abs() < 0.0001,
                "{hits} of {tries}: {share:?}"
            );
        }
        assert_eq!(wilson(0, 0), Share { low: 0.0, share: 0.0, high: 1.0 });
    }
}
