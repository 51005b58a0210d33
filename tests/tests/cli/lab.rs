//! The balance lab on the command line: comparisons, sweeps, matrices, and sharded simulations.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use crate::{Copy, arena, foeman};

/// The Arena with a broadsword that deals one die less; it is Maud's.
fn lighter() -> Copy {
    Copy::new().with("items/melee.yaml", "  broadsword:", "damage: -1H", "damage: -2H")
}

fn json(args: &[&str]) -> Value {
    let run = foeman(&[&["simulate"], args, &["--format", "json"]].concat()).ends(0);
    serde_json::from_str(&run.out).expect("it is an object")
}

#[test]
fn an_edit_without_effect_on_play_is_never_called_significant() {
    let arena = arena();
    let same = foeman(&["simulate", &arena, "duel", "--battles", "30", "--against", &arena]).ends(0);
    assert!(same.out.starts_with("no effect seen in 30 pairs, which were all identical\n"), "{}", same.out);
    assert!(same.err.contains("both packs have the same content in this scenario"), "{}", same.err);
    // The dagger in Maud's belt belongs to the duel's content, but is never used.
    let other = Copy::new().with("items/melee.yaml", "  dagger:", "damage: ", "damage: -1H #");
    for until in ["all", "decided", "effect=3"] {
        let args = ["simulate", &arena, "duel", "--battles", "40", "--against", other.path(), "--until", until];
        let run = foeman(&args).ends(0);
        assert!(run.out.starts_with("no effect seen in 40 pairs, which were all identical\n"), "{}", run.out);
        assert!(!run.out.contains("p =") && !run.out.contains("E ="), "there is nothing to test: {}", run.out);
        assert!(!run.err.contains("the same content"), "{}", run.err);
    }
}

#[test]
fn what_a_change_does_is_told_with_all_that_it_rests_on() {
    let (arena, lighter) = (arena(), lighter());
    let args = ["simulate", &arena, "duel", "--battles", "80", "--against", lighter.path()];
    let with = |more: &[&str]| foeman(&[&args[..], more].concat()).ends(0).out;
    let told = json(&[&args[1..], &["--side", "toll-keepers"]].concat());
    let csv = with(&["--format", "csv"]);
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 80);
    let count = |column: usize, value: &str| rows.iter().filter(|row| row[column] == value).count();
    assert_eq!(
        (told["better"].as_u64(), told["worse"].as_u64()),
        (Some(count(3, "1") as u64), Some(count(3, "-1") as u64))
    );
    assert_eq!(told["alike"].as_u64(), Some(count(4, "true") as u64));
    assert_eq!(told["shares"][1].as_f64(), Some(count(2, "1") as f64 / 80.0));
    assert_eq!((&told["verdict"], &told["stop"]), (&"better".into(), &"all-played".into()), "{told:#}");
    let table = with(&[]);
    assert!(table.starts_with("better for Toll-keepers: +"), "{table}");
    for word in ["pairs             80  all 80", "Tango", "McNemar", "identical journals", "won before"] {
        assert!(table.contains(word), "`{word}`: {table}");
    }
    // In a duel, one side loses what the other wins.
    let other = json(&[&args[1..], &["--side", "2"]].concat());
    assert_eq!((&other["verdict"], &other["better"]), (&"worse".into(), &told["worse"]));
    assert_eq!(with(&["--threads", "1"]), with(&["--threads", "2"]));
    // The battles on both sides are the same as in a plain simulation.
    let plain = foeman(&["simulate", &arena, "duel", "--battles", "80", "--format", "csv"]).ends(0).out;
    assert!(plain.lines().skip(1).zip(&rows).all(|(line, row)| line.ends_with(row[8])), "{plain}");
}

#[test]
fn pairs_that_are_looked_at_stop_early_and_have_no_interval_of_a_fixed_number() {
    let (arena, lighter) = (arena(), lighter());
    let args = ["simulate", &arena, "duel", "--battles", "2000", "--against", lighter.path(), "--until"];
    for until in ["decided", "effect=10"] {
        let with = |threads| foeman(&[&args[..], &[until, "--threads", threads]].concat()).ends(0).out;
        let table = with("1");
        assert!(table.contains("decided, of at most 2000") && table.contains("valid at any time"), "{table}");
        assert!(!table.contains("Tango") && !table.contains("McNemar"), "{table}");
        assert_eq!(with("2"), table, "the pairs that count are the same on any number of threads");
        let told = json(&[&args[1..], &[until]].concat());
        assert!(told["pairs"].as_u64() < Some(500), "{told:#}");
        assert_eq!((&told["p"], &told["interval"], &told["verdict"]), (&Value::Null, &Value::Null, &"better".into()));
    }
}

