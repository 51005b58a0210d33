//! `foeman simulate`: many battles, and what they say about a scenario.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use foeman_rules::dice::Seed;
use foeman_rules::game::Registry;
use foeman_rules::ruleset::{Reason, SideId};
use foeman_rules::simulate::{Plan, Report, Share};
use foeman_schema::resolve::ContentError;
use serde_json::{Value, json};

use super::number;
use super::pack::Shelves;
use super::playable::{self, Playable};
use super::players::{self, SidePlayer};
use crate::console::{Console, Exit, Failure, Paint, Stream, printable};

/// Every battle is remembered until the report, and somebody waits for it.
const MOST_BATTLES: u32 = 1_000_000;
/// More threads than this would only stand in each other's way.
const MOST_THREADS: u16 = 256;

/// Plays many battles on all cores and says who wins how often
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman simulate content/arena duel --battles 1000
  foeman simulate content/arena duel --battles 1000 --player 2=random
  foeman simulate content/arena duel --battles 1000 --format csv > battles.csv

Battle number i has the seed S + i, so `foeman play --seed` shows any of them.
The result does not depend on the number of threads.
Intervals hold the true share in 95 of 100 cases (Wilson).")]
pub(super) struct Simulate {
    /// A folder with a `pack.yaml`, or a single YAML file
    pack: PathBuf,
    /// The scenario's id
    scenario: String,
    #[command(flatten)]
    shelves: Shelves,
    /// How many battles, at most 1,000,000
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::whole(1..=MOST_BATTLES))]
    battles: u32,
    /// The seed of the first battle
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = number::whole(0..=u64::MAX))]
    seed: u64,
    /// Worker threads, at most 256; 0 is one for each core
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true,
        value_parser = number::whole(0..=MOST_THREADS))]
    threads: u16,
    /// Who decides for a side, given by number or name: one of the players of its ruleset; one that
    /// it does not have is answered with those that it has
    #[arg(long = "player", value_name = "SIDE=PLAYER")]
    players: Vec<SidePlayer>,
    /// How the results are written
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Win rates and rounds, for people
    Table,
    /// One line for each battle
    Csv,
    /// Everything in one object
    Json,
}

/// Plays the battles and prints what came of them.
pub(super) fn run(args: &Simulate, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let playable = playable::playable(&args.pack, &args.shelves, &args.scenario, registry, console)?;
    let start = playable.engine.start(&playable.resolved, Seed(args.seed));
    let game = start.map_err(|problems| playable.refuse(&problems, console))?;
    let players = players::seated(&args.players, playable.engine, &*game)?;
    let plan = Plan { battles: args.battles, seed: Seed(args.seed), threads: args.threads.into(), players };
    let clock = Instant::now();
    let report = play_all(&playable, &plan, &mut console.err)?;
    let report = report.map_err(|problems| playable.refuse(&problems, console))?;
    let spent = clock.elapsed().as_secs_f64();
    match args.format {
        Format::Table => table(&report, &mut console.out)?,
        Format::Csv => csv(&report, &mut console.out)?,
        Format::Json => writeln!(console.out, "{:#}", summary(&report, &plan))?,
    }
    console.out.flush()?;
    let rate = f64::from(plan.battles) / spent.max(1e-9);
    writeln!(console.err, "{} battles in {spent:.2} s, {rate:.0} per second", plan.battles)?;
    Ok(Exit::Clean)
}

/// Plays the battles on other threads, while this one tells a terminal how far they are.
fn play_all(
    playable: &Playable,
    plan: &Plan,
    err: &mut Stream<'_>,
) -> Result<Result<Report, Vec<ContentError>>, Failure> {
    let (count, never) = (AtomicU32::new(0), AtomicBool::new(false));
    let done = || {
        count.fetch_add(1, Ordering::Relaxed);
    };
    let (sender, receiver) = channel();
    let (engine, resolved) = (playable.engine, &playable.resolved);
    thread::scope(|scope| {
        let (done, never) = (&done, &never);
        scope.spawn(move || {
            // Only fails when nobody waits for the report any more.
            let _ = sender.send(engine.simulate(resolved, plan, done, never));
        });
        loop {
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(report) => {
                    if err.is_terminal() {
                        write!(err, "\r{:40}\r", "")?;
                    }
                    return Ok(report);
                }
                Err(RecvTimeoutError::Timeout) if err.is_terminal() => {
                    write!(err, "\r{} of {} battles", count.load(Ordering::Relaxed), plan.battles)?;
                    err.flush()?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                // Its panic goes on when the scope joins it.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Io("the simulation broke off".to_owned()));
                }
            }
        }
    })
}

