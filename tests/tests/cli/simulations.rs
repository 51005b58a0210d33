//! `foeman simulate`: many battles, the same on every machine.

use std::fs;

use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use serde_json::Value;

use crate::{arena, foeman, valley};

#[test]
fn the_number_of_threads_does_not_change_the_results() {
    let with = |threads| {
        let args = ["simulate", &arena(), "duel", "--battles", "20", "--threads", threads, "--format", "csv"];
        foeman(&args).ends(0).out
    };
    assert_eq!(with("1"), with("2"));
}

/// The release binary must produce the same hashes: `.ci/smoke` compares it to the same file.
#[test]
fn battles_of_every_scenario_have_the_committed_hashes() {
    let golden = include_str!("../../golden/hashes.txt");
    let draft = Draft::open(arena().as_ref(), &SHIPPED.dialects()).expect("the Arena is there");
    let mut fresh = String::from(
        "# Hashes of battles of the Arena, random against random: scenario, seed, hash. They are the same in every build.\n",
    );
    for scenario in draft.ids("scenarios") {
        for (seed, threads) in [("1", "1"), ("2", "2")] {
            let arena = arena();
            let battles = ["simulate", &arena, scenario, "--battles", "1", "--seed", seed, "--threads", threads];
            let rest = ["--player", "1=random", "--player", "2=random", "--format", "csv"];
            let csv = foeman(&[&battles[..], &rest].concat()).ends(0).out;
            let hash = csv.trim_end().rsplit(',').next().expect("a line has fields");
            fresh.push_str(&format!("{scenario} {seed} {hash}\n"));
        }
    }
    if !golden.lines().eq(fresh.lines()) {
        let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/hashes.txt");
        fs::write(path, &fresh).expect("it can be written");
        panic!("the hashes differ; if that is meant, copy {path} over tests/golden/hashes.txt:\n{fresh}");
    }
}

/// Random players give up soon; the default players exercise all of the rules.
#[test]
fn games_of_the_valley_have_the_committed_hashes() {
    let golden = include_str!("../../golden/valley-hashes.txt");
    let draft = Draft::open(valley().as_ref(), &SHIPPED.dialects()).expect("the valley is there");
    let mut fresh = String::from(
        "# Hashes of games of the Valley of the Bell by the usual players: scenario, seed, hash. They are the same in every build.\n",
    );
    for scenario in draft.ids("scenarios") {
        for (seed, threads) in [("1", "1"), ("2", "2")] {
            let valley = valley();
            let games = ["simulate", &valley, scenario, "--battles", "1", "--seed", seed, "--threads", threads];
            let csv = foeman(&[&games[..], &["--format", "csv"]].concat()).ends(0).out;
            let hash = csv.trim_end().rsplit(',').next().expect("a line has fields");
            fresh.push_str(&format!("{scenario} {seed} {hash}\n"));
        }
    }
    if !golden.lines().eq(fresh.lines()) {
        let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/valley-hashes.txt");
        fs::write(path, &fresh).expect("it can be written");
        panic!("the hashes differ; if that is meant, copy {path} over tests/golden/valley-hashes.txt:\n{fresh}");
    }
}

#[test]
fn a_simulated_battle_is_the_one_that_play_shows() {
    let csv = foeman(&["simulate", &arena(), "duel", "--battles", "3", "--seed", "7", "--format", "csv"]).ends(0).out;
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!(lines.len(), 4, "{csv}");
    let played = foeman(&["play", &arena(), "duel", "--seed", "9"]).ends(0).out;
    let hash = lines[3].rsplit(',').next().expect("a line has fields");
    assert!(lines[3].starts_with("9,") && played.contains(hash), "{csv}\n{played}");
}

