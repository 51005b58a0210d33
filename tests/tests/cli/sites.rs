//! `foeman site`: packs as web pages.

use std::fs;
use std::path::Path;

use foeman_test_support::packs;

use crate::{arena, foeman, repository};

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

fn page(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_site_is_made_and_made_again_without_a_change() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let out = folder.path().join("site");
    let arena = arena();
    let words = ["site", &arena, "-o", text(&out)];
    let first = foeman(&words).ends(0).err;
    assert!(first.contains("wrote `") && !first.contains(", 0 files changed"), "{first}");
    assert!(page(&out, "index.html").contains("A matter of one copper"));
    assert!(page(&out, "items/broadsword.html").contains("Broadsword"));
    let again = foeman(&words).ends(0).err;
    assert!(again.contains(", 0 files changed"), "{again}");

    let german = foeman(&["site", &arena, "-o", text(&out), "--language", "de"]).ends(0).err;
    assert!(!german.contains(", 0 files changed"), "{german}");
    assert!(page(&out, "items/broadsword.html").contains("Breitschwert"));
}

#[test]
fn a_recorded_battle_replaces_the_one_that_would_be_played() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (out, journal) = (folder.path().join("site"), folder.path().join("copper.journal"));
    foeman(&["play", &arena(), "duel", "--seed", "7", "--save", text(&journal)]).ends(0);
    foeman(&["site", &arena(), "-o", text(&out), "--journal", text(&journal)]).ends(0);
    let recorded = page(&out, "scenarios/duel.play-1.html");
    assert!(recorded.contains("copper.journal"), "{recorded}");
    assert!(page(&out, "scenarios/siege.play.html").contains("seed 1"));

    fs::write(&journal, "no journal\n").expect("it can be written");
    let refused = foeman(&["site", &arena(), "-o", text(&out), "--journal", text(&journal)]);
    assert_ne!(refused.status, 0, "{}", refused.err);
    assert!(refused.err.contains("copper.journal"), "{}", refused.err);
}

#[test]
fn the_changes_since_an_older_version_are_listed() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (new, out) = (folder.path().join("new"), folder.path().join("site"));
    packs::copy("arena", &new);
    let file = new.join("items/melee.yaml");
    let changed = page(&new, "items/melee.yaml").replacen("title: Broadsword", "title: Broader sword", 1);
    fs::write(file, changed).expect("it can be written");
    foeman(&["site", text(&new), "-o", text(&out), "--since", &arena()]).ends(0);
    let pages = ["index.html", "changes.html"].map(|name| fs::read_to_string(out.join(name)).unwrap_or_default());
    assert!(pages[1].contains("Broadsword") && pages[1].contains("Broader sword"), "{}", pages[1]);
    assert!(pages[0].contains("changes.html"), "the first page leads to the changes");
}

#[test]
fn a_folder_of_others_is_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    fs::write(folder.path().join("thesis.txt"), "years of work\n").expect("it can be written");
    let error = foeman(&["site", &arena(), "-o", text(folder.path())]).ends(3).err;
    assert!(error.contains("expected an empty folder or one written by `foeman site`"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).expect("it can be listed").count(), 1);
    let error = foeman(&["site", &repository("docs").display().to_string(), "-o", text(folder.path())]);
    assert_ne!(error.status, 0, "{}", error.err);
    let error = foeman(&["site", &arena(), "-o", "x", "--language", "xx"]).ends(2).err;
    assert!(error.contains("a language of") && error.contains("`xx`"), "{error}");
}
