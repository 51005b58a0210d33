//! `foeman check`: every mistake at its place, with a remedy.

use serde_json::Value;

use crate::{Copy, Run, arena, foeman};

#[test]
fn the_arena_has_no_findings() {
    let findings = findings_of(&arena());
    assert!(findings.is_empty(), "{findings:#?}");
    foeman(&["check", &arena(), "--deny", "info"]).ends(0);
}

#[test]
fn notes_in_numbers_are_one_line_unless_each_is_asked_for() {
    let names = ["whip", "cosh", "flail", "pike"];
    let items = names.map(|name| format!("  {name}: {{extends: stick, title: {name}, damage: -1H}}\n"));
    let stick = "  stick: {title: Stick, class: wpn, damage: -1H}\n";
    let file = |count: usize| {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let text = format!("pack: arms\nruleset: foeman\nitems:\n{stick}{}", items[..count].concat());
        std::fs::write(folder.path().join("pack.yaml"), text).expect("it can be written");
        folder
    };
    let run = |count: usize, option: &[&str]| {
        let folder = file(count);
        let mut args = vec!["check", folder.path().to_str().expect("temporary folders have plain names")];
        args.extend(option);
        foeman(&args).ends(u8::from(option.contains(&"info")))
    };
    let folded = "a record repeats a value that it inherits: 4 items (`--all` shows each)";
    let out = run(4, &[]).out;
    assert!(out.contains(folded) && !out.contains("title: cosh"), "{out}");
    let out = run(4, &["--all"]).out;
    assert!(!out.contains(folded) && names.iter().all(|name| out.contains(&format!("title: {name}"))), "{out}");
    let out = run(3, &[]).out;
    assert!(!out.contains("--all") && out.contains("title: cosh"), "{out}");
    assert_eq!(run(4, &["--format", "json"]).out.lines().count(), 4, "programs are told each");
    assert!(run(4, &["--deny", "info"]).err.contains("4 info"));
}

/// One mistake in the Arena: where it is made, and what must be said about it.
struct Mistake {
    file: &'static str,
    /// The record it is made in.
    below: &'static str,
    old: &'static str,
    new: &'static str,
    /// Where the finding must stand: the first of this text below the record.
    marks: &'static str,
    code: &'static str,
    /// What message and help must name.
    says: &'static [&'static str],
}

#[track_caller]
fn reported(mistake: &Mistake) {
    let copy = Copy::new().with(mistake.file, mistake.below, mistake.old, mistake.new);
    let at = copy.at(mistake.file, mistake.below, mistake.marks);
    let run = foeman(&["check", copy.path()]).ends(1);
    let head = format!("{}/{}:{at}: error[{}]: ", copy.path(), mistake.file, mistake.code);
    let from = run.out.find(&head).unwrap_or_else(|| panic!("expected `{head}`, but found\n{}", run.out));
    let finding = run.out[from..].split("\n\n").next().unwrap_or_default();
    for word in mistake.says {
        assert!(finding.contains(word), "expected `{word}` in\n{finding}");
    }
    let errors = findings_of(copy.path()).iter().filter(|finding| finding["severity"] == "error").count();
    assert_eq!(errors, 1, "one mistake is one error:\n{}", run.out);
}

