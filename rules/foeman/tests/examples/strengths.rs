//! Prints a table of how often each computer player beats the one below in the Arena, with the CPU time of a battle.
//!
//! `cargo run --release -p ruleset-foeman-tests --example strengths -- PLAYER OTHER PAIRS [SEED] [SCENARIO,SCENARIO...]`
//!
//! Each seed is a pair: one battle with the players in this order, one with the sides exchanged. A battle that neither or
//! both win counts as half a win.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool for the terminal")]

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foeman_engine::dice::Seed;
use foeman_engine::ruleset::SideId;
use foeman_engine::simulate::{Plan, Report};
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_schema::statistics::half_wins;
use foeman_test_support::packs;

/// Scenarios that are not in the Arena, in a file of the benchmarks.
const FIVE_A_SIDE: &str = include_str!("../../../../tests/benches/against/five-a-side.yaml");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [one, other, pairs, more @ ..] = &arguments[..] else {
        eprintln!("usage: strengths PLAYER OTHER PAIRS [SEED] [SCENARIO,SCENARIO...]");
        return ExitCode::from(2);
    };
    let pairs: u32 = pairs.parse().expect("a number of pairs");
    let seed: u64 = more.first().map_or(1001, |seed| seed.parse().expect("the first seed"));
    let wanted: Vec<&str> = more.get(1).map(|wanted| wanted.split(',').collect()).unwrap_or_default();
    let engine = SHIPPED.engine("foeman").expect("Foeman is shipped");
    let players = [one, other].map(|id| engine.player(id).unwrap_or_else(|error| panic!("{error}")));
    let mut files = packs::texts_in(Path::new(&packs::shipped("arena")));
    files.insert("five-a-side.yaml".to_owned(), FIVE_A_SIDE.to_owned());
    let draft = Draft::from_texts(files, &SHIPPED.dialects());

    println!("| scenario | {one} beats {other} | 95 % interval | draws | CPU per battle |\n|---|--:|--:|--:|--:|");
    let (mut all, mut battles) = (0, 0);
    for id in draft.ids("scenarios").filter(|id| wanted.is_empty() || wanted.contains(id)) {
        let resolved = resolve(&draft, id).unwrap_or_else(|_| panic!("`{id}` has errors"));
        let begun = clock();
        let run = |players: Vec<_>| -> Report {
            let plan = Plan { battles: pairs, seed: Seed(seed), threads: 1, players };
            engine.simulate(&resolved, &plan, &|| (), &AtomicBool::new(false)).expect("it can be played")
        };
        let there = run(vec![players[0], players[1]]);
        let back = run(vec![players[1], players[0]]);
        let taken = clock().saturating_sub(begun);
        let count = 2 * pairs as usize;
        let won = there.wins(SideId(0)) + back.wins(SideId(1));
        let lost = there.wins(SideId(1)) + back.wins(SideId(0));
        let halves = count + won - lost;
        let share = half_wins(0, halves, count);
        println!(
            "| {id} | {:.1} % | {:.0} to {:.0} % | {} | {:.1} ms |",
            100.0 * share.share,
            100.0 * share.low,
            100.0 * share.high,
            there.draws() + back.draws(),
            taken.as_secs_f64() * 1000.0 / count as f64,
        );
        all += halves;
        battles += count;
    }
    println!("| all | {:.1} % | | | |", 50.0 * all as f64 / battles.max(1) as f64);
    ExitCode::SUCCESS
}

/// The CPU time of the process so far.
#[cfg(target_os = "linux")]
fn clock() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The wall-clock time, where CPU time is not available.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::disallowed_types, reason = "measures time outside the rules")]
fn clock() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
