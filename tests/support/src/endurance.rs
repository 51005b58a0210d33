//! Endurance tests: plays many battles of one scenario with a pair of players, and collects failures.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use foeman_engine::battle::{Battle, Stage};
use foeman_engine::dice::Seed;
use foeman_engine::player::{PlayerId, Players, decide, find};
use foeman_engine::ruleset::{Outcome, Reason, Turn};
use foeman_engine::simulate::MOST_ENTRIES;
use foeman_schema::resolve::Resolved;
use ruleset_foeman::Foeman;

use crate::passivity::{Idler, idlers};

/// The pairs of players. Passive figures are reported only if both sides play steadily.
pub const PAIRS: [[&str; 2]; 5] =
    [["steady", "steady"], ["steady", "reckless"], ["reckless", "random"], ["random", "steady"], ["random", "random"]];

/// Pairs whose battles take a hundred times as long, because a player simulates.
pub const SLOW_PAIRS: [[&str; 2]; 2] = [["cunning", "steady"], ["steady", "cunning"]];

/// The result of some battles.
#[derive(Default)]
pub struct Report {
    /// The number of battles that reached the round limit.
    pub limits: usize,
    /// Seeds of failed battles, with the error.
    pub faults: Vec<(u64, String)>,
    /// Seeds of battles with a passive figure.
    pub idlers: Vec<(u64, Idler)>,
}

/// Plays a battle for each seed, on all cores.
pub fn endure(scenario: &Resolved, pair: [&str; 2], seeds: Range<u64>) -> Report {
    let stage = Stage::<Foeman>::new(scenario).unwrap_or_else(|problems| panic!("{problems:?}"));
    let seats = pair.map(|id| find::<Foeman>(id).unwrap_or_else(|error| panic!("{error}")));
    let next = AtomicU64::new(seeds.start);
    let watch = pair == ["steady", "steady"];
    let work = || {
        let mut report = Report::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return report;
            }
            report.add(seed, &stage, seats, watch);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut whole = Report::default();
        for handle in handles {
            let part = handle.join().expect("panics of battles are caught");
            whole.limits += part.limits;
            whole.faults.extend(part.faults);
            whole.idlers.extend(part.idlers);
        }
        whole.faults.sort();
        whole.idlers.sort_by_key(|(seed, _)| *seed);
        whole
    })
}

impl Report {
    fn add(&mut self, seed: u64, stage: &Arc<Stage<Foeman>>, seats: [PlayerId; 2], watch: bool) {
        let fought = catch_unwind(AssertUnwindSafe(|| {
            let mut battle = Battle::on(Arc::clone(stage), Seed(seed));
            let outcome = play_out(&mut battle, seats)?;
            Ok((outcome, if watch { idlers(&battle) } else { Vec::new() }))
        }));
        match fought {
            Ok(Ok((outcome, waited))) => {
                self.limits += usize::from(outcome.reason == Reason::RoundLimit);
                self.idlers.extend(waited.into_iter().map(|idler| (seed, idler)));
            }
            Ok(Err(fault)) => self.faults.push((seed, fault)),
            Err(_) => self.faults.push((seed, "it panicked; `foeman play` shows where".to_owned())),
        }
    }
}

/// Plays a battle to its end. The error describes a bug in the rules or a player.
fn play_out(battle: &mut Battle<Foeman>, seats: [PlayerId; 2]) -> Result<Outcome, String> {
    let mut players = Players::default();
    while battle.entries().len() < MOST_ENTRIES {
        match battle.turn() {
            Turn::Over(outcome) => return Ok(outcome),
            Turn::Auto => battle.advance(),
            Turn::Ask { side, .. } => {
                let player = seats[usize::from(side.0) % seats.len()];
                let command = decide(battle, players.of(side, player)).ok_or("the active player has no choice")?;
                battle.issue(command).map_err(|refusal| format!("{command:?} is refused: {}", refusal.message))?;
            }
        }
    }
    Err(format!("it does not end within {MOST_ENTRIES} entries"))
}