fn findings_of(pack: &str) -> Vec<Value> {
    let run = foeman(&["check", pack, "--format", "json"]);
    run.out.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

#[test]
fn a_map_of_billions_of_cells_is_two_findings_and_no_lack_of_memory() {
    let copy = Copy::new().with("maps.yaml", "  pit:", "[9, 7]", "[65535, 65535]");
    foeman(&["check", copy.path()]).ends(1);
    let mut findings = findings_of(copy.path());
    findings.retain(|finding| finding["severity"] == "error");
    assert_eq!(findings.len(), 2, "{findings:?}");
    foeman(&["play", copy.path(), "duel"]).ends(1);
}

#[test]
fn a_typo_in_a_key_is_reported_at_the_key() {
    reported(&Mistake {
        file: "items/melee.yaml",
        below: "  broadsword:",
        old: "damage: ",
        new: "damgae: ",
        marks: "damgae",
        code: "unknown-key",
        says: &["`damgae`", "did you mean `damage`?"],
    });
}

#[test]
fn a_typo_in_an_enum_is_reported_at_the_value() {
    reported(&Mistake {
        file: "items/melee.yaml",
        below: "  broadsword:",
        old: "1hand",
        new: "1hnad",
        marks: "1hnad",
        code: "invalid-value",
        says: &["`1hnad`", "did you mean `1hand`?"],
    });
}

#[test]
fn a_dangling_reference_is_reported_at_the_reference() {
    reported(&Mistake {
        file: "rosters/road.yaml",
        below: "      maud:",
        old: "broadsword",
        new: "broadswrod",
        marks: "broadswrod",
        code: "unknown-reference",
        says: &["`broadswrod`", "did you mean `broadsword`?"],
    });
}

#[test]
fn a_wrong_type_is_reported_at_the_value() {
    reported(&Mistake {
        file: "items/melee.yaml",
        below: "  broadsword:",
        old: "size: 12",
        new: "size: twelve",
        marks: "twelve",
        code: "wrong-type",
        says: &["`twelve`", "number"],
    });
}

#[test]
fn a_figure_off_the_map_is_reported_at_its_hex() {
    reported(&Mistake {
        file: "scenarios.yaml",
        below: "  duel:",
        old: "[1, 3]",
        new: "[1, 33]",
        marks: "[1, 33]",
        code: "off-map-figure",
        says: &["33"],
    });
}

#[test]
fn an_id_used_twice_is_reported_at_the_second_and_names_the_first() {
    let mistake = Mistake {
        file: "items/melee.yaml",
        below: "  sabre:",
        old: "sabre:",
        new: "dagger:",
        marks: "dagger:",
        code: "duplicate-id",
        says: &["`dagger`"],
    };
    let copy = Copy::new().with(mistake.file, mistake.below, "sabre:", "dagger:");
    let second = copy.at(mistake.file, "# One-handed", "dagger:");
    let first = copy.at(mistake.file, "items:", "dagger:");
    let run = foeman(&["check", copy.path()]).ends(1);
    assert!(run.out.contains(&format!("items/melee.yaml:{second}: error[duplicate-id]")), "{}", run.out);
    assert!(run.out.contains(&format!("items/melee.yaml:{first}")), "{}", run.out);
}

#[test]
fn a_cycle_in_extends_is_reported_at_the_reference() {
    reported(&Mistake {
        file: "figures/people.yaml",
        below: "  human:",
        old: "title: Human",
        new: "title: Human\n    extends: elf",
        marks: "elf",
        code: "extends-cycle",
        says: &["`human`", "`elf`"],
    });
}

#[test]
fn a_finding_as_json_names_file_place_pointer_and_remedy() {
    let copy = Copy::new().with("rosters/road.yaml", "      maud:", "broadsword", "broadswrod");
    let mut findings = findings_of(copy.path());
    findings.retain(|finding| finding["severity"] == "error");
    let [finding] = findings.as_slice() else { panic!("expected one finding, but found {findings:#?}") };
    let place = format!("{}:{}", finding["line"], finding["column"]);
    assert_eq!(place, copy.at("rosters/road.yaml", "      maud:", "broadswrod"));
    assert!(finding["file"].as_str().is_some_and(|file| file.ends_with("rosters/road.yaml")));
    assert_eq!(finding["endColumn"].as_u64(), finding["column"].as_u64().map(|column| column + 10));
    assert_eq!(finding["pointer"], "/rosters/toll-keepers/figures/maud/gear/0/item");
    assert_eq!(finding["code"], "unknown-reference");
    assert_eq!(finding["severity"], "error");
    for key in ["confidence", "message", "help", "related", "hex", "endLine"] {
        assert!(finding.get(key).is_some(), "{key} is missing in {finding:#}");
    }
}

#[test]
fn a_pack_that_cannot_be_read_ends_with_3_and_names_it() {
    let run = foeman(&["check", "no/such/pack"]).ends(3);
    assert!(run.err.contains("`no/such/pack`"), "{}", run.err);
}

#[test]
fn a_scenario_with_errors_is_not_played_and_says_why() {
    let copy = Copy::new().with("scenarios.yaml", "  duel:", "[1, 3]", "[1, 33]");
    let run = foeman(&["play", copy.path(), "duel"]).ends(1);
    assert!(run.err.contains("scenarios.yaml:") && run.err.contains("33"), "{}", run.err);
}

#[test]
fn errors_elsewhere_do_not_stop_a_scenario() {
    let copy = Copy::new().with("scenarios.yaml", "  three-a-side:", "[1, 5]", "[1, 55]");
    foeman(&["check", copy.path()]).ends(1);
    foeman(&["play", copy.path(), "duel"]).ends(0);
}

#[test]
fn a_level_is_denied_with_everything_above_it() {
    let copy = Copy::new().with("rosters/road.yaml", "      maud:", "broadsword", "broadswrod");
    for level in ["error", "warning", "info"] {
        let Run { status, .. } = foeman(&["check", copy.path(), "--deny", level]);
        assert_eq!(status, 1, "--deny {level}");
    }
}
