//! Plays battles in all scenarios of the Arena with several pairs of players. Reports panics, illegal commands and
//! endless battles (exit status 1), and figures that were passive.
//!
//! `cargo run --release -p foeman-tests --example endure -- 100000`, optionally followed by the first seed. The cunning
//! player takes part in a twentieth of the battles.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the program is run in a terminal")]

use std::process::ExitCode;

use foeman_test_support::endurance::{PAIRS, SLOW_PAIRS, endure};
use foeman_test_support::packs;

/// The cunning player takes part in one of this many battles.
const SLOW: u64 = 20;

fn main() -> ExitCode {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|argument| argument.parse()).collect();
    let (battles, first) = match numbers.as_deref() {
        Ok(&[battles]) => (battles, 1),
        Ok(&[battles, first]) => (battles, first),
        _ => {
            eprintln!("usage: endure BATTLES [SEED]");
            return ExitCode::from(2);
        }
    };
    let scenarios = packs::playable("arena");
    let slow = battles.div_ceil(SLOW * (scenarios.len() * SLOW_PAIRS.len()) as u64);
    let each = (battles - battles / SLOW).div_ceil((scenarios.len() * PAIRS.len()) as u64);
    let pairs = PAIRS.map(|pair| (pair, each)).into_iter().chain(SLOW_PAIRS.map(|pair| (pair, slow)));
    let mut sum = (0, 0, 0);
    for scenario in &scenarios {
        for (pair, each) in pairs.clone() {
            let report = endure(scenario, pair, first..first + each);
            let (id, [one, other]) = (&scenario.scenario.id, pair);
            println!(
                "{id}: {one} against {other}: {each} battles, {} by the round limit, {} faults, {} idlers",
                report.limits,
                report.faults.len(),
                report.idlers.len()
            );
            for (seed, fault) in &report.faults {
                println!("  seed {seed}: {fault}");
            }
            for (seed, idler) in &report.idlers {
                println!("  seed {seed}: {} waits for {} rounds until round {}", idler.name, idler.rounds, idler.until);
            }
            sum = (sum.0 + each, sum.1 + report.faults.len(), sum.2 + report.idlers.len());
        }
    }
    println!("{} battles, {} faults, {} idlers", sum.0, sum.1, sum.2);
    if sum.1 == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
