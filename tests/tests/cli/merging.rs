//! Two people's changes of a pack as one: by hand, and by git.

use std::fs;
use std::path::Path;
use std::process::Command;

use foeman_tests::packs;

use super::foeman;

/// Makes a change in a file of a folder.
#[track_caller]
fn change(folder: &Path, file: &str, old: &str, new: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("the file is there");
    assert!(text.contains(old), "{file} has no {old:?}");
    fs::write(path, text.replacen(old, new, 1)).expect("it can be written");
}

#[test]
fn three_files_become_one_and_a_clash_ends_with_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let base = "items:\n  club:\n    title: Club\n    size: 3\n";
    for (name, text) in [
        ("base", base.to_owned()),
        ("ours", base.replace("Club", "Cudgel")),
        ("theirs", base.replace("size: 3", "size: 4 # heavier")),
        ("other", base.replace("Club", "Stick")),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let both = "items:\n  club:\n    title: Cudgel\n    size: 4 # heavier\n";
    assert_eq!(foeman(&["merge", &at("base"), &at("ours"), &at("theirs"), "-o", "-"]).ends(0).out, both);
    let run = foeman(&["merge", &at("base"), &at("ours"), &at("other"), "--path", "my/items.yaml", "-o", "-"]).ends(1);
    assert_eq!(
        run.out,
        "items:\n  club:\n<<<<<<< ours\n    title: Cudgel\n=======\n    title: Stick\n>>>>>>> theirs\n    size: 3\n"
    );
    assert_eq!(run.err, "my/items.yaml: 1 clash: both have changed the same; look for `<<<<<<<`\n");
    foeman(&["merge", &at("base"), &at("ours"), &at("theirs")]).ends(0);
    assert_eq!(fs::read_to_string(folder.path().join("ours")).unwrap(), both, "OURS is written");
    let run = foeman(&["merge", &at("none"), &at("ours"), &at("theirs")]).ends(3);
    assert!(run.err.contains("could not read"), "{}", run.err);
}

/// The program itself, which git has to start; it is built when these tests are.
fn program() -> Option<std::path::PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.parent()?.to_owned();
    Some(folder.join("foeman")).filter(|path| path.is_file())
}

#[test]
fn git_joins_branches_of_a_pack_with_it() {
    // Whoever tests this part of the workspace alone may have no program; the whole workspace builds it.
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
