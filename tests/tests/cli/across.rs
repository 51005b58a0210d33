//! Packs that require another pack: finding usages in them, and updating them after a rename or deletion.

use std::fs;
use std::path::{Path, PathBuf};

use foeman_test_support::packs;
use tempfile::TempDir;

use crate::foeman;

/// A pack of birds, and one next to it that extends it.
struct Birds {
    folder: TempDir,
}

const BASE: &str = "\
pack: base
version: 1.0.0
ruleset: foeman
figures:
  duck: {title: Duck, kind: creature, attributes: {st: 4, dx: 13, iq: 5, ma: 10}, attacks: [{title: beak, damage: -2H}]}
";

const MOD: &str = "\
pack: mod
ruleset: foeman
requires: {base: ^1}
figures:
  swan: {extends: duck, title: Swan} # whiter
";

impl Birds {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        Self { folder }.with("base", BASE).with("mod", MOD)
    }

    /// Adds another pack next to them, or replaces the text of one.
    fn with(self, name: &str, text: &str) -> Self {
        let folder = self.path(name);
        fs::create_dir_all(&folder).expect("it can be made");
        fs::write(folder.join("pack.yaml"), text).expect("it can be written");
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn arg(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain name").to_owned()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name).join("pack.yaml")).expect("it is there")
    }

    fn rename(&self, to: &str, more: &[&str]) -> crate::Run {
        let base = self.arg("base");
        foeman(&[&["rename", "figures/duck", to, "--pack", &base][..], more].concat())
    }
}

#[test]
fn renaming_a_record_updates_packs_that_require_it() {
    let birds = Birds::new();
    let run = birds.rename("smew", &[]).ends(0);
    assert!(birds.text("base").contains("\n  smew: {title: Duck"), "{}", birds.text("base"));
    assert_eq!(birds.text("mod"), MOD.replace("extends: duck", "extends: smew"));
    let told = |name: &str| format!("{}: renamed `figures/duck` to `smew`: 1 place in 1 file", birds.arg(name));
    assert!(run.err.contains(&told("base")) && run.err.contains(&told("mod")), "{}", run.err);
    foeman(&["check", &birds.arg("mod")]).ends(0);
    // And back, byte for byte.
    let base = birds.arg("base");
    foeman(&["rename", "figures/smew", "duck", "--pack", &base]).ends(0);
    assert_eq!((birds.text("base"), birds.text("mod")), (BASE.to_owned(), MOD.to_owned()));
}

#[test]
fn a_dry_run_shows_the_changes_of_other_packs_and_writes_nothing() {
    let birds = Birds::new();
    let before = packs::files(birds.folder.path());
    let run = birds.rename("smew", &["--diff"]).ends(0);
    assert!(run.out.contains("+  swan: {extends: smew, title: Swan} # whiter\n"), "{}", run.out);
    assert!(run.out.contains(&format!("--- {}/pack.yaml", birds.arg("mod"))), "{}", run.out);
    assert!(run.err.contains("would rename `figures/duck` to `smew`: 1 place in 1 file; nothing is written"));
    assert_eq!(packs::files(birds.folder.path()), before);
}

#[test]
fn usages_are_found_in_packs_that_require_the_pack() {
    let birds = Birds::new();
    let run = foeman(&["usages", "figures/duck", "--pack", &birds.arg("base")]).ends(0);
    let line = format!("{}/pack.yaml:5:19: swan: {{extends: duck, title: Swan}} # whiter\n", birds.arg("mod"));
    assert_eq!(run.out, line);
    assert_eq!(run.err, "figures/duck: 1 usage in 1 file\n");
}

#[test]
fn packs_in_other_folders_and_packs_that_require_a_pack_in_between_follow_too() {
    let pond =
        "pack: pond\nruleset: foeman\nrequires: {mod: \"*\"}\nfigures:\n  drake: {extends: duck, title: Drake}\n";
    let birds = Birds::new().with("pond", pond);
    let shelf = tempfile::tempdir().expect("a temporary folder can be made");
    let far =
        "pack: far\nruleset: foeman\nrequires: {base: \"*\"}\nfigures:\n  teal: {extends: base:duck, title: Teal}\n";
    // It finds the base only in a folder given with `--packs`.
    fs::write(shelf.path().join("far.yaml"), far).expect("it can be written");
    std::os::unix::fs::symlink(birds.path("base"), shelf.path().join("base")).expect("it can be made");
    let dir = shelf.path().to_str().expect("a plain name");
    birds.rename("smew", &["--packs", dir]).ends(0);
    assert!(birds.text("pond").contains("drake: {extends: smew, title: Drake}"), "{}", birds.text("pond"));
    let told = fs::read_to_string(shelf.path().join("far.yaml")).expect("it is there");
    assert!(told.contains("teal: {extends: base:smew, title: Teal}"), "{told}");
}

#[test]
fn a_record_that_takes_the_place_of_the_renamed_one_keeps_doing_so() {
    let own = "\
pack: mod
ruleset: foeman
requires: {base: ^1}
figures:
  duck: {extends: base:duck, title: Fat Duck}
  swan: {extends: duck, title: Swan}
";
    let birds = Birds::new().with("mod", own);
    birds.rename("smew", &[]).ends(0);
    let told = birds.text("mod");
    assert!(told.contains("  smew: {extends: base:smew, title: Fat Duck}\n"), "{told}");
    assert!(told.contains("  swan: {extends: smew, title: Swan}\n"), "{told}");
}