/// Files in a temporary folder.
struct Files {
    folder: TempDir,
}

impl Files {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder can be made") }
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path: PathBuf = self.folder.path().join(name);
        fs::write(&path, text).expect("it can be written");
        path.to_str().expect("a plain name").to_owned()
    }
}

#[test]
fn a_comparison_names_the_test_that_decided_it() {
    let (arena, lighter) = (arena(), lighter());
    let args = ["simulate", &arena, "duel", "--battles", "40", "--against", lighter.path(), "--until"];
    let table = |until: &str| foeman(&[&args[..], &[until]].concat()).ends(0).out;
    assert!(table("all").contains("(McNemar, mid-p)"));
    assert!(table("decided").contains("(anytime; 20 is significant)"));
    let effect = table("effect=0.1");
    let expected =
        "not decided: no effect or 0.1 points (sequential probability ratio test, 5 % for each of both errors)";
    assert!(effect.contains(expected) && !effect.contains("anytime;"), "{effect}");
}

#[test]
fn a_sweep_says_if_the_values_make_no_difference() {
    let sweep = |vary: &str| foeman(&["simulate", &arena(), "duel", "--battles", "5", "--vary", vary]).ends(0).out;
    let told = sweep("items/great-axe/size=10..12");
    let expected = "items/great-axe/size has no effect here: each battle is identical with every value";
    assert!(told.ends_with(&format!("{expected}\n")), "{told}");
    assert!(!sweep("items/broadsword/damage=-2H,0H").contains("no effect"));
}

#[test]
fn parts_that_are_merged_are_one_run_to_the_byte() {
    let (arena, lighter, files) = (arena(), lighter(), Files::new());
    let plain = ["simulate", &arena, "duel", "--battles", "13", "--seed", "5", "--player", "2=random"];
    let against = ["simulate", &arena, "duel", "--battles", "13", "--against", lighter.path(), "--side", "2"];
    let vary = ["simulate", &arena, "duel", "--battles", "7", "--vary", "items/broadsword/damage=-2H,0H"];
    let matrix = ["simulate", &arena, "duel", "--battles", "5", "--matrix=maud,ushka"];
    for args in [&plain[..], &against, &vary, &matrix] {
        let part = |part: usize| {
            let shard = format!("{part}/4");
            let run = foeman(&[args, &["--shard", &shard, "--threads", "1"]].concat()).ends(0);
            files.write(&format!("{part}.jsonl"), &run.out)
        };
        // In any order.
        let parts = [3, 1, 4, 2].map(part);
        for format in ["jsonl", "table", "csv", "json"] {
            let whole = foeman(&[args, &["--format", format]].concat()).ends(0).out;
            let mut merge = vec!["simulate", "--format", format, "--merge"];
            merge.extend(parts.iter().map(String::as_str));
            assert_eq!(foeman(&merge).ends(0).out, whole, "{format}");
        }
        let lines: usize =
            parts.iter().map(|path| fs::read_to_string(path).expect("it is there").lines().count() - 1).sum();
        assert!([13, 26, 14, 10].contains(&lines), "no battle is played twice: {lines}");
    }
}

