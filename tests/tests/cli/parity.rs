//! The parity price: how many of a figure are a match for a side.

use std::fs;

use serde_json::Value;

use crate::{arena, foeman};

#[test]
fn the_least_number_that_wins_half_is_found_and_those_beside_it_are_told() {
    let arena = arena();
    let args = ["simulate", &arena, "duel", "--battles", "120", "--parity", "pim"];
    let with = |more: &[&str]| foeman(&[&args[..], more].concat()).ends(0).out;
    let table = with(&["--threads", "1"]);
    assert!(table.starts_with("2 of Pim Underbough are enough against Never-Paid ("), "{table}");
    assert!(table.contains(", 1 are not (") && table.contains("120 battles each, on the same seeds"), "{table}");
    assert_eq!(with(&["--threads", "2"]), table);
    let told: Value = serde_json::from_str(&with(&["--format", "json"])).expect("an object");
    assert_eq!((&told["answer"]["kind"], &told["answer"]["count"]), (&"found".into(), &2.into()), "{told:#}");
    let tried = told["tried"].as_array().expect("a list");
    let column = |key: &str| tried.iter().map(|tried| tried[key].clone()).collect::<Vec<Value>>();
    assert_eq!(column("count"), [Value::from(1), Value::from(2)]);
    assert_eq!(column("standing"), [Value::from("too-few"), Value::from("enough")]);
    assert_eq!(column("points")[1].as_i64(), column("points")[0].as_i64().map(|points| 2 * points));
    assert_eq!(column("against")[0], column("against")[1], "the others stay as they are");
    let names: Vec<&str> = tried[1]["deeds"]["figures"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|figure| figure["name"].as_str())
        .collect();
    assert_eq!(names, ["Pim Underbough 1", "Pim Underbough 2", "Ushka Nine-Fingers"]);
    // The JSON lines contain the whole result.
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let lines = folder.path().join("pim.jsonl");
    fs::write(&lines, with(&["--format", "jsonl"])).expect("it can be written");
    let merged = foeman(&["simulate", "--merge", lines.to_str().expect("text")]).ends(0).out;
    assert_eq!(merged, table);
}

#[test]
fn one_in_its_own_place_is_the_scenario_itself_and_half_is_undecided() {
    let arena = arena();
    let plain = foeman(&["simulate", &arena, "duel", "--battles", "60", "--format", "csv"]).ends(0).out;
    let args = ["simulate", &arena, "duel", "--battles", "60", "--parity", "never-paid/ushka", "--side", "2"];
    let priced = foeman(&[&args[..], &["--format", "csv"]].concat()).ends(0).out;
    let rows: Vec<Vec<&str>> = priced.lines().skip(1).map(|row| row.split(',').collect()).collect();
    let wins = plain.matches(",won,Never-Paid,").count().to_string();
    assert_eq!((rows[0][0], rows[0][3], rows[0][4]), ("1", "60", wins.as_str()), "{priced}");
    let table = foeman(&args).ends(0).out;
    assert!(table.starts_with("undecided: 1 ") && table.contains("  undecided"), "{table}");
}

#[test]
fn those_of_whom_no_number_can_stand_there_are_refused() {
    let entropy = crate::repository("content/entropy");
    let entropy = entropy.to_str().expect("text");
    let run = foeman(&["simulate", entropy, "back-alley", "--battles", "2", "--parity", "bran"]).ends(2);
    assert!(
        run.err.contains("the ruleset `entropy` cannot replace a side by several copies of a figure"),
        "{}",
        run.err
    );
    let arena = arena();
    for (more, says) in [
        (&["--parity", "pym"][..], "did you mean `pim`?"),
        (&["--parity", "pim", "--shard", "1/2"], "expected no `--shard` with `--parity`"),
        (&["--parity", "pim", "--matrix"], "cannot be used with"),
        (&["--parity", "pim", "--side", "3"], "expected a side by its number or name, found `3`"),
        (&["--parity", "pim", "--battles", "900000"], "expected at most 4000000 battles in all"),
    ] {
        let battles = if more.contains(&"--battles") { &[][..] } else { &["--battles", "2"] };
        let run = foeman(&[&["simulate", &arena, "duel"], battles, more].concat()).ends(2);
        assert!(run.err.contains(says), "{more:?} says `{says}`: {}", run.err);
    }
}
