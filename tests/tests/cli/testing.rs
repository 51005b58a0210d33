//! `foeman test`: runs the checks of a pack.

use std::fs;

use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_test_support::packs;
use foeman_test_support::seek::{PACK as HIDDEN, SEEK};
use foeman_test_support::toy::{PACK as TUG, TOY};
use serde_json::Value;

use crate::{Copy, Run, arena, foeman, foeman_with, valley};

const CHECKS: &str = "checks.yaml";

/// Parses the JSON line of a check.
fn told(run: &Run) -> Value {
    serde_json::from_str(run.out.trim_end()).unwrap_or_else(|error| panic!("{error}: {}\n{}", run.out, run.err))
}

#[test]
fn all_that_the_arena_says_of_itself_is_true() {
    let run = foeman(&["test", &arena()]).ends(0);
    let verdicts: Vec<&str> = run.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(verdicts, ["true"; 7], "{}", run.out);
    assert!(run.err.contains("7 checks: 7 true, 0 false, 0 undecided in "), "{}", run.err);
    let words = "too-late-for-the-axe        Too late for the axe: 1 battle, seed 5\n";
    assert!(run.out.contains(words), "{}", run.out);
    assert!(run.out.contains("90 to 100 % claimed; decided by the anytime test, errors 1 and 1 %"), "{}", run.out);
}

#[test]
fn all_that_the_valley_says_of_itself_is_true() {
    let run = foeman(&["test", &valley()]).ends(0);
    let verdicts: Vec<&str> = run.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(verdicts, ["true"; 6], "{}", run.out);
    assert!(run.out.contains("the-bell-is-worth-it  The bell is worth it: 1 battle, seed 1\n"), "{}", run.out);
}

#[test]
fn a_custom_rule_that_strikes_harder_is_found_out_at_the_first_blow() {
    let copy = Copy::of("strategy").with("rules.yaml", "  blows:", "edge: 1", "edge: 4");
    let run = foeman(&["test", copy.path(), "nobody-dies-at-once"]).ends(1);
    let command = "collector-3 attack 5,4 -> novice-2=9";
    let at = copy.at(CHECKS, "  nobody-dies-at-once:", command);
    let expected = format!(
        "{CHECKS}:{at}: error[failed-check]: expected `{command}` to leave `novice-2` 9 health, but it leaves 6"
    );
    assert!(run.out.contains(&expected), "{}\n{expected}", run.out);
}

#[test]
fn a_check_of_the_strategy_rules_names_its_factions_by_id() {
    let copy = Copy::of("strategy").with(CHECKS, "  an-open-question:", "side: abbey", "side: abby");
    let run = foeman(&["check", copy.path()]).ends(1);
    let at = copy.at(CHECKS, "  an-open-question:", "abby");
    assert!(run.out.contains(&format!("{CHECKS}:{at}: error[unknown-reference]")), "{}", run.out);
    // The goats exist, but do not take part in this scenario.
    let copy = Copy::of("strategy").with(CHECKS, "  an-open-question:", "side: abbey", "side: freehold");
    let run = foeman(&["test", copy.path(), "an-open-question"]).ends(1);
    let at = copy.at(CHECKS, "  an-open-question:", "freehold");
    let expected = "error[absent-faction]: expected a side of `common-ground`, found `freehold`";
    assert!(run.err.contains(&format!("{CHECKS}:{at}: {expected}")), "{}", run.err);
    assert!(run.err.contains("name one of `abbey`, `guild`, or another scenario"), "{}", run.err);
}

#[test]
fn a_claim_accepted_within_its_margin_says_so() {
    let copy = Copy::of("arena").with(
        CHECKS,
        "  an-open-question:",
        "from: 35, to: 65, margin: 5",
        "from: 50, to: 100, margin: 12",
    );
    let run = foeman(&["test", copy.path(), "an-open-question"]).ends(0);
    assert!(run.out.contains("50 to 100 % claimed, true within the margin, 38 to 100 %; decided by"), "{}", run.out);
}

#[test]
fn the_verdict_is_the_same_on_any_number_of_threads() {
    let with = |threads: &str| {
        let args = ["test", &arena(), "an-open-question", "--format", "json", "--threads", threads];
        foeman(&args).ends(0).out
    };
    let one = with("1");
    assert_eq!(one, with("3"));
    let report: Value = serde_json::from_str(&one).expect("a line of JSON");
    assert_eq!((&report["verdict"], &report["stop"]), (&"true".into(), &"decided".into()), "{one}");
}