#[test]
fn parts_that_do_not_belong_together_are_refused_with_what_differs() {
    let (arena, lighter, files) = (arena(), lighter(), Files::new());
    let played =
        |pack: &str, more: &[&str]| foeman(&[&["simulate", pack, "duel", "--battles", "6"], more].concat()).ends(0).out;
    let one = played(&arena, &["--shard", "1/2"]);
    let first = files.write("first.jsonl", &one);
    let two = played(&arena, &["--shard", "2/2"]);
    let merge = |second: &str, status: u8| {
        let second = files.write("second.jsonl", second);
        foeman(&["simulate", "--merge", &first, &second]).ends(status).err
    };
    merge(&two, 0);
    for (second, says) in [
        (one.clone(), "are both 1/2; leave one out"),
        (played(&arena, &["--shard", "2/2", "--seed", "9"]), "differ: the first seed, `1` and `9`"),
        (played(lighter.path(), &["--shard", "2/2"]), "differ: the content (its SHA-256), `"),
        (played(&arena, &["--shard", "2/3"]), "differ: the number of parts, `2` and `3`"),
        (
            played(&arena, &["--shard", "2/2", "--player", "1=random"]),
            "differ: the players, `steady steady` and `random",
        ),
        (two.replace("\"build\":\"", "\"build\":\"9."), "differ: the build, `"),
        (played(&arena, &["--shard", "2/2", "--against", &arena]), "differ: "),
    ] {
        let told = merge(&second, 2);
        assert!(told.contains(says), "`{says}`: {told}");
    }
    let missing = foeman(&["simulate", "--merge", &first]).ends(2).err;
    assert!(missing.contains("expected all 2 parts, but `2/2` is missing"), "{missing}");
    for (second, says) in [
        (
            two.lines().take(3).collect::<Vec<_>>().join("\n"),
            "expected the battle with the seed 6 of content 1, but the file ends",
        ),
        (
            two.replace("\"seed\":5", "\"seed\":6"),
            "line 3: expected the battle with the seed 5 of content 1, found the seed 6",
        ),
        (format!("{two}{}", two.lines().last().expect("a battle")), "line 5: expected the end"),
        ("{}".to_owned(), "but line 1 is not"),
        (two.replace("\"rounds\"", "\"round\""), "line 2: unknown field `round`"),
    ] {
        let told = merge(&second, 3);
        assert!(told.contains(says), "`{says}`: {told}");
    }
}

#[test]
fn options_that_do_not_go_together_are_answered_with_what_does() {
    let arena = arena();
    let duel = ["simulate", arena.as_str(), "duel", "--battles", "2"];
    let against = [&duel[..], &["--against", &arena]].concat();
    let nowhere = format!("{arena}/nowhere");
    for (args, says) in [
        (vec!["simulate", &arena, "duel"], "--battles <N>"),
        (vec!["simulate"], "required arguments were not provided"),
        (
            [&duel[..], &["--side", "2"]].concat(),
            "expected `--against`, `--vary`, `--parity` or `--format check` with `--side`",
        ),
        ([&duel[..], &["--until", "decided"]].concat(), "--against <PACK>"),
        ([&duel[..], &["--merge", "x.jsonl"]].concat(), "cannot be used with"),
        (
            [&duel[..], &["--shard", "3/2"]].concat(),
            "expected a part and the number of parts, such as `1/4`, found `3/2`",
        ),
        (
            [&duel[..], &["--shard", "1/2", "--format", "csv"]].concat(),
            "expected `--format jsonl` or none with `--shard`",
        ),
        ([&against[..], &["--until", "decided", "--shard", "1/2"]].concat(), "expected `--until all` with `--shard`"),
        (
            [&against[..], &["--until", "soon"]].concat(),
            "expected `all`, `decided`, or `effect=` and percentage points",
        ),
        ([&against[..], &["--until", "effect=90"]].concat(), "percentage points from 0.1 to 50, found `effect=90`"),
        ([&duel[..], &["--matrix", "--vary", "maps/pit/title=a"]].concat(), "cannot be used with"),
        ([&against[..], &["--matrix"]].concat(), "cannot be used with"),
        (
            [&duel[..], &["--matrix", "--side", "2"]].concat(),
            "expected `--against`, `--vary`, `--parity` or `--format check`",
        ),
        ([&duel[..], &["--matrix=maud"]].concat(), "expected at least two figures that can meet, found 1"),
        ([&duel[..], &["--matrix=maud,maud"]].concat(), "`toll-keepers/maud` is listed twice"),
        ([&duel[..], &["--matrix=maud,ushk"]].concat(), "found `ushk`; did you mean `ushka`?"),
        ([&duel[..], &["--vary", "items/broadsword/damage"]].concat(), "or `items/sword/damage=1D,2D`, found"),
        ([&duel[..], &["--vary", "items/broadsword/size=9..3"]].concat(), "found `9..3`, which is empty"),
        ([&duel[..], &["--vary", "items/broadswor/size=3"]].concat(), "did you mean `broadsword`?"),
        (
            [&duel[..], &["--vary", "items/broadsword/siz=3"]].concat(),
            "expected a key of `/items/broadsword`, found `siz`",
        ),
        ([&duel[..], &["--vary", "items/broadsword=3"]].concat(), "expected a value of a record as `items/sword/size`"),
        (
            [&duel[..4], &["900000", "--vary", "items/broadsword/size=1..9"]].concat(),
            "expected at most 4000000 battles in all, found 8100000",
        ),
        (
            [&duel[..4], &["5000", "--matrix"]].concat(),
            "pairs, each of which plays 5000 seeds on both sides; choose at most 28 figures",
        ),
        ([&against[..], &["--side", "3"]].concat(), "expected a side by its number or name, found `3`"),
    ] {
        let run = foeman(&args).ends(2);
        assert!(run.err.contains(says), "{args:?} says `{says}`: {}", run.err);
    }
    let run = foeman(&[&duel[..], &["--against", &nowhere]].concat()).ends(3);
    assert!(run.err.contains("could not read"), "{}", run.err);
    let entropy = crate::repository("content/entropy");
    let run = foeman(&[&duel[..], &["--against", entropy.to_str().expect("text")]].concat()).ends(2);
    assert!(run.err.contains("expected one of the duels of"), "{}", run.err);
}

