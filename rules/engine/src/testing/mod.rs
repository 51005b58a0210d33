//! Checks of packs: plays the records of the catalog `checks` as tests of the content.
//!
//! A check is one battle with scripted commands, or a claim about many battles.
//! Nothing here depends on a ruleset: commands are matched against its choices, and expectations against its boards.

mod expected;

mod names;

mod record;

mod script;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use foeman_schema::catalogs::checks::{AnyCheck, ShareClaim};
use foeman_schema::notation::command::{Role, ScriptedCommand};
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::statistics::{Decision, ShareTest};
use rayon::prelude::*;
use serde::Serialize;

use crate::battle::{Battle, Stage};
use crate::cast::Cast;
use crate::dice::Seed;
use crate::display::Board;
use crate::player::{self, PlayerId, Players};
use crate::ruleset::{Ruleset, Turn};
use crate::simulate::{MOST_ENTRIES, on_threads, problem, step};
use expected::Expected;
use names::{Names, Unknown};
use script::Misfit;

pub use record::record;

/// The result of a check.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TestReport {
    /// Whether the check passed.
    pub verdict: Verdict,
    /// Why it stopped.
    pub stop: Stop,
    /// The number of battles that count: those before the first unfinished one, in the order of their seeds.
    pub battles: u32,
    /// The number of these battles in which all expectations are met.
    pub held: u32,
    /// For a claim, the interval of the true share, valid at any time.
    pub interval: Option<(f64, f64)>,
    /// The failures, in the order of the check.
    pub faults: Vec<Fault>,
}

/// Whether a check passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It passed.
    True,
    /// It failed.
    False,
    /// It is undecided, which counts as failed.
    Undecided,
}

/// Why a check stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// It has one battle only.
    OneBattle,
    /// The claim is decided.
    Decided,
    /// The claim's largest number of battles was played.
    MostBattles,
    /// It was cancelled.
    Cancelled,
    /// It cannot be played as it is written.
    Unplayable,
}

/// A failure, at a value of the check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// The path from the record to the value: `commands`, `3`.
    pub at: Vec<String>,
    /// The message, as `expected …, found …`.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
    /// The word of a command that it is about, by its position among
    /// [`words`](foeman_schema::notation::command::words); `None` if it is about the whole value.
    #[serde(skip)]
    pub word: Option<usize>,
}

/// The settings for running a check.
#[derive(Clone, Copy)]
pub struct TestRun<'a> {
    /// Worker threads; 0 for one per core. The report does not depend on it.
    pub threads: usize,
    /// Called from time to time with the number of battles that count.
    pub told: &'a (dyn Fn(u32) + Sync),
    /// Stops early, even in the middle of a battle.
    pub cancel: &'a AtomicBool,
}

/// Plays the battles of a check. The errors say why its scenario cannot be played, or that a battle did not end.
pub fn test<R: Ruleset>(
    resolved: &Resolved,
    check: &AnyCheck,
    run: TestRun<'_>,
) -> Result<TestReport, Vec<ContentError>> {
    let stage = Stage::<R>::new(resolved)?;
    let cast = R::capabilities().pack.cast_of(resolved);
    let start = Battle::on(Arc::clone(&stage), Seed(check.seed.into()));
    let board = R::board(stage.content(), start.state());
    let called = R::capabilities().called_of(stage.content(), start.state());
    let names = Names { cast: &cast, board: &board, called: &called };
    let (expected, seats) = match (expected::read(check, names), seats::<R>(check, names)) {
        (Ok(expected), Ok(seats)) => (expected, seats),
        (expected, seats) => {
            let faults = seats.err().into_iter().chain(expected.err()).flatten();
            return Ok(unplayable(faults.collect()));
        }
    };
    let trial =
        Trial { stage, cast: &cast, board: &board, called: &called, seats, commands: &check.commands, expected };
    match &check.share {
        None => trial.once(Seed(check.seed.into()), run.cancel),
        Some(claim) => trial.many(check.seed, claim, run),
    }
    .map_err(|problem| vec![problem])
}

fn unplayable(faults: Vec<Fault>) -> TestReport {
    TestReport { verdict: Verdict::False, stop: Stop::Unplayable, battles: 0, held: 0, interval: None, faults }
}

/// Returns who decides for each side: a computer player, or the commands.
fn seats<R: Ruleset>(check: &AnyCheck, names: Names<'_>) -> Result<Vec<Option<PlayerId>>, Vec<Fault>> {
    let usual = player::infos::<R>().first().map(|info| info.id).filter(|_| check.commands.is_empty());
    let mut seats = vec![usual; names.board.sides.len()];
    let mut faults = Vec::new();
    for (position, seat) in check.players.iter().enumerate() {
        let at = |key: &str| vec!["players".to_owned(), position.to_string(), key.to_owned()];
        let player = player::find::<R>(&seat.player);
        match (names.side(&seat.side.0), player) {
            (Ok(side), Ok(player)) => {
                if let Some(seat) = seats.get_mut(usize::from(side.0)) {
                    *seat = Some(player);
                }
            }
            (Err(Unknown { message, help }), _) => {
                faults.push(Fault { at: at("side"), message, help: Some(help), word: None })
            }
            (_, Err(error)) => {
                faults.push(Fault { at: at("player"), message: error.to_string(), help: None, word: None });
            }
        }
    }
    if faults.is_empty() { Ok(seats) } else { Err(faults) }
}