#[test]
fn a_heavier_axe_is_found_out_at_the_first_command_it_changes() {
    let copy = Copy::new().with("items/melee.yaml", "  great-axe:", "damage: -0H", "damage: -0H T+1");
    let run = foeman(&["test", copy.path(), "too-late-for-the-axe"]).ends(1);
    // The first hit left Maud with 8 of 12; one more point leaves 7.
    let command = "ushka strike maud item=great-axe dice=3 -> maud=8";
    let at = copy.at(CHECKS, "  too-late-for-the-axe:", command);
    let file = format!("{}/{CHECKS}:{at}: error[failed-check]: ", copy.path());
    let expected = format!("{file}expected `{command}` to leave `maud` 8 health, but it leaves 7");
    assert!(run.out.contains(&expected), "{}\n{expected}", run.out);
    assert!(run.out.contains("reason: Ushka loses the axe"), "{}", run.out);
    assert!(run.err.contains("1 check: 0 true, 1 false, 0 undecided"), "{}", run.err);
}

#[test]
fn a_sword_that_always_wins_makes_a_claim_false() {
    let copy = Copy::new().with("items/melee.yaml", "  broadsword:", "damage: -1H", "damage: -1H T+20");
    let report = told(&foeman(&["test", copy.path(), "an-open-question", "--format", "json"]).ends(1));
    assert_eq!((&report["verdict"], &report["stop"]), (&"false".into(), &"decided".into()), "{report}");
    let [fault] = report["faults"].as_array().expect("a list").as_slice() else { panic!("{report}") };
    assert_eq!(fault["pointer"], "/checks/an-open-question/share");
    let line_col = format!("{}:{}", fault["line"], fault["column"]);
    assert_eq!(line_col, copy.at(CHECKS, "  an-open-question:", "{from: 35"));
    let message = fault["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("expected 35 to 65 % of battles, found "), "{message}");
}

#[test]
fn what_cannot_be_commanded_is_told_with_what_can() {
    for (old, new, message, help) in [
        (
            "ushka halt",
            "ushka hlat",
            "expected an action that `ushka` can choose now, found `hlat`",
            "did you mean `halt`?",
        ),
        (
            "ushka step 6,3",
            "ushka step 7,5",
            "expected a target of `ushka step`, found `7,5`",
            "there is `6,3`, `6,4` or `7,4`",
        ),
        (
            "ushka step 6,3",
            "maud step 6,3",
            "expected `maud` to decide, but `ushka` decides now",
            "write a command for the active figure or side, or fix the cause of the changed order",
        ),
        (
            "dice=3\n",
            "dice=10\n",
            "expected a value that `ushka` can choose now, found `dice=10`",
            "did you mean `dice=",
        ),
        (
            "item=great-axe dice=3\n",
            "item=great-axe\n",
            "`ushka strike maud item=great-axe` is ambiguous: it fits ",
            "add one of `dice=",
        ),
        ("-> maud=8", "-> gandalf=8", "expected a figure of this battle, found `gandalf`", "there are `maud`, `ushka`"),
    ] {
        let copy = Copy::new().with(CHECKS, "  too-late-for-the-axe:", old, new);
        let report = told(&foeman(&["test", copy.path(), "too-late-for-the-axe", "--format", "json"]).ends(1));
        let fault = &report["faults"][0];
        let told = |key: &str| fault[key].as_str().unwrap_or_default().to_owned();
        assert!(told("message").starts_with(message), "{new}: {report}");
        assert!(told("help").starts_with(help), "{new}: {report}");
        let text = fs::read_to_string(copy.folder.path().join(CHECKS)).expect("the file is there");
        let line = text.lines().nth(fault["line"].as_u64().unwrap_or(1) as usize - 1).unwrap_or_default();
        assert!(line.contains(new.trim_end()), "{new}: reported at `{line}`");
    }
}

#[test]
fn what_is_expected_in_vain_is_told_one_by_one() {
    let copy = Copy::new().with(
        CHECKS,
        "  the-footnote-stands:",
        "{kind: won, side: smoke}",
        "{kind: won, side: hedge}\n      - {kind: draw}\n      - {kind: stands, side: hedge, figures: [scrib]}\n      - {kind: survivors, side: hedge, from: 1}\n      - {kind: health, side: smoke, figure: grimm, to: 5}\n      - {kind: harm, side: smoke, to: -1}",
    );
    let report = told(&foeman(&["test", copy.path(), "the-footnote-stands", "--format", "json"]).ends(1));
    let messages: Vec<&str> =
        report["faults"].as_array().expect("a list").iter().filter_map(|fault| fault["message"].as_str()).collect();
    assert_eq!(messages[0], "expected `hedge` to win, but `smoke` has won: nobody else is left");
    assert_eq!(messages[1], "expected a draw, but `smoke` has won: nobody else is left");
    assert_eq!(messages[2], "expected `scrib` to still be in the battle, but it has fallen");
    assert_eq!(messages[3], "expected at least 1 figure of `hedge` left, found 0");
    assert_eq!(messages[4], "expected at most 5 health left to `grimm`, found 8");
    assert!(messages[5].starts_with("expected at most -1 harm to `smoke`, found "), "{messages:?}");
    assert_eq!(messages.len(), 6, "{messages:?}");
}

#[test]
fn undecided_is_as_bad_as_false() {
    let copy = Copy::new().with(CHECKS, "  an-open-question:", "margin: 5", "battles: 20");
    let report = told(&foeman(&["test", copy.path(), "an-open-question", "--format", "json"]).ends(1));
    assert_eq!((&report["verdict"], &report["stop"]), (&"undecided".into(), &"most-battles".into()), "{report}");
    assert_eq!(report["battles"], 20);
    let message = report["faults"][0]["message"].as_str().unwrap_or_default();
    assert!(message.ends_with("which is inconclusive"), "{message}");
}

#[test]
fn the_first_failure_can_be_the_last() {
    let copy = Copy::new().with(CHECKS, "  too-late-for-the-axe:", "{kind: won, side: blue}", "{kind: won, side: red}");
    let run = foeman(&["test", copy.path(), "--fail-fast"]).ends(1);
    assert!(run.err.contains("7 checks: 0 true, 1 false, 0 undecided, 6 not played in "), "{}", run.err);
}

#[test]
fn who_or_what_is_not_there_is_a_matter_of_usage_or_of_the_pack() {
    let run = foeman(&["test", &arena(), "meeting-ends"]).ends(2);
    assert!(run.err.contains("found `meeting-ends`; did you mean `meetings-end`?"), "{}", run.err);
    foeman(&["test", "no/such/pack"]).ends(3);

    let copy = Copy::new().with(CHECKS, "  thinking-helps:", "player: random", "player: randon");
    let run = foeman(&["test", copy.path(), "thinking-helps"]).ends(1);
    let at = copy.at(CHECKS, "  thinking-helps:", "randon");
    assert!(run.out.contains(&format!("{CHECKS}:{at}: error")), "{}", run.out);
    assert!(run.out.contains("expected a player of ruleset `foeman`, found `randon`; did you mean `random`?"));

    // Unplayable content is reported as usual.
    let copy = Copy::new().with("scenarios.yaml", "  duel:", "map: pit", "map: pti");
    let run = foeman(&["test", copy.path(), "an-open-question"]).ends(1);
    assert!(run.err.contains("error[unknown-reference]"), "{}", run.err);
}

/// Every battle of every ruleset can be saved as a check and repeats.
#[test]
fn a_battle_written_down_as_a_check_is_true() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for (name, seeds, most) in [("arena", "7", 4), ("entropy", "3", 9), ("codes", "2", 9), ("strategy", "3", 2)] {
        let pack = folder.path().join(name);
        packs::copy(name, &pack);
        let (file, path) = (pack.join("own.yaml"), pack.to_str().expect("a plain name"));
        let draft = Draft::open(&pack, &SHIPPED.dialects()).expect("the pack is there");
        let playable = draft.dialect().expect("a ruleset").playable;
        for scenario in draft.ids(playable).take(most) {
            let played = foeman(&["play", path, scenario, "--seed", seeds, "--format", "check"]).ends(0).out;
            fs::write(&file, &played).expect("it can be written");
            foeman(&["check", path]).ends(0);
            let id = format!("{scenario}-{seeds}");
            let run = foeman(&["test", path, &id]);
            assert_eq!(run.status, 0, "{name}: {}{}\n{played}", run.out, run.err);
        }
    }
    for (registry, pack, scenario) in [(TOY, TUG, "bog"), (SEEK, HIDDEN, "barns")] {
        let path = folder.path().join(format!("{scenario}.yaml"));
        fs::write(&path, pack).expect("it can be written");
        let path = path.to_str().expect("a plain name");
        let played = foeman_with(registry, &["play", path, scenario, "--seed", "5", "--format", "check"]).ends(0).out;
        fs::write(path, format!("{pack}{played}")).expect("it can be written");
        let run = foeman_with(registry, &["test", path]).ends(0);
        assert!(run.out.starts_with(&format!("true      {scenario}-5")), "{}", run.out);
    }
}