/// The requirement is 1,000 battles with `foeman simulate`; these few are affordable in a test.
#[test]
fn every_scenario_of_the_arena_is_decided_in_time_and_open_to_both_sides() {
    const BATTLES: u64 = 40;
    let draft = Draft::open(arena().as_ref(), &SHIPPED.dialects()).expect("the Arena is there");
    let scenarios: Vec<&str> = draft.ids("scenarios").collect();
    assert!(scenarios.len() >= 10, "{scenarios:?}");
    for scenario in scenarios {
        let args = ["simulate", &arena(), scenario, "--battles", &BATTLES.to_string(), "--format", "json"];
        let report: Value = serde_json::from_str(&foeman(&args).ends(0).out).expect("it is an object");
        assert!(report["roundLimits"].as_u64() <= Some(BATTLES / 20), "{scenario}: {:#}", report["roundLimits"]);
        let median = report["rounds"]["median"].as_u64();
        assert!((Some(3)..=Some(40)).contains(&median), "{scenario}: {:#}", report["rounds"]);
        for side in report["sides"].as_array().expect("sides") {
            assert!(side["wins"].as_u64() > Some(BATTLES / 10), "{scenario}: {side:#}");
        }
    }
}

#[test]
fn the_table_says_how_sure_it_is_and_the_speed_is_told_aside() {
    let run = foeman(&["simulate", &arena(), "duel", "--battles", "10"]).ends(0);
    for word in ["95 % interval", "median", "Toll-keepers", "Never-Paid", "round limit"] {
        assert!(run.out.contains(word), "{}", run.out);
    }
    assert!(run.err.contains("per second") && !run.out.contains("per second"), "{}", run.err);
}

#[test]
fn a_player_can_be_chosen_for_a_side_by_number_or_name() {
    let with = |player| foeman(&["play", &arena(), "duel", "--player", player]).ends(0).out;
    assert_eq!(with("1=random"), with("toll-keepers=random"));
    assert_ne!(with("1=random"), with("1=steady"));
}

/// Thirty figures on a meadow that is a single zone: finding the path to each of its hexes would take minutes.
#[test]
fn a_crowd_on_a_zone_as_large_as_its_map_is_soon_done() {
    let side = |name: &str, col: u32| {
        let place: String = (0..15).map(|n| format!("f{n}: {{hex: [{}, {}]}}, ", col + n % 2, 20 + n)).collect();
        format!("      - {{side: {name}, place: {{{place}}}, victory: [{{kind: hold-zone, zone: all, rounds: 2}}]}}\n")
    };
    let roster = |name: &str| {
        let gear = "gear: [{item: sword, place: first-hand}]";
        let figures: String = (0..15).map(|n| format!("f{n}: {{name: {name} {n}, type: human, {gear}}}, ")).collect();
        format!("  {name}: {{title: {name}, figures: {{{figures}}}}}\n")
    };
    let cells: Vec<String> = (0..60 * 60).map(|cell| format!("[{}, {}]", cell % 60, cell / 60)).collect();
    let rows = format!("      {}\n", "g".repeat(60)).repeat(60);
    let text = format!(
        "pack: crowd\ntitle: Crowd\nversion: 1.0.0\nruleset: foeman\nformat: 2\nscenarios:\n  war:\n    title: War\n    \
         map: meadow\n    rounds: 3\n    options: {{observation: true}}\n    sides:\n{}{}\
         maps:\n  meadow:\n    title: Meadow\n    geometry: {{size: [60, 60]}}\n    legend: {{g: grass}}\n    \
         zones: {{all: {{title: All, cells: [{}]}}}}\n    rows: |\n{rows}\
         terrains:\n  grass: {{title: Grass, color: \"#6a9a4a\"}}\n\
         sides:\n  red: {{title: Red, color: \"#b03a2e\", roster: red}}\n  \
         blue: {{title: Blue, color: \"#2e6db0\", roster: blue}}\nrosters:\n{}{}\
         figures:\n  human: {{title: Human, kind: hero, attributes: {{st: 12, dx: 11, iq: 9, ma: 10}}}}\n\
         items:\n  sword: {{title: Sword, class: wpn, damage: -1H}}\n",
        side("red", 10),
        side("blue", 14),
        cells.join(", "),
        roster("red"),
        roster("blue"),
    );
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pack = folder.path().join("crowd.yaml");
    fs::write(&pack, text).expect("it can be written");
    let out = foeman(&["play", pack.to_str().expect("a plain name"), "war"]).ends(0).out;
    assert!(out.contains(" strikes "), "they see each other and fight: {out}");
    assert!(out.contains("in round 3: "), "no side holds a zone that both are in: {out}");
}

#[test]
fn many_threads_are_soon_done() {
    foeman(&["simulate", &arena(), "duel", "--battles", "2", "--threads", "256"]).ends(0);
}