/// The data shared by all battles of a check.
struct Trial<'a, R: Ruleset> {
    stage: Arc<Stage<R>>,
    cast: &'a Cast,
    /// The initial board of every battle.
    board: &'a Board,
    called: &'a [(u32, String)],
    seats: Vec<Option<PlayerId>>,
    commands: &'a [ScriptedCommand],
    expected: Vec<Expected>,
}

/// The result of playing one battle of a check.
enum Played<R: Ruleset> {
    /// Played to its end, or to the last command.
    Through(Box<Battle<R>>),
    /// Stopped at a command that is illegal, or whose result differs.
    Differs(Fault),
    Cancelled,
}

impl<R: Ruleset> Trial<'_, R> {
    fn once(&self, seed: Seed, cancel: &AtomicBool) -> Result<TestReport, ContentError> {
        let faults = match self.play(seed, cancel)? {
            Played::Cancelled => {
                let undecided = Verdict::Undecided;
                return Ok(TestReport { verdict: undecided, stop: Stop::Cancelled, ..unplayable(Vec::new()) });
            }
            Played::Differs(fault) => vec![fault],
            Played::Through(battle) => self.faults(&battle),
        };
        let verdict = if faults.is_empty() { Verdict::True } else { Verdict::False };
        let held = u32::from(faults.is_empty());
        Ok(TestReport { verdict, stop: Stop::OneBattle, battles: 1, held, interval: None, faults })
    }

    /// Plays battles in growing batches, and counts those that have ended in the order of their seeds, so that the
    /// verdict is the same on any number of threads.
    fn many(&self, first: u32, claim: &ShareClaim, run: TestRun<'_>) -> Result<TestReport, ContentError> {
        let mut test = ShareTest::new(claim);
        let mut stop = Stop::MostBattles;
        on_threads(run.threads, || {
            let mut done = 0;
            'battles: while done < claim.battles {
                let batch = (done / 4).clamp(32, 2048).min(claim.battles - done);
                let play = |index: u32| match self.play(Seed(u64::from(first) + u64::from(index)), run.cancel) {
                    Ok(Played::Through(battle)) => Ok(Some(self.faults(&battle).is_empty())),
                    Ok(Played::Differs(_)) => Ok(Some(false)),
                    Ok(Played::Cancelled) => Ok(None),
                    Err(problem) => Err(problem),
                };
                let results: Vec<_> = (done..done + batch).into_par_iter().with_max_len(1).map(play).collect();
                for result in results {
                    let Some(held) = result? else {
                        stop = Stop::Cancelled;
                        break 'battles;
                    };
                    if test.add(held).is_some() {
                        stop = Stop::Decided;
                        break 'battles;
                    }
                }
                done += batch;
                (run.told)(done);
            }
            Ok(())
        })?;
        let (held, battles) = test.counts();
        let verdict = match test.decision() {
            Some(Decision::True) => Verdict::True,
            Some(Decision::False) => Verdict::False,
            None => Verdict::Undecided,
        };
        let (low, high) = test.interval();
        let mut faults = Vec::new();
        if verdict != Verdict::True && stop != Stop::Cancelled {
            faults.push(claimed(claim, verdict, held, battles, (low, high)));
        }
        Ok(TestReport { verdict, stop, battles, held, interval: Some((low, high)), faults })
    }

    /// Plays one battle as far as the check goes.
    fn play(&self, seed: Seed, cancel: &AtomicBool) -> Result<Played<R>, ContentError> {
        let mut battle = Battle::lean(Arc::clone(&self.stage), seed);
        let mut players = Players::default();
        let mut commands = self.commands.iter().enumerate();
        while battle.entries().len() < MOST_ENTRIES {
            if cancel.load(Ordering::Relaxed) {
                return Ok(Played::Cancelled);
            }
            match battle.turn() {
                Turn::Auto => battle.advance(),
                Turn::Ask { side, .. } => match self.seats.get(usize::from(side.0)).copied().flatten() {
                    Some(player) => {
                        let wanted = |_| !cancel.load(Ordering::Relaxed);
                        step(&mut battle, players.of(side, player), &wanted)
                            .map_err(|message| problem(seed, &message))?;
                    }
                    None => {
                        let Some((position, command)) = commands.next() else { break };
                        if let Err(fault) = self.give(&mut battle, command) {
                            return Ok(Played::Differs(fault.at(position)));
                        }
                    }
                },
                Turn::Over(_) => {
                    if let Some((position, command)) = commands.next() {
                        let round = R::round(battle.state());
                        let message = format!("the battle is over in round {round}, before `{command}`");
                        let help = Some("remove the commands after its end, or fix the reason for its end".to_owned());
                        return Ok(Played::Differs(Misfit::new(message, help).at(position)));
                    }
                    break;
                }
            }
        }
        if battle.entries().len() >= MOST_ENTRIES {
            let message = format!("the battle does not end within {MOST_ENTRIES} entries; limit its rounds");
            return Err(problem(seed, &message));
        }
        Ok(Played::Through(Box::new(battle)))
    }

    /// Issues a command, lets the rules advance until a side has to decide, and compares the result.
    fn give(&self, battle: &mut Battle<R>, command: &ScriptedCommand) -> Result<(), Misfit> {
        let board = R::board(battle.content(), battle.state());
        let called = R::capabilities().called_of(battle.content(), battle.state());
        let names = Names { cast: self.cast, board: &board, called: &called };
        let mut legal = battle.legal();
        let choices: Vec<_> = legal.iter().map(|one| R::choice(battle.content(), battle.state(), one)).collect();
        let chosen = script::find(&choices, command, &battle.turn(), names)?;
        let mut parts = vec![chosen];
        for (_, who) in command.with.iter().filter(|(name, _)| name == script::WITH) {
            let other = ScriptedCommand { who: who.clone(), with: Vec::new(), leaves: Vec::new(), ..command.clone() };
            let found = script::find(&choices, &other, &battle.turn(), names);
            parts.push(found.map_err(|misfit| misfit.about(command, Role::Value(script::WITH), who))?);
        }
        let given = if parts.len() == 1 {
            legal.swap_remove(chosen)
        } else {
            let parts: Vec<R::Command> = parts.into_iter().map(|at| legal[at].clone()).collect();
            let none = || format!("several figures cannot do `{command}` together");
            R::capabilities().together(&parts).ok_or_else(|| Misfit::new(none(), None))?
        };
        let refused = |refusal: crate::ruleset::Refusal| Misfit::new(refusal.message.to_owned(), None);
        battle.issue(given).map_err(refused)?;
        go_on(battle);
        let after = R::board(battle.content(), battle.state());
        let called = R::capabilities().called_of(battle.content(), battle.state());
        let names = Names { cast: self.cast, board: &after, called: &called };
        for (called, expected) in &command.leaves {
            let unknown =
                |Unknown { message, help }| Misfit::new(message, Some(help)).about(command, Role::Left, called);
            let token = names.anybody(called).map_err(unknown)?;
            let found = token.health.0;
            if found != *expected {
                let message =
                    format!("expected `{command}` to leave `{called}` {expected} health, but it leaves {found}");
                return Err(Misfit::new(message, None));
            }
        }
        Ok(())
    }

    fn faults(&self, battle: &Battle<R>) -> Vec<Fault> {
        let board = R::board(battle.content(), battle.state());
        let names = Names { cast: self.cast, board: self.board, called: self.called };
        let held = self.expected.iter().map(|expected| expected.holds(battle, &board, names));
        let faults = held.enumerate().filter_map(|(position, held)| {
            let at = vec!["expect".to_owned(), position.to_string()];
            Some(Fault { at, message: held.err()?, help: None, word: None })
        });
        faults.collect()
    }
}