#[test]
fn a_sweep_plays_every_value_on_the_same_seeds() {
    let arena = arena();
    let duel = ["simulate", &arena, "duel", "--battles", "24"];
    let sweep =
        [&duel[..], &["--vary", "items/broadsword/damage=-2H,-1H", "--vary", "items/great-axe/size=20..21"]].concat();
    let csv = foeman(&[&sweep[..], &["--format", "csv"]].concat()).ends(0).out;
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..3], ["items/broadsword/damage", "items/great-axe/size", "as_written"]);
    let values: Vec<[&str; 2]> = rows[1..].iter().map(|row| [row[0], row[1]]).collect();
    assert_eq!(values, [["-2H", "20"], ["-2H", "21"], ["-1H", "20"], ["-1H", "21"]]);
    // A swept value has the same effect as an edit.
    let lighter = foeman(&["simulate", lighter().path(), "duel", "--battles", "24", "--format", "csv"]).ends(0).out;
    let wins = lighter.matches(",won,Toll-keepers,").count().to_string();
    let swept =
        foeman(&[&duel[..], &["--vary", "items/broadsword/damage=-2H,-1H", "--format", "csv"]].concat()).ends(0).out;
    let swept: Vec<Vec<&str>> = swept.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((swept[1][4], swept[1][1], swept[2][1]), (wins.as_str(), "false", "true"), "{swept:?}");
    let table = foeman(&[&sweep[..], &["--side", "never-paid"]].concat()).ends(0).out;
    for words in ["broadsword/damage", "great-axe/size", "won by Never-Paid, %", "lead changes", "24 battles each"] {
        assert!(table.contains(words), "`{words}`: {table}");
    }
    let nothing = foeman(&[&duel[..], &["--vary", "items/trident/size=1..2"]].concat()).ends(0);
    assert!(nothing.err.contains("this scenario does not depend on them"), "{}", nothing.err);
    let wrong = foeman(&[&duel[..], &["--vary", "items/broadsword/damage=-1H,2X"]].concat()).ends(1);
    for words in ["with `items/broadsword/damage=2X`:", "melee.yaml:81:13", "invalid-notation"] {
        assert!(wrong.err.contains(words), "`{words}`: {}", wrong.err);
    }
}

