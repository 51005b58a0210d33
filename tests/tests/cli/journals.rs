//! `foeman play` and `foeman replay`: battles are reproducible and verifiable.

use std::fs;

use foeman_engine::amend::{Amendment, Edit};
use foeman_engine::dice::Seed;
use foeman_engine::ruleset::Turn;
use foeman_registry::SHIPPED;
use foeman_test_support::packs;

use crate::{Copy, arena, foeman, repository};

/// Returns the hash at the end of a battle's log.
fn hash(log: &str) -> &str {
    log.trim_end().rsplit(' ').next().expect("a log is not empty")
}

#[test]
fn the_same_seed_gives_the_same_battle_and_another_seed_another() {
    let twenty = foeman(&["play", &arena(), "duel", "--seed", "20"]).ends(0).out;
    assert_eq!(foeman(&["play", &arena(), "duel", "--seed", "20"]).ends(0).out, twenty);
    assert_ne!(hash(&foeman(&["play", &arena(), "duel", "--seed", "8"]).ends(0).out), hash(&twenty));
}

/// Renew it with `cargo run -- play content/arena duel --seed 20 > tests/golden/duel-20.txt`, after reading the new
/// battle.
#[test]
fn the_duel_with_seed_20_is_the_committed_one() {
    let golden = fs::read_to_string(repository("tests/golden/duel-20.txt")).expect("the golden battle is there");
    let now = foeman(&["play", &arena(), "duel", "--seed", "20"]).ends(0).out;
    assert_eq!(now, golden, "rules or content have changed this battle; if that was meant, renew the file");
}

#[test]
fn the_hash_depends_on_content_but_not_on_comments_files_or_place() {
    let copy = Copy::new().with("items/melee.yaml", "items:", "items:", "# a remark\nitems:");
    let original = foeman(&["play", &arena(), "duel"]).ends(0).out;
    assert_eq!(hash(&foeman(&["play", copy.path(), "duel"]).ends(0).out), hash(&original));
    let sharper = Copy::new().with("items/melee.yaml", "  broadsword:", "damage: -1H", "damage: -1H T+1");
    assert_ne!(hash(&foeman(&["play", sharper.path(), "duel"]).ends(0).out), hash(&original));
}

#[test]
fn the_log_names_people_and_things_and_never_ids() {
    let log = foeman(&["play", &arena(), "three-a-side"]).ends(0).out;
    for name in ["Maud Tollbar", "Ushka Nine-Fingers", "Snikket", "Round 1"] {
        assert!(log.contains(name), "expected `{name}` in\n{log}");
    }
    for id in ["maud", "ushka", "great-axe", "toll-keepers", "never-paid", "SideId"] {
        assert!(!log.contains(id), "found the id `{id}` in\n{log}");
    }
}

#[test]
fn a_battle_as_json_is_one_object_on_each_line_and_ends_with_the_outcome() {
    let run = foeman(&["play", &arena(), "duel", "--format", "json"]).ends(0);
    let lines: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect();
    let (last, told) = lines.split_last().expect("the output is not empty");
    assert!(told.iter().all(|line| line["line"]["text"].is_string()));
    assert_eq!(last["hash"].as_str(), Some(hash(&foeman(&["play", &arena(), "duel"]).out)));
}

#[test]
fn a_battle_in_codes_is_one_action_on_each_line_and_the_same_when_replayed() {
    let copy = Copy::new();
    let journal = format!("{}/duel.journal", copy.path());
    let args = ["play", copy.path(), "duel", "--seed", "20", "--format", "codes", "--save", &journal];
    let played = foeman(&args).ends(0).out;
    let (first, _) = played.split_once(": ").expect("a roll is explained after the words");
    // Round 1 of the committed duel: needs 12, rolled 18, with the broadsword.
    let words = "Maud Tollbar strikes Ushka Nine-Fingers with the broadsword, using Weapon Proficiency";
    assert_eq!(first, format!("1\tMaud Tollbar\tC-H-005-00-001-0004-0\t{words}"));
    for line in played.lines() {
        assert_eq!(line.split('\t').count(), 4, "round, actor, code, words: {line}");
    }
    assert_eq!(foeman(&["replay", &journal, "--format", "codes"]).ends(0).out, played);

    let json = foeman(&["replay", &journal, "--format", "json"]).ends(0).out;
    let lines = json.lines().map(|line| serde_json::from_str(line).expect("a line is an object"));
    let in_json: Vec<String> =
        lines.filter_map(|line: serde_json::Value| Some(line["line"]["code"].as_str()?.to_owned())).collect();
    let alone: Vec<&str> = played.lines().filter_map(|line| line.split('\t').nth(2)).collect();
    assert_eq!(in_json, alone);
}