/// Players combine attacks of units in ways that are not listed as choices; seed 4 has an example.
#[test]
fn units_that_do_something_together_are_written_down_with_each_other() {
    let copy = Copy::of("strategy");
    let played = foeman(&["play", copy.path(), "common-ground", "--seed", "4", "--format", "check"]).ends(0).out;
    let attack =
        played.lines().find(|line| line.contains(" attack ") && line.contains(" with=")).expect("one of several");
    assert!(played.contains("{kind: won, side: guild}"), "it is written down to its end: {played}");
    let own = copy.folder.path().join("own.yaml");
    fs::write(&own, &played).expect("it can be written");
    foeman(&["test", copy.path(), "common-ground-4"]).ends(0);
    // A unit named in `with=` must be able to do the same.
    let (front, back) = attack.split_once(" with=").expect("it has one");
    let rest = back.split_once(' ').map_or("", |(_, rest)| rest);
    fs::write(&own, played.replacen(attack, &format!("{front} with=nobody {rest}"), 1)).expect("it can be written");
    let run = foeman(&["test", copy.path(), "common-ground-4"]).ends(1);
    assert!(run.out.contains("expected `nobody` to decide, but "), "{}", run.out);
}

#[test]
fn a_game_that_cannot_be_written_down_to_its_end_says_so_and_is_true_as_far_as_it_goes() {
    let copy = Copy::of("strategy");
    let players = ["--player", "1=commander", "--player", "2=commander", "--format", "check"];
    let args = [&["play", copy.path(), "common-ground", "--seed", "2"][..], &players].concat();
    let played = foeman(&args).ends(0).out;
    assert!(played.contains("Recorded up to round 1; the next command is not a listed choice."), "{played}");
    fs::write(copy.folder.path().join("own.yaml"), played).expect("it can be written");
    foeman(&["test", copy.path(), "common-ground-2"]).ends(0);
}

