//! `foeman fmt`: formatting packs.

use std::fs;
use std::path::Path;

use foeman_registry::SHIPPED;

use super::{Copy, foeman, foeman_typing, repository};

const LOOSE: &str = "pack: loose\nruleset:   foeman\nitems:\n    club: {title: 'Club', class: wpn} # of oak\n";
const TIDY: &str = "pack: loose\nruleset: foeman\nitems:\n  club: {title: Club, class: wpn} # of oak\n";

#[test]
fn the_packs_that_are_shipped_are_laid_out_already() {
    for folder in ["content", "editor/base/src/template"] {
        for entry in fs::read_dir(repository(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.join("pack.yaml").is_file() {
                let run = foeman(&["fmt", "--check", path.to_str().unwrap()]).ends(0);
                assert_eq!(run.out, "");
                assert!(run.err.contains("already formatted"), "{}", run.err);
            }
        }
    }
}

#[test]
fn a_pack_is_laid_out_once_and_stays_so() {
    let copy = Copy::new();
    let melee = Path::new(copy.path()).join("items/melee.yaml");
    let tidy = fs::read_to_string(&melee).unwrap();
    let loose = tidy.replace("    title:", "    title:  ").replace("{st: 6}", "{ st: 6 }").replace("\n\n", "\n\n\n");
    fs::write(&melee, &loose).unwrap();
    let run = foeman(&["fmt", "--check", copy.path()]).ends(1);
    assert_eq!(run.out, format!("{}\n", melee.display()));
    let run = foeman(&["fmt", "--diff", copy.path()]).ends(1);
    assert!(run.out.contains("\n-    title:   Dagger\n"), "{}", run.out);
    assert!(run.out.contains("\n+    title: Dagger\n"), "{}", run.out);
    assert_eq!(fs::read_to_string(&melee).unwrap(), loose, "nothing was written");
    let run = foeman(&["fmt", copy.path()]).ends(0);
    assert!(run.err.contains("formatted 1 file"), "{}", run.err);
    assert_eq!(fs::read_to_string(&melee).unwrap(), tidy);
    foeman(&["fmt", "--check", copy.path()]).ends(0);
}

#[test]
fn a_file_that_cannot_be_read_is_told_and_the_others_are_laid_out() {
    let copy = Copy::new();
    let (sides, effects) = (Path::new(copy.path()).join("sides.yaml"), Path::new(copy.path()).join("effects.yaml"));
    let tidy = fs::read_to_string(&effects).unwrap();
    fs::write(&effects, tidy.replace("    title:", "    title:  ")).unwrap();
    fs::write(&sides, "sides:\n  blue:   {title: [Toll-keepers}\n").unwrap();
    let run = foeman(&["fmt", copy.path()]).ends(1);
    let place = format!("{}:2:", sides.display());
    assert!(run.err.starts_with(&place) && run.err.contains("left unchanged"), "{}", run.err);
    assert_eq!(fs::read_to_string(&sides).unwrap(), "sides:\n  blue:   {title: [Toll-keepers}\n");
    assert_eq!(fs::read_to_string(&effects).unwrap(), tidy);
}

#[test]
fn a_file_alone_and_what_is_typed_are_laid_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("loose.yaml");
    fs::write(&path, LOOSE).unwrap();
    foeman(&["fmt", path.to_str().unwrap()]).ends(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), TIDY);
    assert_eq!(foeman_typing(SHIPPED, &["fmt", "-"], LOOSE).ends(0).out, TIDY);
    assert_eq!(foeman_typing(SHIPPED, &["fmt", "-", "--check"], TIDY).ends(0).out, "");
    let run = foeman_typing(SHIPPED, &["fmt", "-", "--stdin-name", "my.yaml"], "items:\n  a: [1\n").ends(1);
    assert!(run.err.starts_with("my.yaml:2:"), "{}", run.err);
    assert_eq!(run.out, "items:\n  a: [1\n", "nothing is lost");
    let run = foeman(&["fmt", "-", "content"]).ends(2);
    assert!(run.err.contains("expected `-` alone"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_mode_and_one_that_is_read_only_stays() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("loose.yaml");
    fs::write(&path, LOOSE).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let run = foeman(&["fmt", path.to_str().unwrap()]).ends(3);
    assert!(run.err.contains("read-only"), "{}", run.err);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    foeman(&["fmt", path.to_str().unwrap()]).ends(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), TIDY);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn files_of_other_programs_keep_their_layout() {
    let copy = Copy::new();
    let root = Path::new(copy.path());
    let header = root.join("pack.yaml");
    let text = fs::read_to_string(&header).unwrap();
    fs::write(&header, text.replacen("ruleset:", "exclude: [mkdocs.yml]\nruleset:", 1)).unwrap();
    let foreign = "stages:   [ a ]\n";
    for name in ["mkdocs.yml", ".gitlab-ci.yml"] {
        fs::write(root.join(name), foreign).unwrap();
    }
    foeman(&["fmt", copy.path()]).ends(0);
    foeman(&["check", copy.path()]).ends(0);
    for name in ["mkdocs.yml", ".gitlab-ci.yml"] {
        assert_eq!(fs::read_to_string(root.join(name)).unwrap(), foreign, "{name}");
    }
}

#[test]
fn explicit_keys_are_laid_out_as_text_that_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.yaml");
    let text = "pack: p\nruleset: foeman\nterrains:\n  g: {title: G, color: \"#11223c\"}\n  ? h\n  : {title: H, color: \"#11223d\"}\n";
    fs::write(&file, text).unwrap();
    foeman(&["fmt", file.to_str().unwrap()]).ends(0);
    let laid = fs::read_to_string(&file).unwrap();
    assert_eq!(laid, text.replace("  ? h\n  : ", "  h: "));
}
