//! Simulation: plays many battles and reports their statistics.

mod deeds;

mod leads;

mod report;

use std::any::Any;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;
use rayon::prelude::*;

use crate::battle::{Battle, EntryOf, Stage};
use crate::dice::Seed;
use crate::journal;
use crate::player::{Player, PlayerId, Players, decide_while};
use crate::ruleset::{Outcome, Refusal, Ruleset, StatisticsDef, Turn};
use crate::tally::{Count, Register, Tally};
use leads::Leads;

pub use deeds::{Deeds, FelledBy, FigureDeeds, Use};

/// The number of entries after which a battle counts as endless.
///
/// Battles end by a round limit at the latest, far below this number: reaching it is a bug in the ruleset, or caused by
/// content with an absurd limit, and is reported as an error rather than a result.
pub const MOST_ENTRIES: usize = 1_000_000;

/// The maximum number of threads, whatever number is requested: more would only compete for the cores.
const MOST_THREADS: usize = 256;

/// What to simulate.
///
/// ```
/// use foeman_engine::nim::Nim;
/// use foeman_engine::player::find;
/// use foeman_engine::prelude::*;
/// use foeman_engine::simulate::Plan;
///
/// // A hundred battles with the seeds 1 to 100, on all cores.
/// let players = vec![find::<Nim>("greedy").unwrap(), find::<Nim>("random").unwrap()];
/// let plan = Plan { battles: 100, seed: Seed(1), threads: 0, players };
/// assert_eq!(plan.seed.after(99), Seed(100));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The number of battles.
    pub battles: u32,
    /// The seed of the first battle; battle `i` has this seed plus `i`.
    pub seed: Seed,
    /// Worker threads, at most 256; 0 for one per core. The result does not depend on it.
    pub threads: usize,
    /// The player of each side, in scenario order; sides past the end get the ruleset's default player.
    pub players: Vec<PlayerId>,
}

/// The result of one simulated battle.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BattleResult {
    /// Its seed.
    pub seed: Seed,
    /// How it ended.
    pub outcome: Outcome,
    /// The round in which it ended.
    pub rounds: u32,
    /// The journal's hash; empty if not [requested](simulate_unhashed).
    pub hash: String,
    /// The hash of its entries alone: the same for identical battles with different content; empty if not requested.
    pub course: String,
    /// How often the lead changed. The side with the greatest share of its health left at the end of a round leads.
    pub lead_changes: u32,
    /// How far a sole winner was behind the best of the others, in thousandths of its health, averaged over the rounds.
    pub behind: Option<u32>,
    /// The harm, falls and uses in it.
    #[serde(default, skip_serializing_if = "Tally::is_empty")]
    pub tally: Tally,
}

/// The results of a simulation.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Report {
    /// Names of the sides in scenario order.
    pub sides: Vec<String>,
    /// The SHA-256 of the content's canonical text, in hexadecimal.
    pub content: String,
    /// The figures and means that the tallies refer to.
    pub register: Register,
    /// The battles in order of their seeds; fewer than planned after a cancel.
    pub battles: Vec<BattleResult>,
}

/// Plays many battles on all threads and lists them in the order of their seeds.
///
/// `done` is called after each finished battle; `cancel` stops early, even in the middle of a battle.
///
/// # Errors
///
/// The errors say why the content cannot be played, or that a battle did not end within [`MOST_ENTRIES`].
///
/// # Example
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use foeman_engine::nim::{self, Nim};
/// use foeman_engine::prelude::*;
/// use foeman_engine::simulate::{Plan, simulate};
///
/// let plan = Plan { battles: 20, seed: Seed(1), threads: 0, players: Vec::new() };
/// let report = simulate::<Nim>(&nim::ten(), &plan, &|| (), &AtomicBool::new(false)).unwrap();
/// assert_eq!(report.wins(SideId(0)) + report.wins(SideId(1)), 20);
/// assert_eq!(report.battles[19].seed, Seed(20));
/// ```
pub fn simulate<R: Ruleset>(
    resolved: &Resolved,
    plan: &Plan,
    done: &(dyn Fn() + Sync),
    cancel: &AtomicBool,
) -> Result<Report, Vec<ContentError>> {
    play_all::<R>(resolved, (plan, Hashes::Computed), done, cancel)
}

/// Like [`simulate`], but leaves the hashes of the battles empty, which takes a fifth less time for short battles.
///
/// # Errors
///
/// See [`simulate`].
pub fn simulate_unhashed<R: Ruleset>(
    resolved: &Resolved,
    plan: &Plan,
    done: &(dyn Fn() + Sync),
    cancel: &AtomicBool,
) -> Result<Report, Vec<ContentError>> {
    play_all::<R>(resolved, (plan, Hashes::Empty), done, cancel)
}

/// Whether the journals are hashed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hashes {
    Computed,
    Empty,
}

