//! Merging two people's changes of a pack: with the command and with git.

use std::fs;
use std::path::Path;
use std::process::Command;

use foeman_test_support::packs;

use super::foeman;

/// Replaces a text in a file of a folder.
#[track_caller]
fn change(folder: &Path, file: &str, old: &str, new: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("the file is there");
    assert!(text.contains(old), "{file} has no {old:?}");
    fs::write(path, text.replacen(old, new, 1)).expect("it can be written");
}

#[test]
fn three_files_become_one_and_a_clash_ends_with_one() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let base = "items:\n  club:\n    title: Club\n    size: 3\n";
    for (name, text) in [
        ("base", base.to_owned()),
        ("ours", base.replace("Club", "Cudgel")),
        ("theirs", base.replace("size: 3", "size: 4 # heavier")),
        ("other", base.replace("Club", "Stick")),
    ] {
        fs::write(folder.path().join(name), text).expect("it can be written");
    }
    let both = "items:\n  club:\n    title: Cudgel\n    size: 4 # heavier\n";
    assert_eq!(foeman(&["merge", &at("base"), &at("ours"), &at("theirs"), "-o", "-"]).ends(0).out, both);
    let run = foeman(&["merge", &at("base"), &at("ours"), &at("other"), "--path", "my/items.yaml", "-o", "-"]).ends(1);
    assert_eq!(
        run.out,
        "items:\n  club:\n<<<<<<< ours\n    title: Cudgel\n=======\n    title: Stick\n>>>>>>> theirs\n    size: 3\n"
    );
    assert_eq!(run.err, "my/items.yaml: 1 clash: both versions changed the same value; search for `<<<<<<<`\n");
    foeman(&["merge", &at("base"), &at("ours"), &at("theirs")]).ends(0);
    assert_eq!(fs::read_to_string(folder.path().join("ours")).unwrap(), both, "OURS is written");
    let run = foeman(&["merge", &at("none"), &at("ours"), &at("theirs")]).ends(3);
    assert!(run.err.contains("could not read"), "{}", run.err);
}

/// The built program, which git starts; it is built together with these tests.
fn program() -> Option<std::path::PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.parent()?.to_owned();
    Some(folder.join("foeman")).filter(|path| path.is_file())
}

#[test]
fn git_joins_branches_of_a_pack_with_it() {
    // If only this part of the workspace is tested, the program may not be built.
    let Some(program) = program() else { return };
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    packs::copy("arena", root);
    let git = |args: &[&str]| {
        let mut run = Command::new("git");
        run.current_dir(root).args(args);
        for (name, value) in
            [("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_CONFIG_GLOBAL", "/dev/null"), ("HOME", "/nonexistent")]
        {
            run.env(name, value);
        }
        for role in ["AUTHOR", "COMMITTER"] {
            run.env(format!("GIT_{role}_NAME"), "Tester").env(format!("GIT_{role}_EMAIL"), "tester@example.org");
        }
        let run = run.output().expect("git can be run");
        (
            run.status.success(),
            String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr),
        )
    };
    let did = |args: &[&str]| {
        let (fine, said) = git(args);
        assert!(fine, "git {args:?}: {said}");
    };
    let commit = |name: &str| did(&["commit", "-q", "-a", "-m", name]);
    fs::write(root.join(".gitattributes"), "*.yaml merge=foeman\n").unwrap();
    did(&["init", "-q", "-b", "main"]);
    did(&["config", "merge.foeman.driver", &format!("'{}' merge %O %A %B --path %P", program.display())]);
    did(&["add", "."]);
    commit("The Arena");

    did(&["switch", "-q", "-c", "theirs"]);
    change(root, "items/melee.yaml", "    size: 2\n", "    size: 3\n");
    change(root, "maps.yaml", "      wsssrsssw\n", "      wsssrrssw\n");
    change(
        root,
        "items/melee.yaml",
        "    damage: -0H T+1 L+1\n",
        "    damage: -0H T+1 L+1\n\n  whip:\n    extends: club\n    title: Whip\n",
    );
    commit("Theirs");
    did(&["switch", "-q", "main"]);
    change(root, "items/melee.yaml", "    title: Dagger\n", "    title: Dirk\n");
    change(root, "maps.yaml", "      wsssrsssw\n", "      wrssrsssw\n");
    change(
        root,
        "items/melee.yaml",
        "    damage: -0H T+1 L+1\n",
        "    damage: -0H T+1 L+1\n\n  # Longer.\n  long-maul:\n    extends: maul\n    title: Long maul\n",
    );
    commit("Ours");
    did(&["merge", "-q", "-m", "Both", "theirs"]);
    let melee = fs::read_to_string(root.join("items/melee.yaml")).unwrap();
    assert!(melee.contains("  dagger:\n    title: Dirk\n    code: \"0002\"\n    class: wpn\n    size: 3\n"), "{melee}");
    assert!(melee.ends_with(
        "L+1\n\n  # Longer.\n  long-maul:\n    extends: maul\n    title: Long maul\n\n  whip:\n    extends: club\n    title: Whip\n"
    ));
    assert!(fs::read_to_string(root.join("maps.yaml")).unwrap().contains("      wrssrrssw\n"));
    foeman(&["check", root.to_str().unwrap()]).ends(0);

    did(&["switch", "-q", "theirs"]);
    change(root, "sides.yaml", "title: Menagerie", "title: Zoo");
    commit("A zoo");
    did(&["switch", "-q", "main"]);
    change(root, "sides.yaml", "title: Menagerie", "title: Cages");
    commit("Cages");
    let (fine, said) = git(&["merge", "-q", "theirs"]);
    assert!(!fine && said.contains("sides.yaml: 1 clash"), "{said}");
    let sides = fs::read_to_string(root.join("sides.yaml")).unwrap();
    let shown =
        "  umber:\n<<<<<<< ours\n    title: Cages\n=======\n    title: Zoo\n>>>>>>> theirs\n    color: \"#4a3426\"\n";
    assert!(sides.contains(shown), "{sides}");
}