#[test]
fn a_code_that_no_code_book_has_is_explained_as_one_of_a_battle_without_a_pack() {
    let explained = |code: &str, pack: Option<&str>| {
        let words = ["codes", "explain", code];
        let pack = pack.map(|pack| ["--pack".to_owned(), repository(pack).display().to_string()]);
        let words: Vec<&str> = words.into_iter().chain(pack.iter().flatten().map(String::as_str)).collect();
        foeman(&words)
    };
    for (code, pack) in [("C-H-001-09-001-0001-1", "content/codes"), ("C-H-005-00-001-0004-0", "content/arena")] {
        let told = explained(code, None).ends(0).out;
        assert_eq!(told, explained(code, Some(pack)).ends(0).out);
        assert!(told.trim_start().starts_with(&format!("{code}: ")), "{told}");
    }
    let run = explained("C-H-099-00-001-0004-0", None).ends(2);
    assert!(run.err.contains("C-H-099-00-001-0004-0"), "{}", run.err);
}

#[test]
fn the_codes_of_a_battle_are_explained_in_the_words_of_its_log() {
    let pack = arena();
    let played = foeman(&["play", &pack, "duel", "--seed", "20", "--format", "codes"]).ends(0).out;
    let mut explained = std::collections::BTreeSet::new();
    for line in played.lines() {
        let [_, _, code, told] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("four columns: {line}") };
        if explained.len() >= 8 || !explained.insert(code) {
            continue;
        }
        let words = foeman(&["codes", "explain", code, "--pack", &pack]).ends(0).out;
        let words = words.trim_start().strip_prefix(&format!("{code}: ")).expect("it begins with the code");
        let verb = words.split(' ').next().expect("the line is not empty");
        assert!(told.contains(&format!(" {verb}")), "{words} instead of {told}");
    }
    assert!(explained.len() >= 2, "{explained:?}");
}

#[test]
fn rules_without_codes_say_so_when_asked_for_them() {
    let entropy = repository("content/entropy");
    let listed = fs::read_to_string(entropy.join("duels.yaml")).expect("the pack is there");
    let duel = listed.lines().find_map(|line| line.strip_prefix("  ")?.strip_suffix(':')).expect("it has a duel");
    let entropy = entropy.to_str().expect("the repository's path is text");
    let run = foeman(&["play", entropy, duel, "--format", "codes"]).ends(0);
    assert_eq!(run.out, "");
    assert!(run.err.contains("no actions with a code"), "{}", run.err);
}

#[test]
fn a_saved_battle_is_told_again_without_its_pack_and_proved() {
    let copy = Copy::new();
    let journal = format!("{}/duel.journal", copy.path());
    let played = foeman(&["play", copy.path(), "duel", "--seed", "20", "--save", &journal]).ends(0);
    fs::remove_file(format!("{}/pack.yaml", copy.path())).expect("the file existed");
    let told = foeman(&["replay", &journal]).ends(0);
    assert_eq!(told.out, played.out);
    assert!(told.err.contains("printed as recorded; `--verify` compares it with the rules"), "{}", told.err);
    assert_eq!(
        foeman(&["replay", &journal, "--format", "json"]).ends(0).err,
        "",
        "the JSON output has no additional messages"
    );
    let proved = foeman(&["replay", &journal, "--verify"]).ends(0);
    assert_eq!(hash(&proved.out), hash(&played.out));
}

