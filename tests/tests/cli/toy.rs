//! A ruleset the program has never heard of gets every command, because no command names a ruleset.

use std::fs;

use foeman_tests::toy::{PACK, TOY};

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
