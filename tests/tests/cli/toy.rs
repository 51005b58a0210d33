//! A third-party ruleset supports every command, because no command depends on a particular ruleset.

use std::fs;

use foeman_test_support::seek::{PACK as HIDDEN, SEEK};
use foeman_test_support::toy::{PACK, TOY};
use serde_json::{Value, json};

use crate::{Run, foeman_typing, foeman_with};

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
    // It reports uses, but no damage.
    assert!(simulated.out.contains("a heave") && !simulated.out.contains("harm dealt"), "{}", simulated.out);
    let swept = toy(&["simulate", &pack, "meadow", "--battles", "20", "--vary", "teams/reds/breath=3..5"]).ends(0);
    assert!(swept.out.contains("4*") && swept.out.contains("won by The reds, %"), "{}", swept.out);
    let matrix = toy(&["simulate", &pack, "meadow", "--battles", "20", "--matrix"]).ends(0);
    assert!(["reds", "blues", "giants"].iter().all(|team| matrix.out.contains(team)), "{}", matrix.out);
}

#[test]
fn how_a_battle_ended_is_told_with_its_reason_in_every_format() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pack = folder.path().join("tug.yaml").to_str().expect("a plain name").to_owned();
    fs::write(&pack, PACK.replace("rounds: 60", "rounds: 12")).expect("it can be written");
    let with = |command: &str, more: &[&str]| {
        let args = [command, &pack, "meadow", "--player", "1=greedy", "--player", "2=random"];
        toy(&args.into_iter().chain(more.iter().copied()).collect::<Vec<_>>()).ends(0).out
    };
    let csv = with("simulate", &["--battles", "60", "--format", "csv"]);
    assert!(
        csv.starts_with(
            "seed,outcome,winners,reason,rounds,lead_changes,behind,used:The reds:heave,used:The blues:heave,hash\n"
        ),
        "{csv}"
    );
    // Returns the seed and the round of a battle with this ending.
    let one = |ending: &str| {
        let row = csv.lines().find(|row| row.contains(ending)).unwrap_or_else(|| panic!("no `{ending}`: {csv}"));
        let fields: Vec<String> = row.split(',').map(str::to_owned).collect();
        (fields[0].clone(), fields[4].clone())
    };
    let (won, round) = one(",won,The reds,the knot lies at their end,");
    let (drawn, _) = one(",draw,,the round limit is reached,");
    let ending = |log: String| log.lines().rev().nth(1).expect("the line before the hash gives the outcome").to_owned();
    let log = with("play", &["--seed", &won]);
    assert_eq!(ending(log), format!("Winner: The reds, in round {round}: the knot lies at their end"));
    let log = with("play", &["--seed", &drawn]);
    assert_eq!(ending(log), "A draw, in round 12: the round limit is reached");

    let json = with("play", &["--seed", &won, "--format", "json"]);
    let last: Value = serde_json::from_str(json.lines().last().expect("an outcome")).expect("an object");
    assert_eq!(last["outcome"]["winners"], json!([0]));
    assert_eq!(last["outcome"]["reason"], json!({"kind": "condition", "text": "the knot lies at their end"}));
    assert_eq!((&last["winners"], &last["reason"]), (&json!(["The reds"]), &json!("the knot lies at their end")));

    let table = with("simulate", &["--battles", "60"]);
    let (_, reasons) = table.split_once("ended because").expect("the reasons are counted");
    assert!(["the knot lies at their end", "the round limit is reached"].iter().all(|why| reasons.contains(why)));
    let json = with("simulate", &["--battles", "60", "--format", "json"]);
    let report: Value = serde_json::from_str(&json).expect("an object");
    assert_eq!(report["players"], json!(["greedy", "random"]));
    let limited =
        report["reasons"].as_array().expect("reasons").iter().find(|one| one["reason"]["kind"] == "round-limit");
    let drawn = csv.matches(",draw,").count();
    assert_eq!(limited.map(|one| &one["battles"]), Some(&json!(drawn)));
    assert_eq!((&report["draws"], &report["roundLimits"]), (&json!(drawn), &json!(drawn)));
    assert_eq!(report["sides"][0]["wins"], json!(csv.matches(",won,The reds,").count()));
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
        let expected = "expected a player of ruleset `tug`, found `brite`; did you mean `brute`?";
        assert!(error.contains(expected), "{error}");
    }
    let error = toy(&["play", &pack, "meadow", "--player", "random"]).ends(2).err;
    assert!(error.contains("expected a side and its player as `1=random`"), "{error}");
}

/// Only the geometry says that the strip has square cells.
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

/// A pack of hide and seek in a temporary folder, and its path.
fn barns() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pack = folder.path().join("seek.yaml").to_str().expect("a plain name").to_owned();
    fs::write(&pack, HIDDEN).expect("it can be written");
    (folder, pack)
}

#[test]
fn a_person_plays_a_side_by_number_and_is_told_what_it_may_know() {
    let (folder, pack) = barns();
    let journal = folder.path().join("barns.journal").to_str().expect("a plain name").to_owned();
    let args = ["play", &pack, "barns", "--human", "the foxes", "--player", "2=random", "--save", &journal];
    // The foxes may creep to hut 0 or 2, or call out one of six; the hares are in hut 4.
    let run = foeman_typing(SEEK, &args, "all\n2\nnonsense\n9\n7\n").ends(0);
    for told in ["The hares hide somewhere", "The foxes: what now?", "   2  Creep to hut 2", "   8  Call out hut 5"] {
        assert!(run.out.contains(told), "`{told}` in {}", run.out);
    }
    assert!(run.out.contains("The foxes creep to hut 2") && !run.out.contains("hide in hut 4"), "{}", run.out);
    assert!(!run.out.contains("The hares creep"), "{}", run.out);
    for typed in ["nonsense", "9"] {
        let told = format!("expected a number from 1 to 8 or a word of a choice, found `{typed}`");
        assert!(run.out.contains(&told), "{}", run.out);
    }
    let replayed = foeman_with(SEEK, &["replay", &journal]).ends(0).out;
    assert!(replayed.contains("The foxes call out hut 4"), "{replayed}");
    let hash = |text: &str| text.split_whitespace().next_back().map(str::to_owned);
    assert_eq!(hash(&run.out), hash(&replayed));
    foeman_with(SEEK, &["replay", &journal, "--verify"]).ends(0);
}

#[test]
fn a_battle_is_broken_off_where_the_input_ends() {
    let (_folder, pack) = barns();
    let run = foeman_typing(SEEK, &["play", &pack, "barns", "--human", "1"], "").ends(0);
    assert!(run.out.contains("Not decided after round 1"), "{}", run.out);
    let error = foeman_with(SEEK, &["play", &pack, "barns", "--human", "the fixes"]).ends(2).err;
    assert!(error.contains("found `the fixes`; did you mean `The foxes`"), "{error}");
    let error = foeman_with(SEEK, &["play", &pack, "barns", "--human", "1", "--format", "json"]).ends(2).err;
    assert!(error.contains("expected `--format human` with `--human`"), "{error}");
}
