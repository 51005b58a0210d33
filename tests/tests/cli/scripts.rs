//! The words of scripted commands are references: checked, found and renamed.

use std::fs;

use foeman_test_support::toy::{PACK as TUG, TOY};

use crate::{Copy, foeman, foeman_with};

const CHECKS: &str = "checks.yaml";
const AXE: &str = "  too-late-for-the-axe:";

/// Returns the current checks of a copy.
fn checks(copy: &Copy) -> String {
    fs::read_to_string(copy.folder.path().join(CHECKS)).expect("it is there")
}

#[test]
fn renaming_an_item_a_side_or_a_figure_renames_it_in_scripted_commands() {
    let copy = Copy::new();
    let before = checks(&copy);
    for (old, new) in [
        ("items/broadsword", "long-sword"),
        ("items/great-axe", "axe"),
        ("sides/red", "crimson"),
        ("rosters/toll-keepers/figures/maud", "matilda"),
    ] {
        foeman(&["rename", old, new, "--pack", copy.path()]).ends(0);
    }
    let after = checks(&copy);
    assert!(after.contains("- matilda strike ushka item=long-sword dice=4 manner=proficient\n"), "{after}");
    assert!(after.contains("- ushka strike matilda item=axe dice=3 -> matilda=8\n"), "{after}");
    assert!(after.contains("- crimson take ushka\n"), "{after}");
    foeman(&["check", copy.path(), "--deny", "warning"]).ends(0);
    foeman(&["test", copy.path(), "too-late-for-the-axe", "driven-back"]).ends(0);
    // And back, byte for byte.
    for (old, new) in [
        ("items/long-sword", "broadsword"),
        ("items/axe", "great-axe"),
        ("sides/crimson", "red"),
        ("rosters/toll-keepers/figures/matilda", "maud"),
    ] {
        foeman(&["rename", old, new, "--pack", copy.path()]).ends(0);
    }
    assert_eq!(checks(&copy), before);
}

#[test]
fn scripted_commands_go_on_when_titles_and_names_change() {
    let copy = Copy::new()
        .with("items/melee.yaml", "  broadsword:", "title: Broadsword", "title: Wide Blade")
        .with("items/melee.yaml", "  great-axe:", "title: Great axe", "title: Wood Cleaver")
        .with("sides.yaml", "  red:", "title: Never-Paid", "title: Creditors")
        .with("rosters/road.yaml", "    ushka:", "name: Ushka Nine-Fingers", "name: Someone Else");
    foeman(&["check", copy.path()]).ends(0);
    foeman(&["test", copy.path(), "too-late-for-the-axe"]).ends(0);
}

#[test]
fn usages_list_the_words_of_scripted_commands() {
    let copy = Copy::new();
    let used = |name: &str| foeman(&["usages", name, "--pack", copy.path()]).ends(0).out;
    let lines = used("items/great-axe");
    let at = copy.at(CHECKS, AXE, "great-axe dice=3");
    let expected = format!("{CHECKS}:{at}: - ushka strike maud item=great-axe dice=3\n");
    assert!(lines.contains(&expected), "{expected}\n{lines}");
    let lines = used("rosters/toll-keepers/figures/maud");
    let at = copy.at(CHECKS, AXE, "maud=8");
    assert!(
        lines.contains(&format!("{CHECKS}:{at}: - ushka strike maud item=great-axe dice=3 -> maud=8\n")),
        "{lines}"
    );
}

#[test]
fn check_reports_words_of_commands_that_mean_nothing_where_the_test_of_the_pack_fails() {
    for (old, new, word, message, help) in [
        ("- ushka dodge", "- ushka dogde", "dogde", "expected an action, found `dogde`", "did you mean `dodge`?"),
        (
            "- red take ushka",
            "- never-payed take ushka",
            "never-payed",
            "expected a figure or side of `duel`, found `never-payed`",
            "did you mean `red`?",
        ),
        (
            "- maud step 2,3",
            "- maud step 99,3",
            "99,3",
            "expected a cell of the 9 x 7 map, found `99,3`",
            "columns go from 0 to 8 and rows from 0 to 6",
        ),
        (
            "- maud halt",
            "- pim halt",
            "pim",
            "`pim` is not placed in this scenario",
            "place it in the scenario, or name a figure that the scenario has",
        ),
        (
            "item=great-axe",
            "item=grate-axe",
            "grate-axe",
            "expected the id of an item, found `grate-axe`",
            "did you mean `great-axe`?",
        ),
        ("dice=3\n", "dcie=3\n", "dcie", "expected a parameter of commands, found `dcie`", "did you mean `dice`?"),
        ("-> maud=8", "-> mad=8", "mad", "expected a figure of `duel`, found `mad`", "did you mean `maud`?"),
    ] {
        let copy = Copy::new().with(CHECKS, AXE, old, new);
        let at = copy.at(CHECKS, AXE, word);
        let told = foeman(&["check", copy.path()]).ends(1).out;
        let expected = format!("{CHECKS}:{at}: error[command-word]: {message}");
        assert!(told.contains(&expected) && told.contains(help), "{expected}\n{told}");
        let told = foeman(&["test", copy.path(), "too-late-for-the-axe"]).ends(1).out;
        assert!(told.contains(&format!("{CHECKS}:{at}: error[failed-check]: ")), "{new}: {at}\n{told}");
    }
}

