//! Error rates of verdicts on a change: false alarms for an edit that changes only the dice, and detection of a planted
//! effect.

use foeman_engine::lab::{Comparison, Stop, Until, Verdict};
use foeman_engine::ruleset::{Outcome, Reason, SideId};
use foeman_engine::simulate::BattleResult;
use foeman_schema::statistics::{ALPHA, Share, evidence};
use serde_json::Value;

use crate::{Copy, arena, foeman};

/// Parses the battle in a line of a simulation.
fn battle(line: &str) -> BattleResult {
    let row: Value = serde_json::from_str(line).expect("a line is an object");
    serde_json::from_value(row["battle"].clone()).expect("of a battle")
}

/// Simulates duels with the program, from a seed on.
fn duels(battles: usize, seed: usize) -> Vec<BattleResult> {
    let (battles, seed) = (battles.to_string(), seed.to_string());
    let args = ["simulate", &arena(), "duel", "--battles", &battles, "--seed", &seed, "--format", "jsonl"];
    let lines = foeman(&args).ends(0).out;
    lines.lines().skip(1).map(battle).collect()
}

/// Draws one of the duels, or with probability `helped` turns it into a win of the first side.
fn drawn(duels: &[BattleResult], random: &mut fastrand::Rng, helped: f64) -> BattleResult {
    let mut battle = duels[random.usize(..duels.len())].clone();
    if random.f64() < helped {
        battle.outcome = Outcome::won(SideId(0), Reason::LastStanding);
    }
    battle
}

/// Runs with separate pairs; `FOEMAN_RUNS=1000` plays 600,000 battles.
const RUNS: usize = 40;
/// Pairs per run; the verdict is checked after each pair.
const PAIRS: usize = 300;

/// The duel with a dead figure on each side, with this id.
fn with_the_dead(id: &str) -> Copy {
    let dead = format!("\n      {id}: {{name: Old Tom, type: human, harm: {{physical: 99}}}}");
    let copy = Copy::new().with("rosters/road.yaml", "  toll-keepers:", "figures:", &format!("figures:{dead}"));
    let copy = copy.with("rosters/road.yaml", "  never-paid:", "figures:", &format!("figures:{dead}"));
    let place = |old: &str, hex: &str| format!("{old}\n          {id}: {{hex: {hex}}}");
    let [maud, ushka] = ["maud: {hex: [1, 3], facing: 2}", "ushka: {hex: [7, 3], facing: 4}"];
    let copy = copy.with("scenarios.yaml", "  duel:", maud, &place(maud, "[1, 2]"));
    copy.with("scenarios.yaml", "  duel:", ushka, &place(ushka, "[7, 4]"))
}

/// By construction, this edit changes the dice but not the strength: figures are numbered in the order of their ids,
/// and dice are keyed by these numbers. The id of the dead figures decides only whether the fighters have higher or
/// lower numbers. Only initiative, which sides roll, keeps its dice.
#[test]
fn an_edit_that_changes_dice_and_not_strength_is_seldom_called_one_that_does() {
    let runs = std::env::var("FOEMAN_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(RUNS);
    let (before, after) = (with_the_dead("zz"), with_the_dead("aa"));
    let mut alarms = 0;
    for first in (0..runs).step_by(RUNS) {
        let pairs = (PAIRS * RUNS.min(runs - first)).to_string();
        let seed = (1_000_000 + PAIRS * first).to_string();
        let args = ["simulate", after.path(), "duel", "--battles", &pairs, "--seed", &seed, "--against", before.path()];
        let lines = foeman(&[&args[..], &["--format", "jsonl"]].concat()).ends(0).out;
        let battles: Vec<BattleResult> = lines.lines().skip(1).map(battle).collect();
        let (before, after) = battles.split_at(battles.len() / 2);
        let alike = before.iter().zip(after).filter(|(before, after)| before.course == after.course).count();
        assert_eq!(alike, 0, "all of them have other dice");
        // Each run has separate seeds, paired before and after.
        for (before, after) in before.chunks(PAIRS).zip(after.chunks(PAIRS)) {
            let mut comparison = Comparison::new(SideId(0), Until::Decided, PAIRS as u32);
            before.iter().zip(after).all(|(before, after)| comparison.add(before, after));
            alarms += usize::from(comparison.stop() == Stop::Decided);
        }
    }
    // One in twenty, plus twice the standard deviation: 6.4 % of 1,000.
    let (alarms, runs) = (alarms as f64, runs as f64);
    assert!(alarms <= 0.05 * runs + 2.0 * (0.05 * 0.95 * runs).sqrt(), "{alarms} of {runs} runs");
}

/// The same for a thousand runs, drawn from six hundred simulated duels.
#[test]
fn other_dice_are_seldom_taken_for_another_strength() {
    let duels = duels(600, 1);
    let alarms = (0..1000).filter(|run| {
        let mut random = fastrand::Rng::with_seed(*run);
        let mut comparison = Comparison::new(SideId(0), Until::Decided, 300);
        while comparison.add(&drawn(&duels, &mut random, 0.0), &drawn(&duels, &mut random, 0.0)) {}
        comparison.stop() == Stop::Decided
    });
    let alarms = alarms.count();
    assert!(alarms <= 64, "{alarms} of 1,000 runs");
}

/// A planted effect of ten points: after the change, enough lost battles are turned into wins to raise the share by a
/// tenth.
#[test]
fn ten_points_are_found_and_what_is_shown_holds_them() {
    let duels = duels(600, 1);
    let share = duels.iter().filter(|duel| duel.outcome.is_won_by(SideId(0))).count() as f64 / duels.len() as f64;
    let helped = 0.1 / (1.0 - share);
    let found = (0..200).filter(|run| {
        let mut random = fastrand::Rng::with_seed(*run);
        let mut comparison = Comparison::new(SideId(0), Until::Decided, 2000);
        while comparison.add(&drawn(&duels, &mut random, 0.0), &drawn(&duels, &mut random, helped)) {}
        comparison.verdict() == Verdict::Better
    });
    let found = found.count();
    assert!(found >= 180, "{found} of 200 runs");

    let (mut fixed, mut anytime) = (0, 0);
    for run in 0..1000 {
        let mut random = fastrand::Rng::with_seed(run);
        let mut comparison = Comparison::new(SideId(0), Until::All, 200);
        let better = (1.0 - share) * (share + 0.1);
        let truth = better / (better + share * (1.0 - share - 0.1));
        let mut held = true;
        loop {
            let goes_on = comparison.add(&drawn(&duels, &mut random, 0.0), &drawn(&duels, &mut random, helped));
            let (better, m) = (comparison.pairs().better(), comparison.pairs().discordant());
            // Tests whether the interval contains the truth, which is faster than computing its ends two hundred times.
            held &= evidence(better, m, truth) < 1.0 / ALPHA;
            assert!(comparison.interval().is_none() || !goes_on, "only at the number that was declared");
            if !goes_on {
                break;
            }
        }
        let Share { low, high, .. } = comparison.interval().expect("all battles were played");
        fixed += usize::from((low..=high).contains(&0.1));
        anytime += usize::from(held);
    }
    assert!(fixed >= 930, "Tango's interval held in {fixed} of 1,000 runs");
    assert!(anytime >= 950, "the anytime interval held after every pair in {anytime} of 1,000 runs");
}
