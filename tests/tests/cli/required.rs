//! Packs that require other packs, on the command line: played, checked, renamed and located.

use std::fs;
use std::path::Path;

use foeman_test_support::packs;

use super::{foeman, repository};

/// The path of a shipped pack.
fn shipped(name: &str) -> String {
    repository("content").join(name).to_str().expect("the path is text").to_owned()
}

/// Copies the Bent Nail to an empty folder, where only the built-in Arena is available.
fn alone(folder: &Path) -> String {
    let pack = folder.join("nail");
    packs::copy("bent-nail", &pack);
    pack.to_str().expect("the path is text").to_owned()
}

#[test]
fn a_pack_on_the_arena_is_checked_and_its_battles_are_fought() {
    let nail = shipped("bent-nail");
    let run = foeman(&["check", &nail]).ends(0);
    assert!(
        run.err.contains("no findings (checks disabled by the pack: 2) in 5 files with 16 records"),
        "its own only: {}",
        run.err
    );
    for scenario in ["last-orders", "the-tab"] {
        let battles = foeman(&["simulate", &nail, scenario, "--battles", "100"]).ends(0).out;
        let won: Vec<&str> = battles.lines().skip(1).take(2).collect();
        assert!(won.iter().all(|line| !line.contains("  0.0 %")), "{scenario}: both sides win at times: {battles}");
    }
    // A battle of the Arena in which nothing is replaced has the same dice as in the Arena itself.
    let (here, there) = (["play", &nail, "duel", "--seed", "7"], ["play", &shipped("arena"), "duel", "--seed", "7"]);
    assert_eq!(foeman(&here).ends(0).out, foeman(&there).ends(0).out);
    // In the siege the cook holds a pan, which this pack replaces.
    let siege = |pack: &str| foeman(&["play", pack, "siege", "--seed", "7"]).ends(0).out;
    assert_ne!(siege(&nail), siege(&shipped("arena")));
    let brawl = |seed: u32| foeman(&["play", &nail, "last-orders", "--seed", &seed.to_string()]).ends(0).out;
    assert!((1..9).any(|seed| brawl(seed).to_lowercase().contains("cast-iron pan")));
}

#[test]
fn the_program_brings_the_arena_along_and_folders_are_looked_into_first() {
    let folder = tempfile::tempdir().unwrap();
    let nail = alone(folder.path());
    foeman(&["check", &nail]).ends(0);
    // An Arena in a `--packs` folder has priority over the built-in one.
    let shelf = folder.path().join("shelf");
    let old = shelf.join("the-old-arena");
    packs::copy("arena", &old);
    let head = fs::read_to_string(old.join("pack.yaml")).unwrap();
    fs::write(old.join("pack.yaml"), head.replace("version: 1.0.0", "version: 0.9.0")).unwrap();
    let shelf = shelf.to_str().unwrap();
    let run = foeman(&["check", &nail, "--packs", shelf]).ends(1);
    let said = "nail/pack.yaml:13:3: error[required-pack]: expected version `^1` of `arena`, found 0.9.0";
    assert!(run.out.contains(said), "{}", run.out);
    // So does one next to the pack, even with errors, which are reported once and at their locations.
    packs::copy("arena", &folder.path().join("arena"));
    let melee = folder.path().join("arena/items/melee.yaml");
    let text = fs::read_to_string(&melee).unwrap();
    fs::write(&melee, text.replacen("damage: -2H", "damage: sharp", 1)).unwrap();
    let run = foeman(&["check", &nail, "--packs", shelf]).ends(1);
    assert!(run.out.contains("error[required-pack-errors]: the required pack `arena` has 1 error"));
    assert!(run.out.contains("arena/items/melee.yaml:23:13"), "{}", run.out);
    assert_eq!(run.out.matches("error[").count(), 1, "{}", run.out);
}

#[test]
fn usages_reach_into_required_packs_and_renames_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let nail = alone(folder.path());
    packs::copy("arena", &folder.path().join("arena"));
    let run = foeman(&["usages", "items/frying-pan", "--pack", &nail]).ends(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines.iter().any(|line| line.contains("arena/rosters/walls.yaml:")), "{lines:?}");
    let before = packs::files(&folder.path().join("arena"));
    let run = foeman(&["rename", "items/dagger", "knife", "--pack", &nail]).ends(2);
    assert!(run.err.contains("belongs to the pack `arena`"), "{}", run.err);
    foeman(&["rename", "items/frying-pan", "iron-pan", "--pack", &nail]).ends(0);
    assert_eq!(packs::files(&folder.path().join("arena")), before);
    let items = fs::read_to_string(Path::new(&nail).join("items.yaml")).unwrap();
    assert!(items.contains("  iron-pan:\n    extends: arena:frying-pan\n"), "{items}");
    foeman(&["check", &nail]).ends(0);
}

#[test]
fn a_forgotten_entry_of_requires_is_one_finding_and_its_fix_adds_the_entry() {
    let folder = tempfile::tempdir().unwrap();
    let nail = alone(folder.path());
    let header = folder.path().join("nail/pack.yaml");
    let whole = fs::read_to_string(&header).unwrap();
    fs::write(&header, whole.replace("requires:\n  arena: ^1\n", "")).unwrap();
    let run = foeman(&["check", &nail]).ends(1);
    assert_eq!(run.out.matches("error[").count(), 1, "{}", run.out);
    assert!(run.out.contains("the pack `arena`, which is not required; add `arena: ^1` to `requires`"), "{}", run.out);
    foeman(&["check", &nail, "--fix-unsafe"]).ends(0);
    assert!(fs::read_to_string(&header).unwrap().contains("arena: ^1"));
}