#[test]
fn saving_over_an_old_journal_replaces_it() {
    let copy = Copy::new();
    let journal = format!("{}/duel.journal", copy.path());
    foeman(&["play", copy.path(), "duel", "--seed", "20", "--save", &journal]).ends(0);
    let again = foeman(&["play", copy.path(), "duel", "--seed", "20", "--save", &journal]).ends(0);
    assert_eq!(foeman(&["replay", &journal]).ends(0).out, again.out);
}

#[test]
fn a_journal_that_cannot_be_written_ends_with_3() {
    let copy = Copy::new();
    let run = foeman(&["play", copy.path(), "duel", "--save", &format!("{}/none/duel.journal", copy.path())]).ends(3);
    assert!(run.err.contains("duel.journal"), "{}", run.err);
}

#[test]
fn a_tampered_journal_names_the_first_entry_that_differs() {
    let copy = Copy::new();
    let journal = format!("{}/duel.journal", copy.path());
    foeman(&["play", copy.path(), "duel", "--seed", "20", "--save", &journal]).ends(0);
    let text = fs::read_to_string(&journal).expect("it was written");
    // After the header and the content come the entries from 0: change the first die of an entry.
    let (line, entry) =
        text.lines().enumerate().skip(4).find(|(_, line)| line.contains("\"dice\":[")).expect("dice are rolled");
    let at = entry.find("\"dice\":[").expect("the entry contains dice") + "\"dice\":[".len();
    let other = if entry[at..].starts_with('6') { "5" } else { "6" };
    let tampered = format!("{}{other}{}", &entry[..at], &entry[at + 1..]);
    fs::write(&journal, text.replacen(entry, &tampered, 1)).expect("it can be written");
    let run = foeman(&["replay", &journal, "--verify"]).ends(1);
    assert!(run.err.contains(&format!("entry {}", line - 2)), "{}", run.err);
    assert!(run.err.contains(&format!("duel.journal:{}", line + 1)), "{}", run.err);
}

#[test]
fn a_battle_recorded_with_other_rules_is_shown_and_the_proof_says_why_it_fails() {
    let journal = repository("tests/data/journals/toll-before-issue-30.journal");
    let journal = journal.to_str().expect("the path is text");
    let told = foeman(&["replay", journal]).ends(0).out;
    assert!(told.contains("Pim Underbough loads the sling with a sling stone"), "{told}");
    assert!(told.contains("Winner: Outriders, in round 5: nobody else is left"), "{told}");
    let proof = foeman(&["replay", journal, "--verify"]).ends(1);
    assert!(proof.err.contains(" differs: "), "{}", proof.err);
    assert!(proof.err.contains("recorded by a version with other rules cannot be verified"), "{}", proof.err);
    assert!(proof.err.contains("`foeman replay` without `--verify` shows it"), "{}", proof.err);
}

#[test]
fn what_is_no_journal_is_refused() {
    let run = foeman(&["replay", &format!("{}/pack.yaml", arena())]).ends(3);
    assert!(run.err.contains("journal"), "{}", run.err);
    foeman(&["replay", "no-such-file"]).ends(3);
}

#[test]
fn a_replay_stops_at_the_end_of_the_round_asked_for() {
    let copy = Copy::new();
    let journal = format!("{}/duel.journal", copy.path());
    foeman(&["play", copy.path(), "duel", "--seed", "20", "--save", &journal]).ends(0);
    let told = foeman(&["replay", &journal, "--to", "1"]).ends(0).out;
    assert!(told.contains("Round 1") && !told.contains("Round 2"), "{told}");
    assert!(told.contains("Not decided after round 1"), "{told}");
}

#[test]
fn a_journal_goes_to_the_standard_output_and_never_over_a_device_or_a_folder() {
    let copy = Copy::new();
    let file = format!("{}/duel.journal", copy.path());
    foeman(&["play", copy.path(), "duel", "--seed", "20", "--save", &file]).ends(0);
    let streamed = foeman(&["play", copy.path(), "duel", "--seed", "20", "--save", "-"]).ends(0);
    assert_eq!(streamed.out, fs::read_to_string(&file).unwrap(), "the journal in place of the battle");
    let refused = foeman(&["play", copy.path(), "duel", "--save", copy.path()]).ends(3).err;
    assert!(refused.contains("expected a file, found a folder"), "{refused}");
    let refused = foeman(&["play", copy.path(), "--campaign", "collection", "--save", "-"]).ends(2).err;
    assert!(refused.contains("journals of a campaign"), "{refused}");
    let refused = foeman(&["play", copy.path(), "duel", "--human", "1", "--save", "-"]).ends(2).err;
    assert!(refused.contains("with `--human`"), "{refused}");
}