#[test]
fn a_command_that_names_something_by_its_title_is_played_and_gets_the_id_by_a_fix() {
    let copy = Copy::new().with("items/melee.yaml", "  great-axe:", "title: Great axe", "title: Wood Cleaver").with(
        CHECKS,
        AXE,
        "- red take",
        "- never-paid take",
    );
    let text = checks(&copy).replace("item=great-axe", "item=wood-cleaver");
    fs::write(copy.folder.path().join(CHECKS), text).expect("it can be written");
    foeman(&["test", copy.path(), "too-late-for-the-axe"]).ends(0);
    let told = foeman(&["check", copy.path()]).ends(0).out;
    let at = copy.at(CHECKS, AXE, "wood-cleaver");
    let expected =
        format!("{CHECKS}:{at}: warning[command-title]: expected the id `great-axe`, found the title `wood-cleaver`");
    assert!(told.contains(&expected), "{expected}\n{told}");
    foeman(&["check", copy.path(), "--fix"]).ends(0);
    let fixed = checks(&copy);
    assert!(!fixed.contains("wood-cleaver") && !fixed.contains("never-paid take"), "{fixed}");
    foeman(&["check", copy.path(), "--deny", "warning"]).ends(0);
}

#[test]
fn a_name_that_would_be_ambiguous_in_a_command_is_refused() {
    let copy = Copy::new();
    let run = foeman(&["rename", "rosters/toll-keepers/figures/maud", "ushka", "--pack", copy.path()]).ends(2);
    assert!(run.err.contains("`ushka` would be ambiguous in the command `/checks/"), "{}", run.err);
}

#[test]
fn units_and_factions_of_strategy_are_renamed_in_commands() {
    let copy = Copy::of("strategy");
    foeman(&["rename", "units/novice", "beginner", "--pack", copy.path()]).ends(0);
    foeman(&["rename", "factions/guild", "league", "--pack", copy.path()]).ends(0);
    let after = checks(&copy);
    assert!(after.contains("- beginner-2 move 4,6\n") && after.contains("- league build class=pikes"), "{after}");
    assert!(after.contains("-> beginner-2=9\n"), "{after}");
    foeman(&["check", copy.path()]).ends(0);
    foeman(&["test", copy.path(), "nobody-dies-at-once"]).ends(0);
    let copy = copy.with("units.yaml", "  beginner:", "title: Novices", "title: Probationers");
    foeman(&["check", copy.path()]).ends(0);
    foeman(&["test", copy.path(), "nobody-dies-at-once"]).ends(0);
}

#[test]
fn commands_of_codes_and_entropy_are_checked_by_names() {
    for (pack, scenario, verb, wrong) in
        [("codes", "market-day", "attack", "atack"), ("entropy", "back-alley", "strike", "stike")]
    {
        let copy = Copy::of(pack);
        let played = foeman(&["play", copy.path(), scenario, "--seed", "2", "--format", "check"]).ends(0);
        let own = copy.folder.path().join("own.yaml");
        fs::write(&own, &played.out).expect("it can be written");
        foeman(&["check", copy.path()]).ends(0);
        let first = played.out.lines().find(|line| line.trim_start().starts_with("- ") && line.contains(verb));
        let first = first.unwrap_or_else(|| panic!("{}", played.out));
        fs::write(&own, played.out.replacen(first, &first.replacen(verb, wrong, 1), 1)).expect("it can be written");
        let told = foeman(&["check", copy.path()]).ends(1).out;
        assert!(
            told.contains(&format!("found `{wrong}`")) && told.contains(&format!("did you mean `{verb}`?")),
            "{told}"
        );
        let who = first.trim_start().trim_start_matches("- ").split(' ').next().expect("a command starts with a name");
        let nobody = first.replacen(who, "nobody", 1);
        fs::write(&own, played.out.replacen(first, &nobody, 1)).expect("it can be written");
        let told = foeman(&["check", copy.path()]).ends(1).out;
        assert!(told.contains("expected a figure or side of `") && told.contains("found `nobody`"), "{told}");
    }
}

#[test]
fn the_toy_ruleset_gets_all_this_through_the_seam() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("tug.yaml");
    let script = "\
checks:
  drag:
    title: They drag
    scenario: meadow
    commands:
      - reds pull
    expect: [{kind: rounds, from: 1}]
";
    let text = format!("{TUG}{script}");
    fs::write(&path, &text).expect("it can be written");
    let arg = path.to_str().expect("a plain name");
    let check = || foeman_with(TOY, &["check", arg]);
    check().ends(0);
    foeman_with(TOY, &["rename", "teams/reds", "scarlets", "--pack", arg]).ends(0);
    assert!(fs::read_to_string(&path).expect("it is there").contains("- scarlets pull\n"));
    check().ends(0);
    for (wrong, found) in [("- red pull", "red"), ("- reds pul", "pul"), ("- reds pull 99,0", "99,0")] {
        fs::write(&path, text.replace("- reds pull", wrong)).expect("it can be written");
        let told = check().ends(1).out;
        assert!(told.contains("error[command-word]") && told.contains(&format!("found `{found}`")), "{told}");
    }
}
