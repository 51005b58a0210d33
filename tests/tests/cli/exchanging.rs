//! Exchanging packs as records of the notes: export and import.

use std::fs;

use super::{arena, foeman};

#[test]
fn a_battle_goes_out_and_comes_in_and_goes_out_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let run = foeman(&["export", "z1", &arena(), "duel", "-o", &path("duel.z1")]).ends(0);
    assert!(run.err.contains("items/padded-coat: note: left out, because records have no field for it: `size`"));
    let run = foeman(&["import", "z1", &path("duel.z1"), "--out", &path("duel")]).ends(0);
    assert!(run.err.contains("maps/ground: note: records contain no terrain"), "{}", run.err);
    foeman(&["check", &path("duel")]).ends(0);
    let played = foeman(&["play", &path("duel"), "records", "--seed", "20"]).ends(0);
    assert!(played.out.contains("Maud Tollbar"), "{}", played.out);
    foeman(&["export", "z1", &path("duel"), "-o", &path("again.z1")]).ends(0);
    assert_eq!(fs::read(path("again.z1")).unwrap(), fs::read(path("duel.z1")).unwrap());
    let twice = foeman(&["import", "z1", &path("duel.z1"), "--out", &path("duel")]).ends(2);
    assert!(twice.err.contains("duel"), "{}", twice.err);
}

#[test]
fn a_battle_that_has_begun_goes_out_of_its_journal_and_goes_on_in_a_pack() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    foeman(&["play", &arena(), "duel", "--seed", "20", "--save", &path("duel.journal")]).ends(0);
    let journal = path("duel.journal");
    let export = ["export", "z1", "--journal", &journal, "--entries", "20", "-o", &path("begun.z1")];
    foeman(&export).ends(0);
    foeman(&["import", "z1", &path("begun.z1"), "--out", &path("begun")]).ends(0);
    foeman(&["check", &path("begun")]).ends(0);
    foeman(&["export", "z1", &path("begun"), "-o", &path("again.z1")]).ends(0);
    assert_eq!(fs::read(path("again.z1")).unwrap(), fs::read(path("begun.z1")).unwrap());
    let on = foeman(&["play", &path("begun"), "duel", "--seed", "20", "--save", &path("on.journal")]).ends(0);
    assert!(!on.out.contains("Round 1\n"), "it has begun: {}", on.out);
    foeman(&["replay", &path("on.journal"), "--verify"]).ends(0);

    let most = foeman(&["export", "z1", "--journal", &journal, "--entries", "99999", "-o", &path("x.z1")]).ends(2);
    assert!(most.err.contains("expected at most") && most.err.contains("99999"), "{}", most.err);
    let none = foeman(&["export", "hexkit", "--journal", &journal, "-o", &path("x.xml")]).ends(3);
    assert!(none.err.contains("could not read the journal"), "{}", none.err);
    foeman(&["export", "z1", "-o", &path("x.z1")]).ends(2);
    assert!(!folder.path().join("x.z1").exists());
}

#[test]
fn what_is_no_file_of_records_or_too_long_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let run = foeman(&["import", "z1", &path("none.z1"), "--out", &path("made")]).ends(3);
    assert!(run.err.contains("file not found"), "{}", run.err);
    fs::write(path("long.z1"), vec![b'x'; (1 << 20) + 1]).unwrap();
    let run = foeman(&["import", "z1", &path("long.z1"), "--out", &path("made")]).ends(2);
    assert!(run.err.contains("expected at most 1048576 bytes"), "{}", run.err);
    let run = foeman(&["import", "z2", &path("long.z1"), "--out", &path("made")]).ends(2);
    assert!(run.err.contains("expected a format") && run.err.contains("z1"), "{}", run.err);
    assert!(!folder.path().join("made").exists());
    #[cfg(unix)]
    foeman(&["import", "z1", "/dev/zero", "--out", &path("made")]).ends(2);
    let run = foeman(&["export", "z1", &arena(), "dual", "-o", &path("duel.z1")]).ends(2);
    assert!(run.err.contains("duel"), "{}", run.err);
}
