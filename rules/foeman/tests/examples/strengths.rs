//! Prints a table of how often each computer player beats the one below, with the CPU time of a battle.
//!
//! `cargo run --release -p ruleset-foeman-tests --example strengths -- PLAYER OTHER PAIRS [SEED] [SCENARIO,SCENARIO...]`
//! compares two players. `strengths table PAIRS [SEED] [SCENARIO,SCENARIO...]` compares `steady` with `reckless`, and
//! `cunning` with `steady` without simulations, at a third of its search effort and at the usual effort. `cunning:300` is
//! `cunning` with three times the effort, and `cunning:0` does not simulate.
//!
//! Each seed is a pair: one battle with the players in this order, one with the sides exchanged. A battle that neither or
//! both win counts as half a win.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool for the terminal")]

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use foeman_engine::battle::{Battle, Stage};
use foeman_engine::dice::Seed;
use foeman_engine::player::{Player, decide, find, listed};
use foeman_engine::ruleset::{SideId, Turn};
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_schema::statistics::half_wins;
use foeman_test_support::{clock, packs};
use ruleset_foeman::{Foeman, players};

/// Scenarios that are not in the Arena, in a file of the benchmarks.
const FIVE_A_SIDE: &str = include_str!("../../../../tests/benches/against/five-a-side.yaml");
/// The comparisons of the whole table.
const TABLE: [[&str; 2]; 4] =
    [["steady", "reckless"], ["cunning:0", "steady"], ["cunning:33", "steady"], ["cunning", "steady"]];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (pairs, more) = match &arguments[..] {
        [table, more @ ..] if table == "table" && !more.is_empty() => (TABLE.to_vec(), more),
        [one, other, more @ ..] if !more.is_empty() => (vec![[one.as_str(), other.as_str()]], more),
        _ => {
            eprintln!("usage: strengths table PAIRS [SEED] [SCENARIO,SCENARIO...]");
            eprintln!("       strengths PLAYER OTHER PAIRS [SEED] [SCENARIO,SCENARIO...]");
            return ExitCode::from(2);
        }
    };
    let count: u64 = more[0].parse().expect("a number of pairs");
    let seed: u64 = more.get(1).map_or(1001, |seed| seed.parse().expect("the first seed"));
    let wanted: Vec<&str> = more.get(2).map(|wanted| wanted.split(',').collect()).unwrap_or_default();
    let mut files = packs::texts_in(Path::new(&packs::shipped("arena")));
    files.insert("five-a-side.yaml".to_owned(), FIVE_A_SIDE.to_owned());
    let draft = Draft::from_texts(files, &SHIPPED.dialects());
    let stages: Vec<(&str, Arc<Stage<Foeman>>)> = draft
        .ids("scenarios")
        .filter(|id| wanted.is_empty() || wanted.contains(id))
        .map(|id| {
            let resolved = resolve(&draft, id).unwrap_or_else(|_| panic!("`{id}` has errors"));
            (id, Stage::new(&resolved).unwrap_or_else(|problems| panic!("{problems:?}")))
        })
        .collect();
    for [one, other] in pairs {
        compare([one, other], &stages, seed..seed + count);
    }
    ExitCode::SUCCESS
}

/// Prints how often a player beats another in each scenario.
fn compare(ids: [&str; 2], stages: &[(&str, Arc<Stage<Foeman>>)], seeds: std::ops::Range<u64>) {
    println!(
        "| scenario | {} beats {} | 95 % interval | as first, second side | draws | CPU per battle |\n\
         |---|--:|--:|--:|--:|--:|",
        ids[0], ids[1]
    );
    let (mut all, mut battles) = (0, 0);
    for (id, stage) in stages {
        let begun = clock::process();
        let (mut halves, mut draws, mut count) = ([0, 0], 0, 0);
        for (seed, own) in seeds.clone().flat_map(|seed| [(seed, 0), (seed, 1)]) {
            let [won, lost] = fought(stage, Seed(seed), ids, own);
            halves[usize::from(own)] += usize::from(1 + u8::from(won) - u8::from(lost));
            draws += usize::from(won == lost);
            count += 1;
        }
        let taken = clock::process().saturating_sub(begun);
        let won = halves.iter().sum();
        let share = half_wins(0, won, count);
        let [first, second] = halves.map(|halves| 100.0 * halves as f64 / count.max(1) as f64);
        println!(
            "| {id} | {:.1} % | {:.0} to {:.0} % | {first:.0} %, {second:.0} % | {draws} | {:.1} ms |",
            100.0 * share.share,
            100.0 * share.low,
            100.0 * share.high,
            taken.as_secs_f64() * 1000.0 / count as f64,
        );
        all += won;
        battles += count;
    }
    println!("| all | {:.1} % | | | | |\n", 50.0 * all as f64 / battles.max(1) as f64);
}

/// Plays a battle in which the first player has side `own`, and returns whether it and the other player win.
fn fought(stage: &Arc<Stage<Foeman>>, seed: Seed, ids: [&str; 2], own: u8) -> [bool; 2] {
    let mut battle = Battle::<Foeman>::on(Arc::clone(stage), seed);
    let mut seated = ids.map(player);
    loop {
        match battle.turn() {
            Turn::Over(outcome) => return [own, 1 - own].map(|side| outcome.is_won_by(SideId(side))),
            Turn::Auto => battle.advance(),
            Turn::Ask { side, .. } => {
                let player = &mut seated[usize::from(side.0 != own)];
                let command = decide(&battle, player.as_mut()).expect("the active player has a choice");
                battle.issue(command).unwrap_or_else(|refusal| panic!("{}", refusal.message));
            }
        }
    }
}

/// Creates a player: `steady`, or `cunning:300` for `cunning` with three times the search effort.
fn player(id: &str) -> Box<dyn Player<Foeman>> {
    if let Some(effort) = id.strip_prefix("cunning:") {
        return players::cunning(effort.parse().expect("the search effort in per cent"));
    }
    let id = find::<Foeman>(id).unwrap_or_else(|error| panic!("{error}"));
    let def = listed::<Foeman>().iter().find(|def| def.info().id == id).expect("it is listed");
    def.fresh()
}
