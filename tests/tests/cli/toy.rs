//! A ruleset the program has never heard of gets every command, because no command names a ruleset.

use std::fs;

use foeman_tests::toy::{PACK, TOY};
use serde_json::{Value, json};

use crate::{Run, foeman_with};

fn toy(args: &[&str]) -> Run {
    foeman_with(TOY, args)
}

#[test]
fn a_ruleset_from_outside_is_checked_played_simulated_and_proved() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let (pack, journal) = (at("tug.yaml"), at("meadow.journal"));
    fs::write(&pack, PACK).expect("it can be written");

    let checked = toy(&["check", &pack, "--deny", "info"]).ends(0);
    assert!(checked.err.contains("no findings in 1 file"), "{}", checked.err);
    let played = toy(&["play", &pack, "meadow", "--seed", "7", "--save", &journal]).ends(0);
    assert!(played.out.contains("Round 1") && played.out.contains("hash "), "{}", played.out);
    assert_eq!(toy(&["replay", &journal]).ends(0).out, played.out);
    assert!(toy(&["replay", &journal, "--verify"]).ends(0).out.starts_with("verified"));
    let simulated = toy(&["simulate", &pack, "meadow", "--battles", "50"]).ends(0);
    assert!(simulated.out.contains("The reds") && simulated.out.contains("The blues"), "{}", simulated.out);
}

#[test]
fn how_a_battle_ended_is_told_with_its_reason_in_every_format() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pack = folder.path().join("tug.yaml").to_str().expect("a plain name").to_owned();
    fs::write(&pack, PACK.replace("rounds: 60", "rounds: 9")).expect("it can be written");
    let with = |command: &str, players: [&str; 2], more: &[&str]| {
        let players = players.map(|player| format!("--player={player}"));
        let args: Vec<&str> =
            [command, &pack, "meadow", &players[0], &players[1]].into_iter().chain(more.iter().copied()).collect();
        toy(&args).ends(0).out
    };
    let won = with("play", ["1=greedy", "2=random"], &["--seed", "2"]);
    let ending = won.lines().rev().nth(1).expect("the outcome stands before the hash");
    assert!(ending.starts_with("Winner: The reds, in round "), "{ending}");
    assert!(ending.ends_with(": the knot lies at their end"), "{ending}");

    let json = with("play", ["1=greedy", "2=random"], &["--seed", "2", "--format", "json"]);
    let last: Value = serde_json::from_str(json.lines().last().expect("an outcome")).expect("an object");
    assert_eq!(last["outcome"]["winners"], json!([0]));
    assert_eq!(last["outcome"]["reason"], json!({"kind": "condition", "text": "the knot lies at their end"}));
    assert_eq!((&last["winners"], &last["reason"]), (&json!(["The reds"]), &json!("the knot lies at their end")));

    let table = with("simulate", ["1=greedy", "2=random"], &["--battles", "20"]);
    let (_, reasons) = table.split_once("ended because").expect("the reasons are counted");
    for reason in ["the knot lies at their end", "the round limit is reached"] {
        assert!(reasons.contains(reason), "{table}");
    }
    let csv = with("simulate", ["1=greedy", "2=random"], &["--battles", "20", "--format", "csv"]);
    assert!(csv.starts_with("seed,outcome,winners,reason,rounds,hash\n"), "{csv}");
    assert!(csv.contains(",won,The reds,the knot lies at their end,"), "{csv}");
    let json = with("simulate", ["1=greedy", "2=random"], &["--battles", "20", "--format", "json"]);
    let report: Value = serde_json::from_str(&json).expect("an object");
    assert_eq!(report["players"], json!(["greedy", "random"]));
    let counted: u64 =
        report["reasons"].as_array().expect("reasons").iter().filter_map(|one| one["battles"].as_u64()).sum();
    let wins: u64 = report["sides"].as_array().expect("sides").iter().filter_map(|side| side["wins"].as_u64()).sum();
    assert_eq!((counted, wins + report["draws"].as_u64().expect("a number")), (20, 20));
    assert_eq!(csv.matches(",won,The reds,").count() as u64, report["sides"][0]["wins"].as_u64().expect("a number"));
}

#[test]
fn the_rulesets_own_players_play_and_an_unknown_one_is_named_with_those_that_are_near() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pack = folder.path().join("tug.yaml").to_str().expect("a plain name").to_owned();
    fs::write(&pack, PACK).expect("it can be written");
    let brute = toy(&["play", &pack, "meadow", "--player", "the reds=brute"]).ends(0).out;
    assert!(brute.contains("The reds heave") && !brute.contains("The reds drag the knot 1"), "{brute}");
    for command in [&["play", &pack, "meadow"][..], &["simulate", &pack, "meadow", "--battles", "1"]] {
        let args: Vec<&str> = command.iter().copied().chain(["--player", "1=brite"]).collect();
        let error = toy(&args).ends(2).err;
        let expected = "expected a player of ruleset `tug`, but found `brite`; did you mean `brute`?";
        assert!(error.contains(expected), "{error}");
    }
    let error = toy(&["play", &pack, "meadow", "--player", "random"]).ends(2).err;
    assert!(error.contains("expected a side and its player, as `1=random`"), "{error}");
}

/// Nothing but the geometry says that the strip is made of squares.
#[test]
fn a_map_of_squares_is_checked_played_and_drawn() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let (pack, picture) = (at("tug.yaml"), at("strip.svg"));
    let squares = "geometry: {shape: square, vertex-neighbours: true, size: [11, 3]}";
    fs::write(&pack, PACK.replace("geometry: {size: [11, 3]}", squares)).expect("it can be written");

    toy(&["check", &pack, "--deny", "info"]).ends(0);
    assert!(toy(&["play", &pack, "meadow", "--seed", "7"]).ends(0).out.contains("Round 1"));
    toy(&["render", &pack, "meadow", "-o", &picture]).ends(0);
    let svg = fs::read_to_string(&picture).expect("it was written");
    let cells =
        svg.split("<g id=\"cells\">").nth(1).and_then(|rest| rest.split("</g>").next()).expect("there are cells");
    assert_eq!(cells.lines().filter(|line| line.matches('L').count() == 3).count(), 33, "{cells}");
    assert!(svg.contains("<g id=\"figures\">"));
}

#[test]
fn a_single_file_is_named_as_the_user_named_it() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pack = folder.path().join("tug.yaml").to_str().expect("a plain name").to_owned();
    fs::write(&pack, PACK.replacen("title:", "titel:", 1)).expect("it can be written");
    let run = toy(&["check", &pack]).ends(1);
    assert!(run.out.starts_with(&format!("{pack}:")), "{}", run.out);
}

#[test]
fn its_checks_and_its_schema_are_there_too() {
    assert!(toy(&["explain"]).ends(0).out.contains("off-centre-knot"));
    assert!(toy(&["explain", "off-centre-knot"]).ends(0).out.contains("middle column"));
    assert!(toy(&["schema"]).ends(0).out.contains("\"bouts\""));
    assert!(toy(&["schema", "tgu"]).ends(2).err.contains("did you mean `tug`?"));
}

#[test]
fn a_journal_of_another_ruleset_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let (pack, journal) = (at("tug.yaml"), at("meadow.journal"));
    fs::write(&pack, PACK).expect("it can be written");
    toy(&["play", &pack, "meadow", "--save", &journal]).ends(0);
    let run = crate::foeman(&["replay", &journal]).ends(3);
    assert!(run.err.contains("`tug`"), "{}", run.err);
}