fn play_all<R: Ruleset>(
    resolved: &Resolved,
    (plan, hashes): (&Plan, Hashes),
    done: &(dyn Fn() + Sync),
    cancel: &AtomicBool,
) -> Result<Report, Vec<ContentError>> {
    let stage = Stage::<R>::new(resolved)?;
    let sides = R::sides(stage.content(), stage.empty()).into_iter().map(|side| side.name).collect();
    let statistics = R::capabilities().statistics.as_ref();
    let register = statistics.map(|def| (def.register)(stage.content())).unwrap_or_default();
    let statistics = statistics.filter(|_| !register.is_empty());
    let play = |index: u32| {
        let seed = plan.seed.after(index);
        let result = fight((&stage, statistics, hashes), seed, &plan.players, cancel);
        if matches!(result, Ok(Some(_))) {
            done();
        }
        result
    };
    // Battles differ in length, so threads take them one by one: none waits for the last battles of another.
    let one_by_one = || (0..plan.battles).into_par_iter().with_max_len(1);
    let results: Result<Vec<_>, _> = on_threads(plan.threads, || one_by_one().map(play).collect());
    let battles = results.map_err(|problem| vec![problem])?.into_iter().flatten().collect();
    Ok(Report { sides, content: stage.digest().to_owned(), register, battles })
}

/// Runs `work` in a pool of `threads` threads, 0 for one per core; in the current pool if the system cannot start any.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(threads.min(MOST_THREADS)).build() {
        Ok(threads) => threads.install(work),
        Err(_) => work(),
    }
}

thread_local! {
    /// The memory of the entries of this thread's last battle: a list for each battle would grow, and be copied, again.
    static MEMORY: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
}

/// Plays one battle to its end, with statistics and hashes if requested; `None` if cancelled.
fn fight<R: Ruleset>(
    (stage, statistics, hashes): (&Arc<Stage<R>>, Option<&StatisticsDef<R>>, Hashes),
    seed: Seed,
    seats: &[PlayerId],
    cancel: &AtomicBool,
) -> Result<Option<BattleResult>, ContentError> {
    let memory = MEMORY.take().and_then(|memory| memory.downcast::<Vec<EntryOf<R>>>().ok()).unwrap_or_default();
    let mut battle = Battle::lean_in(*memory, Arc::clone(stage), seed);
    let mut players = Players::default();
    let mut count = Count::default();
    let mut leads = Leads::new(&leads::health::<R>(battle.content(), battle.state()));
    let mut round = R::round(battle.state());
    // The state before the next entry follows the battle by its instructions, which is faster than copying the state.
    let mut counting = statistics.map(|def| (def.count, battle.state().clone()));
    while battle.entries().len() < MOST_ENTRIES {
        if cancel.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let turn = battle.turn();
        let now = R::round(battle.state());
        if now != round || matches!(turn, Turn::Over(_)) {
            leads.look(&leads::health::<R>(battle.content(), battle.state()));
            round = now;
        }
        match turn {
            Turn::Over(outcome) => {
                let (hash, course) = match hashes {
                    Hashes::Computed => journal::hashes(&battle),
                    Hashes::Empty => Default::default(),
                };
                let (lead_changes, behind) = (leads.changes(), leads.behind(&outcome));
                let tally = count.tally();
                MEMORY.set(Some(Box::new(battle.into_memory())));
                return Ok(Some(BattleResult {
                    seed,
                    outcome,
                    rounds: now,
                    hash,
                    course,
                    lead_changes,
                    behind,
                    tally,
                }));
            }
            Turn::Auto => battle.advance(),
            Turn::Ask { side, .. } => {
                let player = players.of(side, seats.get(usize::from(side.0)).copied());
                let wanted = |_| !cancel.load(Ordering::Relaxed);
                step(&mut battle, player, &wanted).map_err(|message| problem(seed, &message))?;
            }
        }
        if let (Some((add, before)), Some(entry)) = (&mut counting, battle.entries().last()) {
            add(battle.content(), [before, battle.state()], &entry.did, &mut count);
            for instruction in &entry.did {
                R::apply(battle.content(), before, instruction);
            }
            debug_assert!(*before == *battle.state(), "repeated instructions lead to another state");
        }
    }
    Err(problem(seed, &format!("the battle does not end within {MOST_ENTRIES} entries; limit its rounds")))
}

/// Lets a player decide for the active side, as long as the decision is wanted. The error says how the ruleset
/// contradicts itself.
pub(crate) fn step<R: Ruleset>(
    battle: &mut Battle<R>,
    player: &mut dyn Player<R>,
    wanted: &dyn Fn(u32) -> bool,
) -> Result<(), String> {
    let Some(command) = decide_while(battle, player, wanted) else {
        return Err("the active side has no legal command".to_owned());
    };
    battle
        .issue(command)
        .map_err(|Refusal { rule, message }| format!("a listed command is not legal: {message} ({rule})"))
}

pub(crate) fn problem(seed: Seed, message: &str) -> ContentError {
    ContentError { pointer: Pointer::root(), message: format!("battle with seed `{}`: {message}", seed.0) }
}
