//! `foeman texts` and `--language`: translations of a pack's texts, and the German Arena.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_schema::po::{MOST_BYTES, Po};
use foeman_schema::texts::{coverage, texts};
use foeman_test_support::packs;

use crate::foeman;

/// Texts of the Arena that are the same in German: names, and words that both languages have.
const SAME: [&str; 18] = [
    "Ansgar Ballast",
    "Basilisk",
    "Bolas",
    "Elf",
    "Fizz",
    "Goblin",
    "Grumbold",
    "Gud",
    "Nab",
    "Nib",
    "Rapier",
    "Sand",
    "Skarn",
    "Snikket",
    "Thaliel",
    "Thock",
    "Troll",
    "Wolf",
];

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

fn arena() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pack = folder.path().join("arena");
    packs::copy("arena", &pack);
    (folder, pack)
}

#[test]
fn the_german_arena_is_complete_and_no_text_is_left_in_english_by_mistake() {
    let draft = Draft::open(&packs::shipped("arena"), &SHIPPED.dialects()).expect("the pack is there");
    let done = coverage(&draft);
    assert_eq!(done.iter().map(|done| &*done.tag).collect::<Vec<_>>(), ["de"]);
    assert_eq!(done[0].translated, done[0].texts);
    let german = draft.in_language("de");
    let shown = texts(&german);
    let same: BTreeSet<String> = texts(&draft)
        .into_iter()
        .zip(shown)
        .filter(|(original, german)| original.original == german.original)
        .map(|(original, _)| original.original)
        .collect();
    assert_eq!(same.iter().map(String::as_str).collect::<Vec<_>>(), SAME);
    let run = foeman(&["texts", "check", text(&packs::shipped("arena"))]).ends(0);
    assert!(run.out.starts_with("lang/de.po: 455 of 455 texts translated, 0 problems"), "{}", run.out);
}

#[test]
fn an_update_of_the_shipped_translations_changes_nothing() {
    let (_folder, pack) = arena();
    let before = packs::files(&pack);
    let run = foeman(&["texts", "update", text(&pack), "de"]).ends(0);
    assert!(run.err.contains("`lang/de.po` unchanged: 455 of 455 texts translated"), "{}", run.err);
    assert!(packs::files(&pack) == before);
}

#[test]
fn extracting_and_updating_keep_every_byte_of_the_yaml() {
    let (folder, pack) = arena();
    let yaml = packs::texts_in(&pack);
    let template = folder.path().join("arena.pot");
    foeman(&["texts", "extract", text(&pack), "-o", text(&template)]).ends(0);
    let po = Po::read(&fs::read_to_string(&template).expect("it was written"));
    assert_eq!((po.faults.len(), po.entries.len()), (0, 455));
    let club = po.entries.iter().find(|entry| entry.context == "items/club/title").expect("it is there");
    assert_eq!((&*club.original, &*club.translation), ("Club", ""));
    assert!(club.places.starts_with("items/crude.yaml:"), "{}", club.places);
    let spark = po.entries.iter().find(|entry| entry.context == "spells/spark/title").expect("it is there");
    assert!(spark.hints.starts_with("What the others in the dormitory did"), "{}", spark.hints);
    let run = foeman(&["texts", "update", text(&pack), "fr"]).ends(0);
    assert!(run.err.contains("`lang/fr.po` new: 0 of 455 texts translated"), "{}", run.err);
    assert!(packs::texts_in(&pack) == yaml);
    let run = foeman(&["texts", "check", text(&pack), "fr"]).ends(1);
    assert!(run.out.contains("missing-translation") && run.out.contains("455 texts of 455"), "{}", run.out);
    foeman(&["texts", "check", text(&pack), "de"]).ends(0);
    foeman(&["check", text(&pack)]).ends(0);
}

#[test]
fn the_duel_is_told_with_german_records_and_is_otherwise_the_same() {
    let pack = packs::shipped("arena");
    let told = |more: &[&str]| {
        let mut words = vec!["play", text(&pack), "duel", "--seed", "20"];
        words.extend(more);
        foeman(&words).ends(0).out
    };
    let (english, german) = (told(&[]), told(&["--language", "de"]));
    for words in ["Maud Schlagbaum", "with the Großaxt", "Raserei +1", "Winner: Zöllner"] {
        assert!(german.contains(words), "{words}: {german}");
    }
    for word in ["Tollbar", "Never-Paid", "great axe"] {
        assert!(!german.contains(word) && english.contains(word), "{word}: {german}");
    }
    assert_eq!(german.lines().count(), english.lines().count());
    // The name of the language is part of the content, and so of the final hash.
    let without_hash = |told: &str| told.lines().filter(|line| !line.contains("hash")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_hash(&told(&["--language", "de-AT"])), without_hash(&german));
}