#[test]
fn classes_and_factions_are_written_down_by_their_ids() {
    let played = foeman(&["play", &valley(), "common-ground", "--seed", "3", "--format", "check"]).ends(0).out;
    assert!(played.contains("- abbey build class=cellarer\n"), "{played}");
    let claim = foeman(&["simulate", &valley(), "common-ground", "--battles", "4", "--format", "check"]).ends(0).out;
    assert!(claim.contains("side: abbey"), "{claim}");
}

#[test]
fn claims_are_made_of_any_ruleset() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("tug.yaml");
    let checks = "\
checks:
  giants: {title: Giants pull harder, scenario: bog, expect: [{kind: won, side: The reds}], share: {from: 40}}
  someone-wins: {title: No rope is endless, scenario: meadow, expect: [{kind: rounds, to: 60}], share: {from: 99, margin: 0.9}}
";
    fs::write(&path, format!("{TUG}{checks}")).expect("it can be written");
    let path = path.to_str().expect("a plain name");
    // The reds do not take part in the bog.
    let run = foeman_with(TOY, &["test", path, "giants"]).ends(1);
    assert!(run.out.contains("expected a side of this battle, found `The reds`"), "{}", run.out);
    let run = foeman_with(TOY, &["test", path, "someone-wins"]).ends(0);
    assert!(run.out.contains("100.0 % of "), "{}", run.out);
}

#[test]
fn a_campaign_is_no_check() {
    let run = foeman(&["play", &arena(), "--campaign", "lending", "--format", "check"]).ends(2);
    assert!(run.err.contains("expected one battle for `--format check`"), "{}", run.err);
}