#[cfg(unix)]
#[test]
fn a_journal_that_never_ends_is_not_read_to_its_end() {
    let refused = foeman(&["replay", "/dev/zero"]).ends(3).err;
    assert!(refused.contains("at most 64 MB"), "{refused}");
}

#[test]
fn a_battle_that_a_game_master_had_a_hand_in_is_proved_and_told_and_is_no_check() {
    let duel =
        packs::playable("arena").into_iter().find(|resolved| resolved.scenario.id == "duel").expect("it is there");
    let engine = SHIPPED.engine("foeman").expect("the ruleset is shipped");
    let mut game = engine.start(&duel, Seed(20)).expect("it can be played");
    for _ in 0..12 {
        game.step(engine.players()[0].id);
    }
    game.amend(Amendment::Edit(Edit::Wound { token: 1, points: 2 })).expect("figure 1 can be wounded");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("amended.journal");
    fs::write(&path, game.journal()).expect("the journal can be written");
    let path = path.to_str().expect("the path is text");
    let proof = foeman(&["replay", path, "--verify"]).ends(0).out;
    assert!(proof.contains(&format!("{} entries, hash {}", game.entries(), game.hash())), "{proof}");
    let log = foeman(&["replay", path]).ends(0).out;
    assert!(log.contains("Ushka Nine-Fingers"), "{log}");
    let refused = foeman(&["replay", path, "--format", "check"]).ends(2);
    assert_eq!(refused.out, "");
    assert!(
        refused.err.contains("but a game master has changed this one, which no check can repeat"),
        "{}",
        refused.err
    );
}

#[test]
fn a_battle_goes_on_from_a_place_that_was_copied() {
    use foeman_engine::game::Address;
    let duel = packs::playable("arena").into_iter().find(|resolved| resolved.scenario.id == "duel").unwrap();
    let engine = SHIPPED.engine(&duel.ruleset).unwrap();
    let mut game = engine.start(&duel, Seed(20)).unwrap();
    while game.entries() < 20 {
        assert!(!matches!(game.turn(), Turn::Over(_)), "the golden battle is longer");
        game.step(engine.players()[0].id);
    }
    let address = Address::of(&*game).unwrap().to_string();
    let there = foeman(&["play", &arena(), "--at", &address]).ends(0);
    let golden = fs::read_to_string(repository("tests/golden/duel-20.txt")).expect("the golden battle is there");
    assert_eq!(there.out, golden, "the default players continue the recorded battle");
    let other =
        foeman(&["play", &arena(), "--at", &address, "--player", "1=random", "--player", "2=random"]).ends(0).out;
    let round = golden.find("strikes").unwrap();
    assert!(other.starts_with(&golden[..round]) && other != golden, "{other}");
    // With other content there is a note; an invalid address is an error.
    let sharper = Copy::new().with("items/melee.yaml", "  broadsword:", "damage: -1H", "damage: -1H T+1");
    let note = foeman(&["play", sharper.path(), "--at", &address]).ends(0).err;
    assert_eq!(note, "note: the content has changed since the address was copied\n");
    let wrong = foeman(&["play", &arena(), "--at", "duel"]).ends(2).err;
    assert!(wrong.contains("expected an address such as `foeman:duel?seed=7"), "{wrong}");
    let far = address.replace("entries=20", "entries=9000");
    let wrong = foeman(&["play", &arena(), "--at", &far]).ends(2).err;
    assert!(wrong.contains("the address leads to entry 9000, but its choices end at entry"), "{wrong}");
    foeman(&["play", &arena(), "duel", "--at", &address]).ends(2);
}
