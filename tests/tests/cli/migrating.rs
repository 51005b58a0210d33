//! Migrating packs of older formats, as they were shipped.

use std::fs;
use std::path::Path;

use super::{foeman, repository};

/// The packs of format 1, next to each other.
fn shipped() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("the disk works");
    copy(&repository("tests/data/format-1"), folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the disk works");
    for entry in fs::read_dir(from).expect("the disk works") {
        let entry = entry.expect("the disk works");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to)
        } else {
            fs::write(to, fs::read(entry.path()).expect("the disk works")).expect("the disk works")
        }
    }
}

const PACKS: [&str; 4] = ["arena", "bent-nail", "codes", "entropy"];

#[test]
fn packs_of_format_1_are_told_migrated_and_clean_and_played_as_before() {
    let folder = shipped();
    let path = |pack: &str| folder.path().join(pack).to_str().unwrap().to_owned();
    let played = || {
        [("arena", "duel"), ("arena", "siege"), ("bent-nail", "the-tab"), ("entropy", "ember-and-rime")]
            .map(|(pack, scenario)| foeman(&["play", &path(pack), scenario, "--seed", "7"]).ends(0).out)
    };
    let before = played();
    for pack in PACKS {
        let run = foeman(&["check", &path(pack), "--deny", "warning", "--format", "json"]).ends(1);
        // Ignore notes of newer checks.
        let lines: Vec<&str> = run.out.lines().filter(|line| !line.contains("\"severity\":\"info\"")).collect();
        assert!(lines.len() == 1 && lines[0].contains("\"old-format\""), "{pack}: {}", run.out);
        let run = foeman(&["migrate", "--check", &path(pack)]).ends(1);
        assert!(run.err.ends_with("would migrate from format 1 to 2; nothing is written\n"), "{}", run.err);
        foeman(&["migrate", &path(pack)]).ends(0);
        foeman(&["check", &path(pack), "--deny", "warning"]).ends(0);
        let run = foeman(&["migrate", &path(pack)]).ends(0);
        assert!(run.err.ends_with("already in format 2\n"), "{}", run.err);
        foeman(&["fmt", "--check", &path(pack)]).ends(0);
    }
    assert_eq!(played(), before);
    let header = fs::read_to_string(folder.path().join("bent-nail/pack.yaml")).unwrap();
    assert!(header.ends_with("license: CC0-1.0\nrequires:\n  arena: ^1\nformat: 2\n"), "{header}");
}

#[test]
fn comments_stay_and_only_what_the_format_changed_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pack.yaml");
    let text = "pack: mine # all mine\nruleset: foeman\nrequires: # much\n# the swords\n- pack: arena   # and shields\n  version: '>=1, <3'\n# the rest\n- {pack: more}\nformat:   1 # old\n";
    fs::write(&path, text).unwrap();
    let run = foeman(&["migrate", "--diff", path.to_str().unwrap()]).ends(1);
    assert!(run.out.contains("\n-format:   1 # old\n") && run.out.contains("\n+format:   2 # old\n"), "{}", run.out);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    foeman(&["migrate", path.to_str().unwrap()]).ends(0);
    let expected = "pack: mine # all mine\nruleset: foeman\nrequires: # much\n# the swords\n  arena: \">=1, <3\" # and shields\n# the rest\n  more: \"*\"\nformat:   2 # old\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn the_finding_mends_it_too_also_where_no_format_is_written() {
    // A separate folder, because packs next to this one could be found as required packs.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine/pack.yaml");
    fs::create_dir(path.parent().unwrap()).unwrap();
    fs::write(&path, "pack: mine\nruleset: foeman\nrequires: [{pack: arena, version: ^1}]\n").unwrap();
    foeman(&["check", "--fix", path.to_str().unwrap()]).ends(0);
    let expected = "pack: mine\nruleset: foeman\nrequires: [{pack: arena, version: ^1}]\n"
        .replace("[{pack: arena, version: ^1}]", "{arena: ^1}");
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn a_newer_format_is_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pack.yaml");
    fs::write(&path, "pack: mine\nruleset: foeman\nformat: 9\n").unwrap();
    let run = foeman(&["migrate", path.to_str().unwrap()]).ends(1);
    assert!(run.err.contains("expected a format of at most 2, found `9`; get a newer version"), "{}", run.err);
    let run = foeman(&["check", path.to_str().unwrap()]).ends(1);
    assert!(run.out.contains("expected a format of at most 2, found `9`"), "{}", run.out);
}