#[test]
fn keys_are_renamed_in_packs_that_require_them() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let arena = folder.path().join("arena");
    packs::copy("arena", &arena);
    let nail = folder.path().join("night");
    fs::create_dir(&nail).expect("it can be made");
    let scenario = "\
pack: night
ruleset: foeman
requires: {arena: ^1}
scenarios:
  night:
    title: Night
    map: pit
    sides:
      - {side: blue, place: {maud: {hex: [1, 3], facing: 2}}}
      - {side: red, place: {ushka: {hex: [7, 3], facing: 5}}}
checks:
  still:
    title: Nobody moves
    scenario: night
    commands:
      - blue take maud
    expect: [{kind: stands, side: blue, figures: [maud]}]
";
    fs::write(nail.join("pack.yaml"), scenario).expect("it can be written");
    let arena = arena.to_str().expect("a plain name");
    foeman(&["rename", "rosters/toll-keepers/figures/maud", "matilda", "--pack", arena]).ends(0);
    let told = fs::read_to_string(nail.join("pack.yaml")).expect("it is there");
    assert_eq!(told, scenario.replace("maud", "matilda"));
}

#[test]
fn nothing_is_renamed_when_a_pack_that_requires_it_cannot_follow() {
    let cases = [
        // The new name already exists there.
        (MOD.replace("swan:", "smew:"), "`/figures/smew` already exists"),
        // A part of it cannot be parsed, and may contain references.
        (format!("{MOD}  goose: {{title: [\n"), "cannot be read from line"),
        // Its header cannot be parsed.
        (MOD.replace("requires: {base: ^1}", "requires: {base: ^1"), "cannot be read"),
    ];
    for (text, why) in cases {
        let birds = Birds::new().with("mod", &text);
        let before = packs::files(birds.folder.path());
        let run = birds.rename("smew", &[]).ends(2);
        assert!(run.err.contains(&birds.arg("mod")) && run.err.contains(why), "{text}\n{}", run.err);
        assert!(run.err.contains("nothing was changed"), "{}", run.err);
        assert_eq!(packs::files(birds.folder.path()), before);
    }
}

#[test]
fn a_pack_that_cannot_be_written_leaves_all_packs_as_they_were() {
    let birds = Birds::new();
    let path = birds.path("mod").join("pack.yaml");
    let mut rights = fs::metadata(&path).expect("it is there").permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).expect("they can be set");
    let run = birds.rename("smew", &[]).ends(3);
    assert!(run.err.contains("pack.yaml: the file is read-only"), "{}", run.err);
    assert_eq!((birds.text("base"), birds.text("mod")), (BASE.to_owned(), MOD.to_owned()));
}

#[test]
fn a_fix_that_takes_away_a_name_which_another_pack_uses_is_refused() {
    let birds = Birds::new().with("base", &BASE.replace("duck:", "Duck:")).with("mod", &MOD.replace("duck", "Duck"));
    let before = packs::files(birds.folder.path());
    let base = birds.arg("base");
    let run = foeman(&["check", &base, "--fix-unsafe"]).ends(2);
    assert!(run.err.contains(&birds.arg("mod")) && run.err.contains("requires this one"), "{}", run.err);
    assert_eq!(packs::files(birds.folder.path()), before);
}

#[test]
fn a_link_to_a_pack_that_requires_it_is_named_and_not_followed() {
    let birds = Birds::new();
    let elsewhere = tempfile::tempdir().expect("a temporary folder can be made");
    let pond = elsewhere.path().join("pond");
    fs::create_dir(&pond).expect("it can be made");
    let text = MOD.replace("pack: mod", "pack: pond").replace("swan", "drake");
    fs::write(pond.join("pack.yaml"), &text).expect("it can be written");
    std::os::unix::fs::symlink(&pond, birds.path("pond")).expect("it can be made");
    let run = birds.rename("smew", &[]).ends(2);
    assert!(run.err.contains("/pond`") && run.err.contains("it is a link"), "{}", run.err);
    assert_eq!(fs::read_to_string(pond.join("pack.yaml")).expect("it is there"), text);
    assert_eq!((birds.text("base"), birds.text("mod")), (BASE.to_owned(), MOD.to_owned()));
}

#[test]
fn a_pack_of_the_same_name_elsewhere_is_another_pack() {
    let birds = Birds::new();
    let shelf = tempfile::tempdir().expect("a temporary folder can be made");
    let other: &Path = &shelf.path().join("mod");
    fs::create_dir_all(other).expect("it can be made");
    fs::write(other.join("pack.yaml"), MOD).expect("it can be written");
    fs::create_dir_all(shelf.path().join("base")).expect("it can be made");
    fs::write(shelf.path().join("base/pack.yaml"), BASE).expect("it can be written");
    birds.rename("smew", &["--packs", shelf.path().to_str().expect("a plain name")]).ends(0);
    assert_eq!(fs::read_to_string(other.join("pack.yaml")).expect("it is there"), MOD);
}