/// Merges three versions of a file of a pack, or of a single file; returns the run and the result.
fn merged(versions: [&str; 3], path: &str) -> (super::Run, String) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    for (name, text) in ["base", "ours", "theirs"].iter().zip(versions) {
        fs::write(folder.path().join(name), text).expect("it can be written");
    }
    let path = if path.is_empty() { at("ours") } else { path.to_owned() };
    let run = foeman(&["merge", &at("base"), &at("ours"), &at("theirs"), "--path", &path, "-o", &at("both")]);
    (run, fs::read_to_string(folder.path().join("both")).expect("it was written"))
}

/// Checks that two changes of a file of the Arena clash, and that both are shown.
#[track_caller]
fn clashes(file: &str, [old, ours, theirs]: [&str; 3]) {
    let path = packs::shipped("arena").join(file);
    let base = fs::read_to_string(&path).expect("it is there");
    assert!(base.contains(old), "{old:?}");
    let [ours, theirs] = [ours, theirs].map(|new| (new, base.replacen(old, new, 1)));
    let (run, text) = merged([&base, &ours.1, &theirs.1], path.to_str().expect("a plain name"));
    run.ends(1);
    assert!(text.contains(ours.0) && text.contains(theirs.0), "{text}");
}

#[test]
fn a_place_or_size_that_both_change_clashes_in_a_pack_and_alone() {
    clashes("scenarios.yaml", ["hex: [1, 3]", "hex: [4, 3]", "hex: [1, 4]"]);
    clashes("maps.yaml", ["size: [9, 7]", "size: [10, 7]", "size: [9, 8]"]);
    let place = |hex: &str| {
        format!(
            "scenarios:\n  s:\n    sides:\n      - side: x\n        place:\n          a: {{hex: {hex}, facing: 1}}\n"
        )
    };
    let (run, text) = merged([&place("[0, 1]"), &place("[3, 1]"), &place("[0, 3]")], "");
    run.ends(1);
    assert!(text.contains("hex: [3, 1]") && text.contains("hex: [0, 3]"), "{text}");
    let size = |size: &str| format!("maps:\n  m:\n    geometry: {{size: {size}}}\n");
    merged([&size("[7, 4]"), &size("[9, 4]"), &size("[7, 9]")], "").0.ends(1);
}

#[test]
fn items_without_names_that_both_change_clash() {
    let gear = "- {item: broadsword, place: first-hand}";
    clashes("rosters/walls.yaml", [gear, "- {item: mace, place: first-hand}", "- {item: broadsword, place: belt}"]);
    let commands = "      - ushka step 6,3\n";
    clashes("checks.yaml", [commands, "      - ushka step 6,4\n", "      - ushka step 6,3\n      - ushka halt\n"]);
}

#[test]
fn names_and_gear_that_both_add_are_joined_in_a_pack() {
    let path = packs::shipped("arena").join("rosters/walls.yaml");
    let base = fs::read_to_string(&path).unwrap();
    let old = "          - {item: dagger, place: belt}\n        talents: [swords, shield-wall]\n";
    let with = |item: &str, talents: &str| {
        let new = format!("          - {{item: dagger, place: belt}}\n{item}        talents: [{talents}]\n");
        assert_eq!(base.matches(old).count(), 1);
        base.replace(old, &new)
    };
    let [mace, rope] = ["mace", "rope"].map(|item| format!("          - {{item: {item}, place: back}}\n"));
    let ours = with(&mace, "swords, shield-wall, dodging");
    let theirs = with(&rope, "swords");
    let (run, text) = merged([&base, &ours, &theirs], path.to_str().expect("a plain name"));
    run.ends(0);
    assert_eq!(text, with(&format!("{mace}{rope}"), "swords, dodging"));
}

#[test]
fn a_record_that_was_renamed_in_two_ways_or_renamed_and_edited_clashes() {
    clashes("items/melee.yaml", ["  dagger:\n", "  dirk:\n", "  bodkin:\n"]);
    clashes(
        "items/melee.yaml",
        ["  dagger:\n    title: Dagger\n", "  dirk:\n    title: Dagger\n", "  dagger:\n    title: Dirk\n"],
    );
    clashes(
        "scenarios.yaml",
        ["          maud: {hex: [1, 3]", "          brokk: {hex: [1, 3]", "          maud: {hex: [1, 4]"],
    );
}

#[test]
fn a_file_that_both_add_is_merged_by_record() {
    let record = |id: &str, title: &str| format!("  {id}:\n    title: {title}\n    color: \"#004455\"\n\n");
    let ours = format!("terrains:\n{}{}{}", record("t0", "T0"), record("t1", "Seven"), record("t2", "T2"));
    let theirs = format!("terrains:\n{}{}{}", record("t0", "T0"), record("t1", "T1"), record("t3", "T3"));
    let (run, text) = merged(["", &ours, &theirs], "");
    let run = run.ends(1);
    assert!(run.err.contains("1 clash"), "{}", run.err);
    let shown =
        "  t1:\n<<<<<<< ours\n    title: Seven\n=======\n    title: T1\n>>>>>>> theirs\n    color: \"#004455\"\n";
    assert!(text.contains(shown), "{text}");
    for id in ["t0", "t2", "t3"] {
        assert_eq!(text.matches(&format!("  {id}:\n")).count(), 1, "{text}");
    }
}
