//! `foeman check`: every mistake is reported at its location, with a remedy.

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
    assert_eq!(run(4, &["--format", "json"]).out.lines().count(), 4, "the JSON output has each finding");
    assert!(run(4, &["--deny", "info"]).err.contains("4 info"));
}

/// A mistake in the Arena: its place, and the expected finding.
struct Mistake {
    file: &'static str,
    /// The record that contains it.
    below: &'static str,
    old: &'static str,
    new: &'static str,
    /// The location of the finding: the first occurrence of this text below the record.
    marks: &'static str,
    code: &'static str,
    /// Words in the message or help.
    says: &'static [&'static str],
}

#[track_caller]
fn reported(mistake: &Mistake) {
    let copy = Copy::new().with(mistake.file, mistake.below, mistake.old, mistake.new);
    let at = copy.at(mistake.file, mistake.below, mistake.marks);
    let run = foeman(&["check", copy.path()]).ends(1);
    let head = format!("{}/{}:{at}: error[{}]: ", copy.path(), mistake.file, mistake.code);
    let from = run.out.find(&head).unwrap_or_else(|| panic!("expected `{head}`, found\n{}", run.out));
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
    let [finding] = findings.as_slice() else { panic!("expected one finding, found {findings:#?}") };
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

/// Returns the distinct codes of the findings in a pack, except notes on unused records.
fn codes_of(pack: &str) -> Vec<String> {
    let findings = findings_of(pack);
    let codes = findings.iter().filter_map(|finding| finding["code"].as_str()).filter(|code| *code != "unused-record");
    let mut codes: Vec<String> = codes.map(str::to_owned).collect();
    codes.dedup();
    codes
}

#[test]
fn armour_that_is_not_worn_is_told_once_at_the_armour() {
    let copy = Copy::new().with("items/armour.yaml", "  padded-coat:", "    ready: worn\n", "");
    let at = copy.at("items/armour.yaml", "  padded-coat:", "amr");
    let run = foeman(&["check", copy.path()]).ends(1);
    assert!(
        run.out.contains(&format!("items/armour.yaml:{at}: error[held-armour]: expected armour to be worn")),
        "{}",
        run.out
    );
    let errors = findings_of(copy.path()).iter().filter(|finding| finding["severity"] == "error").count();
    assert_eq!(errors, 1, "{}", run.out);
    foeman(&["check", copy.path(), "--fix"]).ends(0);
    foeman(&["check", copy.path()]).ends(0);
}

#[test]
fn nothing_is_said_that_only_follows_from_a_faulty_terrain() {
    let mut spoiled = 0;
    let terrains = std::fs::read_to_string(format!("{}/terrains.yaml", arena())).expect("it can be read");
    let colors = terrains.lines().filter(|line| line.starts_with("    color: "));
    for color in colors {
        let copy = Copy::new();
        let text = terrains.replacen(color, "    color: brown", 1);
        std::fs::write(format!("{}/terrains.yaml", copy.path()), text).expect("it can be written");
        assert_eq!(codes_of(copy.path()), ["invalid-notation"], "{color}");
        spoiled += 1;
    }
    assert!(spoiled >= 5, "{spoiled}");
}

#[cfg(unix)]
#[test]
fn what_only_looks_as_if_it_were_read_is_noted() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let copy = Copy::new();
    let path = |name: &str| std::path::Path::new(copy.path()).join(name);
    std::fs::write(path("more.YAML"), "items: {}\n").expect("it can be written");
    symlink("/etc", path("elsewhere")).expect("links can be made");
    symlink(path("maps.yaml"), path("maps-again.yaml")).expect("links can be made");
    symlink(path("LICENSE"), path("COPYING")).expect("links can be made");
    let _socket = UnixListener::bind(path("items/talk")).expect("sockets can be made");
    std::fs::write(path(".hidden.YAML"), "").expect("it can be written");
    let findings = findings_of(copy.path());
    let said: Vec<_> =
        findings.iter().map(|finding| (&finding["code"], &finding["severity"], &finding["message"])).collect();
    assert_eq!(said.len(), 4, "{said:#?}");
    assert!(said.iter().all(|(code, severity, _)| *code == "skipped-file" && *severity == "info"), "{said:#?}");
    for message in [
        "expected a file that ends in `.yaml`, found `more.YAML`, which is not read",
        "expected a file or folder of the pack, found the link `elsewhere`, which is not followed",
        "expected a file or folder of the pack, found the link `maps-again.yaml`, which is not followed",
        "expected a file, found `items/talk`, which is neither a file nor a folder",
    ] {
        assert!(said.iter().any(|(_, _, told)| *told == message), "{message}\n{said:#?}");
    }
    let run = foeman(&["check", copy.path(), "--ignore", "skipped-file"]).ends(0);
    assert!(!run.out.contains("more.YAML"), "{}", run.out);
    assert!(foeman(&["explain", "skipped-file"]).ends(0).out.contains("lower case"));
}