/// The name and place of each side.
fn sides(report: &Report) -> impl Iterator<Item = (SideId, &str)> {
    // A scenario has at most nine sides.
    (0..).map(SideId).zip(report.sides.iter().map(String::as_str))
}

fn table(report: &Report, out: &mut Stream<'_>) -> Result<(), Failure> {
    const NOBODY: &str = "nobody";
    let endings = endings(report);
    let names = report.sides.iter().map(String::as_str).chain([NOBODY]);
    let names = names.chain(endings.iter().map(|(reason, _)| reason.as_str()));
    let width = names.map(|name| name.chars().count()).max().unwrap_or_default();
    let head = format!("{:<width$}  battles    share  95 % interval", "won by");
    writeln!(out, "{}", out.painted(Paint::Strong, head))?;
    for (side, name) in sides(report) {
        let Share { low, share, high } = report.win_share(side);
        let [low, share, high] = [low, share, high].map(|part| 100.0 * part);
        let (name, wins) = (printable(name), report.wins(side));
        writeln!(out, "{name:<width$}  {wins:>7}  {share:>5.1} %  {low:.1} to {high:.1} %")?;
    }
    let counted = |out: &mut Stream<'_>, name: &str, count: usize| {
        let share = 100.0 * count as f64 / report.battles.len().max(1) as f64;
        writeln!(out, "{name:<width$}  {count:>7}  {share:>5.1} %")
    };
    counted(out, NOBODY, report.draws())?;
    writeln!(out, "\n{}", out.painted(Paint::Strong, "ended because"))?;
    for (reason, count) in endings {
        counted(out, &reason, count)?;
    }
    let [p5, p25, p50, p75, p95] = [5, 25, 50, 75, 95].map(|percent| report.rounds_percentile(percent));
    let head = out.painted(Paint::Strong, "rounds");
    writeln!(out, "\n{head}  5 %: {p5}  25 %: {p25}  median: {p50}  75 %: {p75}  95 %: {p95}")?;
    Ok(())
}

/// What ended the battles, in words; the round limit always, since many of those are a fault of the scenario.
fn endings(report: &Report) -> Vec<(String, usize)> {
    let mut reasons = report.reasons();
    if report.round_limits() == 0 {
        reasons.push((Reason::RoundLimit, 0));
    }
    reasons.into_iter().map(|(reason, count)| (printable(&reason.to_string()), count)).collect()
}

fn csv(report: &Report, out: &mut Stream<'_>) -> Result<(), Failure> {
    writeln!(out, "seed,outcome,winners,reason,rounds,hash")?;
    for battle in &report.battles {
        let outcome = if battle.outcome.is_draw() { "draw" } else { "won" };
        let winners: Vec<&str> =
            sides(report).filter(|&(side, _)| battle.outcome.is_won_by(side)).map(|(_, name)| name).collect();
        let (winners, reason) = (quoted(&winners.join(", ")), quoted(&battle.outcome.reason.to_string()));
        writeln!(out, "{},{outcome},{winners},{reason},{},{}", battle.seed.0, battle.rounds, battle.hash)?;
    }
    Ok(())
}

/// A CSV field: quoted when it must be (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn summary(report: &Report, plan: &Plan) -> Value {
    let sides: Vec<_> = sides(report)
        .map(|(side, name)| json!({ "name": name, "wins": report.wins(side), "share": report.win_share(side) }))
        .collect();
    let reasons: Vec<_> = report
        .reasons()
        .into_iter()
        .map(|(reason, battles)| json!({ "reason": reason, "words": reason.to_string(), "battles": battles }))
        .collect();
    json!({
        "seed": plan.seed,
        "players": plan.players,
        "sides": sides,
        "draws": report.draws(),
        "roundLimits": report.round_limits(),
        "reasons": reasons,
        "rounds": {
            "p5": report.rounds_percentile(5),
            "median": report.rounds_percentile(50),
            "p95": report.rounds_percentile(95),
        },
        "battles": report.battles,
    })
}