#[test]
fn a_journal_in_german_replays_in_german() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let journal = folder.path().join("duel.journal");
    let pack = packs::shipped("arena");
    let words = ["play", text(&pack), "duel", "--seed", "20", "--language", "de", "--save", text(&journal)];
    foeman(&words).ends(0);
    let run = foeman(&["replay", text(&journal)]).ends(0);
    assert!(run.out.contains("with the Großaxt"), "{}", run.out);
}

#[test]
fn pictures_print_and_simulations_take_a_language() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pack = packs::shipped("arena");
    let made = |name: &str| folder.path().join(name);
    let svg = made("duel.svg");
    foeman(&["render", text(&pack), "duel", "-o", text(&svg), "--legend", "--language", "de"]).ends(0);
    let drawn = fs::read_to_string(&svg).expect("it was drawn");
    assert!(drawn.contains("Wegen eines Kupferlings") && !drawn.contains("one copper"));
    let [german, english] = ["de.pdf", "en.pdf"].map(made);
    foeman(&["print", text(&pack), "duel", "-o", text(&german), "--language", "de"]).ends(0);
    foeman(&["print", text(&pack), "duel", "-o", text(&english)]).ends(0);
    assert!(fs::read(&german).expect("it was printed") != fs::read(&english).expect("it was printed"));
    let run = foeman(&["simulate", text(&pack), "duel", "--battles", "4", "--language", "de"]).ends(0);
    assert!(run.out.contains("Niezahler"), "{}", run.out);
}

#[test]
fn languages_that_the_pack_does_not_have_are_refused() {
    let pack = packs::shipped("arena");
    for command in ["play", "simulate", "render", "print"] {
        let mut words = vec![command, text(&pack), "duel", "--language", "fr"];
        match command {
            "simulate" => words.extend(["--battles", "1"]),
            "render" => words.extend(["-o", "never.svg"]),
            "print" => words.extend(["-o", "never.pdf"]),
            _ => {}
        }
        let run = foeman(&words).ends(2);
        assert!(
            run.err.contains("expected a language of") && run.err.contains("found `fr`; there is `de`"),
            "{}",
            run.err
        );
    }
    let run = foeman(&["play", text(&pack), "duel", "--language", "de", "--format", "check"]).ends(2);
    assert!(run.err.contains("checks name content in the language of the pack"), "{}", run.err);
    for (tag, remedy) in [("de_at", "`de-AT`"), ("../de", "`pt-BR`"), ("DE", "`de`")] {
        let run = foeman(&["texts", "update", text(&pack), tag]).ends(2);
        assert!(run.err.contains(remedy), "{}", run.err);
    }
}

#[test]
fn renaming_a_record_keeps_its_translation() {
    let (_folder, pack) = arena();
    let language = pack.join("lang/de.po");
    let before = fs::read_to_string(&language).expect("it is there");
    foeman(&["rename", "items/club", "cudgel", "--pack", text(&pack)]).ends(0);
    let after = fs::read_to_string(&language).expect("it is there");
    assert_eq!(after, before.replace("\"items/club/title\"", "\"items/cudgel/title\""));
    foeman(&["texts", "check", text(&pack)]).ends(0);
}

#[test]
fn archives_carry_translations() {
    let (folder, pack) = arena();
    let [archive, out] = ["arena.foeman.zip", "out"].map(|name| folder.path().join(name));
    foeman(&["pack", text(&pack), "-o", text(&archive)]).ends(0);
    foeman(&["unpack", text(&archive), "-o", text(&out)]).ends(0);
    let read = |pack: &Path| fs::read(pack.join("lang/de.po")).expect("it is there");
    assert!(read(&pack) == read(&out));
}

#[test]
fn hostile_translations_are_refused_quickly() {
    let (_folder, pack) = arena();
    let language = pack.join("lang/de.po");
    let hostile: [Vec<u8>; 4] = [
        vec![b'#'; MOST_BYTES + 1],
        b"msgid \"\\\n".repeat(MOST_BYTES / 9),
        vec![0xff; 1 << 20],
        b"msgctxt \"a\"\nmsgid \"b\"\nmsgstr \"c\"\n\n".repeat(110_000),
    ];
    for bytes in hostile {
        fs::write(&language, &bytes).expect("it can be written");
        let started = Instant::now();
        let run = foeman(&["check", text(&pack), "--select", "translation-file"]).ends(1);
        assert!(started.elapsed() < Duration::from_secs(20), "unoptimised and next to other tests");
        assert!(run.out.contains("error[translation-file]"), "{}", run.out);
        foeman(&["play", text(&pack), "duel", "--seed", "20"]).ends(0);
    }
}