#[test]
fn a_matrix_sets_everybody_against_everybody_in_both_places() {
    let arena = arena();
    let args = ["simulate", &arena, "duel", "--battles", "30", "--matrix=maud,never-paid/ushka,pim"];
    let lines = foeman(&[&args[..], &["--format", "jsonl"]].concat()).ends(0).out;
    let heading: Value = serde_json::from_str(lines.lines().next().expect("a heading")).expect("an object");
    assert_eq!(heading["arms"].as_array().map(Vec::len), Some(6));
    assert_eq!(heading["arms"][0]["name"], serde_json::json!(["toll-keepers/maud", "never-paid/ushka"]));
    // Maud and Ushka in their own places are the duel itself.
    let plain = foeman(&["simulate", &arena, "duel", "--battles", "30", "--format", "jsonl"]).ends(0).out;
    let outcomes = |lines: &str| -> Vec<Value> {
        let rows = lines.lines().skip(1).take(30).map(|line| serde_json::from_str::<Value>(line).expect("an object"));
        rows.map(|row| row["battle"]["outcome"].clone()).collect()
    };
    assert_eq!(outcomes(&lines), outcomes(&plain));
    let told = json(&args[1..]);
    let cell = |at: usize| &told["cells"][at];
    assert_eq!(cell(1)["figures"], serde_json::json!(["toll-keepers/maud", "toll-keepers/pim"]), "exports have ids");
    assert!(cell(1)["share"]["share"].as_f64() > Some(0.8) && cell(1)["differs"] == true, "{:#}", cell(1));
    let table = foeman(&args).ends(0).out;
    let last = table.lines().nth(3).expect("three rows");
    assert!(last.starts_with("3 Pim Underbough ") && last.contains('*') && last.ends_with('-'), "{table}");

    // Figures that differ only in name have no p-value; a much stronger figure differs significantly.
    let entropy = crate::repository("content/entropy");
    let entropy = entropy.to_str().expect("text");
    let told = json(&[entropy, "back-alley", "--battles", "20", "--matrix=bran,odo,orm"]);
    assert_eq!((&told["cells"][0]["p"], &told["cells"][0]["differs"]), (&Value::Null, &false.into()), "{told:#}");
    assert_eq!(told["cells"][1]["share"]["share"].as_f64(), Some(0.0));
    let codes = crate::repository("content/codes");
    let run = foeman(&["simulate", codes.to_str().expect("text"), "market-day", "--battles", "2", "--matrix"]).ends(2);
    assert!(run.err.contains("the ruleset `action-codes` cannot set figures against each other"), "{}", run.err);
}

#[test]
fn pairs_without_room_for_each_other_are_left_out_of_a_matrix() {
    // A horse does not fit into the place of Ushka.
    let arena = arena();
    let args = ["simulate", &arena, "duel", "--battles", "2", "--matrix=maud,ushka,berengar", "--format", "jsonl"];
    let run = foeman(&args).ends(0);
    assert!(
        run.err.contains("left out 2 pairs without room in each other's place: Maud Tollbar and Sir"),
        "{}",
        run.err
    );
    let heading: Value = serde_json::from_str(run.out.lines().next().expect("a heading")).expect("an object");
    assert_eq!(heading["arms"].as_array().map(Vec::len), Some(2));
    let run = foeman(&["simulate", &arena, "duel", "--battles", "2", "--matrix=maud,berengar"]).ends(2);
    assert!(run.err.contains("no two of these figures can meet on the map"), "{}", run.err);
}

#[test]
fn what_was_counted_becomes_a_check_that_is_played() {
    let args = ["simulate", &arena(), "duel", "--battles", "60", "--player", "1=random", "--format", "check"];
    let claim = foeman(&[&args[..], &["--side", "never-paid"]].concat()).ends(0).out;
    for line in [
        "checks:\n  duel-red-wins:",
        "seed: 61",
        "kind: won",
        "side: red",
        "margin: 5, ",
        "battles: 20000}",
        "player: random",
    ] {
        assert!(claim.contains(line), "`{line}`: {claim}");
    }
    let copy = Copy::new();
    fs::write(copy.folder.path().join("claim.yaml"), &claim).expect("it can be written");
    foeman(&["check", copy.path(), "--deny", "info", "--ignore", "missing-translation"]).ends(0);
    let tested = foeman(&["test", copy.path(), "duel-red-wins"]).ends(0);
    assert!(tested.out.starts_with("true "), "{}", tested.out);
    let no = foeman(&[&args[..], &["--matrix"]].concat()).ends(2);
    assert!(no.err.contains("a claim is about one content"), "{}", no.err);
}

#[cfg(unix)]
#[test]
fn a_part_without_an_end_is_not_waited_for() {
    let endless = foeman(&["simulate", "--merge", "/dev/zero"]).ends(3);
    assert!(endless.err.contains("`/dev/zero`: line 1: expected at most 64 MB, found more"), "{}", endless.err);
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("part.jsonl");
    fs::write(&path, [0xff, b'\n']).expect("it can be written");
    let odd = foeman(&["simulate", "--merge", path.to_str().expect("the path is text")]).ends(3);
    assert!(odd.err.contains("line 1: expected UTF-8, found other bytes"), "{}", odd.err);
}