impl Misfit {
    fn at(self, command: usize) -> Fault {
        let at = vec!["commands".to_owned(), command.to_string()];
        Fault { at, message: self.message, help: self.help, word: self.word }
    }
}

/// Lets the rules advance until a side has to decide or the battle is over.
fn go_on<R: Ruleset>(battle: &mut Battle<R>) {
    while battle.turn() == Turn::Auto && battle.entries().len() < MOST_ENTRIES {
        battle.advance();
    }
}

/// Returns why a claim has failed.
fn claimed(claim: &ShareClaim, verdict: Verdict, held: u32, battles: u32, (low, high): (f64, f64)) -> Fault {
    let percent = |share: f64| 100.0 * share;
    let share = percent(f64::from(held) / f64::from(battles.max(1)));
    let expected = format!("expected {} to {} % of battles", claim.from, claim.to);
    let found = format!("found {share:.1} % of {battles} ({:.1} to {:.1} %)", percent(low), percent(high));
    let (message, help) = match verdict {
        Verdict::Undecided => {
            let help = "allow more battles, widen the range, or add a margin";
            (format!("{expected}, {found}, which is inconclusive"), help)
        }
        Verdict::True | Verdict::False => (format!("{expected}, {found}"), "fix the cause, or adapt the claim"),
    };
    Fault { at: vec!["share".to_owned()], message, help: Some(help.to_owned()), word: None }
}
