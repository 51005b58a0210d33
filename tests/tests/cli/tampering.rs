//! Battles by files that have been tampered with: each change is found, with its entry, hand-over or line.

use std::fs;

use foeman_engine::amend::{Amendment, Revision};
use foeman_engine::game::Game;
use foeman_engine::ruleset::Turn;
use foeman_mail::{Dice, Known, Level, Turns, hand_over};
use foeman_registry::SHIPPED;
use serde_json::{Value, json};

use crate::arena;
use crate::turns::{Post, duel};

/// A change to the file of hand-over 6, which Bob sends to Ann, and the error that Ann gets.
type Change = (&'static str, fn(&Bench) -> String, &'static str);

/// A duel with six hand-overs, and another one.
struct Bench {
    post: Post,
    other: Post,
    text: String,
}

impl Bench {
    fn new() -> Self {
        let post = duel();
        let text = post.text(6);
        Self { post, other: duel(), text }
    }

    fn lines(&self) -> Vec<String> {
        self.text.lines().map(str::to_owned).collect()
    }

    /// Replaces text that occurs in a line.
    #[track_caller]
    fn replaced(&self, line: usize, old: &str, new: &str) -> String {
        let mut lines = self.lines();
        assert!(lines[line].contains(old), "no `{old}` in {}", lines[line]);
        lines[line] = lines[line].replacen(old, new, 1);
        joined(&lines)
    }

    /// Changes the value of a line.
    fn changed(&self, line: usize, change: impl FnOnce(&mut Value)) -> String {
        let mut lines = self.lines();
        let mut value: Value = serde_json::from_str(&lines[line]).expect("a line is JSON");
        change(&mut value);
        lines[line] = value.to_string();
        joined(&lines)
    }

    /// The file as Bob could write it, with his own key.
    fn by_bob(&self, change: impl FnOnce(&mut Turns, &mut Known)) -> String {
        let mut turns = Turns::read(&self.text).expect("the file is genuine");
        let mut known = known(&self.post, "bob", &turns);
        change(&mut turns, &mut known);
        turns.text()
    }
}

/// The line of a hand-over; the header is line 0, and the journal begins at 7.
const fn line(hand_over: usize) -> usize {
    hand_over
}

/// The line of an entry.
const fn entry(number: usize) -> usize {
    9 + number
}

fn joined(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

fn known(post: &Post, who: &str, turns: &Turns) -> Known {
    let path = format!("{}/{}.json", post.path(who), turns.header.id);
    serde_json::from_str(&fs::read_to_string(path).expect("the profile knows the battle")).expect("it is readable")
}

fn game(turns: &Turns) -> Box<dyn Game> {
    SHIPPED.engine_of(&turns.journal).and_then(|engine| engine.replay(&turns.journal)).expect("the journal is genuine")
}

/// Plays the side's choices until the other side has to decide.
fn play_on(game: &mut dyn Game, side: u8, choice: usize) {
    let random = SHIPPED.engine("foeman").and_then(|engine| engine.player("random").ok()).expect("it is there");
    let mut first = Some(choice);
    loop {
        match game.turn() {
            Turn::Ask { side: asked, .. } if asked.0 == side => match first.take() {
                Some(choice) => game.choose(choice).expect("there is the choice"),
                None => game.step(random),
            },
            Turn::Auto => game.step(random),
            Turn::Ask { .. } | Turn::Over(_) => return,
        }
    }
}

/// Bob's hand-over of a turn that he plays again from the file of an earlier hand-over.
fn again(bench: &Bench, from: usize) -> String {
    let mut turns = Turns::read(&bench.post.text(from)).expect("the file is genuine");
    let mut known = known(&bench.post, "bob", &turns);
    let mut game = game(&turns);
    play_on(&mut *game, 1, 1);
    hand_over(&mut turns, &*game, 2, known.secret(2).ok().as_ref(), Dice::default());
    turns.text()
}

const CHANGES: &[Change] = &[
    // The header.
    ("the level is lowered", |b| b.replaced(0, "sealed", "trust"), ":1: error: expected level `sealed`"),
    (
        "the level is lowered and the signatures are removed",
        |b| stripped(b, false),
        ":1: error: expected level `sealed`",
    ),
    ("and the battle has another id", |b| stripped(b, true), ":1: error: this battle began at level `sealed`"),
    ("another id", |b| b.changed(0, |header| header["id"] = json!("0".repeat(32))), "hand-over 1: a line before it"),
    (
        "an id that is none",
        |b| b.changed(0, |header| header["id"] = json!("../../x")),
        ":1: error: expected 32 hexadecimal",
    ),
    ("another address", |b| b.replaced(0, "bob@", "eve@"), ":1: error: the header differs"),
    ("the players exchanged", players_exchanged, ":1: error: the header differs"),
    (
        "a person replaced by a computer",
        |b| b.changed(0, |header| header["players"][1] = json!({"computer": "steady"})),
        ":1: error: the header differs",
    ),
    (
        "a player added",
        |b| {
            b.changed(0, |header| header["players"].as_array_mut().expect("a list").push(json!({"computer": "steady"})))
        },
        ":1: error: the header differs",
    ),
    ("another version", |b| b.changed(0, |header| header["build"] = json!("9.9.9")), ":1: error: the header differs"),
    ("another format", |b| b.replaced(0, "\"turns\":1", "\"turns\":2"), ":1: error: expected format 1"),
    (
        "an unknown key in the header",
        |b| b.changed(0, |header| header["note"] = json!(1)),
        ":1: error: unknown field `note`",
    ),
    // The hand-overs.
    ("the first hand-over removed", |b| without(b, line(1)), "hand-over 1: expected hand-over 1, found 2"),
    ("a hand-over removed", |b| without(b, line(3)), "hand-over 3: expected hand-over 3, found 4"),
    ("a hand-over removed and the others renumbered", renumbered, "hand-over 3: it differs"),
    ("the last hand-over removed", |b| without(b, line(6)), "hand-over 5: it is for bob@example.org"),
    ("all hand-overs removed", |b| joined(&[&b.lines()[..1], &b.lines()[7..]].concat()), "expected a hand-over"),
    ("two hand-overs exchanged", |b| exchanged(b, line(3), line(5)), "hand-over 3: expected hand-over 3, found 5"),
    ("a hand-over twice", |b| doubled(b, line(6)), "hand-over 7: expected hand-over 7, found 6"),
    ("another sender", |b| b.replaced(line(6), "\"from\":2", "\"from\":1"), "hand-over 6: its signature is not valid"),
    ("no sender", |b| b.replaced(line(6), "\"from\":2", "\"from\":0"), "hand-over 6: its signature is not valid"),
    (
        "another number of entries",
        |b| b.changed(line(6), |it| it["entries"] = json!(4)),
        "hand-over 6: its signature is not valid",
    ),
    (
        "another scenario in the facts",
        |b| b.replaced(line(6), "one copper", "two coppers"),
        "hand-over 6: its signature is not valid",
    ),
    (
        "another round in the facts",
        |b| b.changed(line(6), |it| it["facts"]["round"] = json!(9)),
        "hand-over 6: its signature is not valid",
    ),
    (
        "another side in the facts",
        |b| b.changed(line(6), |it| it["facts"]["side"] = json!(2)),
        "hand-over 6: its signature is not valid",
    ),
    (
        "another name of the side in the facts",
        |b| b.replaced(line(6), "Toll-keepers", "Toll-payers"),
        "hand-over 6: its signature is not valid",
    ),
    ("another player in the facts", |b| b.replaced(line(6), "ann@", "eve@"), "hand-over 6: its signature is not valid"),
    (
        "facts changed in an old hand-over",
        |b| b.changed(line(2), |it| it["facts"]["round"] = json!(9)),
        "hand-over 2: it differs",
    ),
    ("the keys of two hand-overs exchanged", keys_exchanged, "hand-over 5: it differs"),
    ("the key of the other side", |b| taken_from(b, "key", 5), "hand-over 6: its signature is not valid"),
    (
        "the signature of another hand-over",
        |b| taken_from(b, "signature", 4),
        "hand-over 6: its signature is not valid",
    ),
    ("the signature of another battle", |b| from_other(b, "signature"), "hand-over 6: its signature is not valid"),
    ("key and signature of another battle", key_and_signature, "hand-over 6: its signature is not valid"),
    ("a hand-over of another battle", whole_line, "hand-over 6: a line before it"),
    ("no signature", |b| b.changed(line(6), |it| it["signature"] = json!("")), ":7: error: expected the line exactly"),
    ("no key and no signature", unsigned, "hand-over 6: its signature is not valid"),
    ("a signature in capitals", capitals, "hand-over 6: its signature is not valid"),
    (
        "another digest of the lines before",
        |b| b.changed(line(6), |it| it["before"] = json!("0".repeat(64))),
        "hand-over 6: a line before it",
    ),
    (
        "another digest of the journal",
        |b| b.changed(line(6), |it| it["journal"] = json!("0".repeat(64))),
        "hand-over 6: its signature is not valid",
    ),
    (
        "an unknown key in a hand-over",
        |b| b.changed(line(6), |it| it["note"] = json!(1)),
        "hand-over 6: unknown field `note`",
    ),
    (
        "spaces in a hand-over",
        |b| b.replaced(line(6), "\"entries\":", "\"entries\": "),
        ":7: error: expected the line exactly",
    ),
    ("another key of the writer", new_key, "hand-over 6: side 2 has another key"),
    // The journal.
    ("another seed", |b| b.replaced(7, "\"seed\":7", "\"seed\":8"), "entry 1: expected"),
    ("other content", |b| b.replaced(8, "\"ma\":10", "\"ma\":19"), ":8: error: expected content with digest"),
    ("a command edited", command_edited, "entry 2: "),
    ("dice edited", dice_edited, "entry 1: expected"),
    ("an instruction removed", |b| b.changed(entry(2), |it| it["did"] = json!([])), "entry 2: expected"),
    ("two entries exchanged", |b| exchanged(b, entry(2), entry(3)), "entry 2: expected entry `2`, found `3`"),
    ("an entry removed", |b| without(b, entry(3)), "entry 3: expected entry `3`, found `4`"),
    ("the last entry removed", last_entry, "hand-over 6: expected "),
    ("an entry twice", |b| doubled(b, entry(3)), "entry 4: expected entry `4`, found `3`"),
    (
        "an entry added by a person who does not have the file",
        played_for_ann,
        "expected no entry after the last hand-over",
    ),
    ("a decision of the other person signed", decided_for_ann, "who did not have the file"),
    ("an amendment", amended, "expected no amendment"),
    ("spaces in an entry", |b| b.replaced(entry(2), "\"entry\":", "\"entry\": "), "entry 2: expected the line exactly"),
    ("another hash", |b| b.changed(b.lines().len() - 1, |it| it["hash"] = json!("0".repeat(64))), "expected the hash"),
    ("no closing line", |b| without(b, b.lines().len() - 1), "the journal is incomplete"),
    ("the file cut short", |b| b.text[..b.text.len() / 2].to_owned(), ":10: error: expected the line exactly"),
    (
        "a hand-over cut short",
        |b| b.text[..b.lines()[0].len() + 20].to_owned(),
        ":2: error: hand-over 1: the line has no end; the file is incomplete",
    ),
    ("no journal", |b| joined(&b.lines()[..7]), "expected a journal"),
    ("nothing", |_| String::new(), ":1: error: expected a battle, found an empty file"),
    // Genuine parts in the wrong place.
    ("an older file", |b| b.post.text(4), "hand-over 4: the file is older than the battle"),
    ("an older file continued by its reader", |b| again(b, 3), "hand-over 4: it differs"),
    (
        "a file of another battle of the same people",
        |b| b.other.text(6),
        "hand-over 3: you play side 1, but this profile",
    ),
];

/// Returns the file at level *trust*, without signatures.
fn stripped(bench: &Bench, with_new_id: bool) -> String {
    let mut turns = Turns::read(&bench.text).expect("the file is genuine");
    turns.header.level = Level::Trust;
    if with_new_id {
        turns.header.id = "0".repeat(32);
    }
    for it in &mut turns.hand_overs {
        [&mut it.before, &mut it.journal, &mut it.key, &mut it.signature].into_iter().for_each(String::clear);
    }
    turns.text()
}

fn players_exchanged(bench: &Bench) -> String {
    bench.changed(0, |header| header["players"].as_array_mut().expect("a list").reverse())
}

fn without(bench: &Bench, line: usize) -> String {
    let mut lines = bench.lines();
    lines.remove(line);
    joined(&lines)
}

fn doubled(bench: &Bench, line: usize) -> String {
    let mut lines = bench.lines();
    lines.insert(line, lines[line].clone());
    joined(&lines)
}

fn exchanged(bench: &Bench, one: usize, other: usize) -> String {
    let mut lines = bench.lines();
    lines.swap(one, other);
    joined(&lines)
}

fn renumbered(bench: &Bench) -> String {
    let mut turns = Turns::read(&bench.text).expect("the file is genuine");
    turns.hand_overs.remove(2);
    (1..).zip(&mut turns.hand_overs).for_each(|(number, it)| it.number = number);
    turns.text()
}

fn keys_exchanged(bench: &Bench) -> String {
    let mut turns = Turns::read(&bench.text).expect("the file is genuine");
    let keys = [5, 4].map(|at| turns.hand_overs[at].key.clone());
    (turns.hand_overs[4].key, turns.hand_overs[5].key) = (keys[0].clone(), keys[1].clone());
    turns.text()
}

fn taken_from(bench: &Bench, field: &str, hand_over: usize) -> String {
    let other: Value = serde_json::from_str(&bench.lines()[line(hand_over)]).expect("a line is JSON");
    bench.changed(line(6), |it| it[field] = other[field].clone())
}

fn from_other(bench: &Bench, field: &str) -> String {
    let other: Value = serde_json::from_str(bench.other.text(6).lines().nth(6).expect("a line")).expect("JSON");
    bench.changed(line(6), |it| it[field] = other[field].clone())
}

fn key_and_signature(bench: &Bench) -> String {
    let other: Value = serde_json::from_str(bench.other.text(6).lines().nth(6).expect("a line")).expect("JSON");
    bench.changed(line(6), |it| ["key", "signature"].iter().for_each(|field| it[field] = other[field].clone()))
}

fn whole_line(bench: &Bench) -> String {
    let mut lines = bench.lines();
    lines[line(6)] = bench.other.text(6).lines().nth(6).expect("a line").to_owned();
    joined(&lines)
}

fn unsigned(bench: &Bench) -> String {
    let mut turns = Turns::read(&bench.text).expect("the file is genuine");
    let last = turns.hand_overs.last_mut().expect("there is one");
    (last.key, last.signature) = (String::new(), String::new());
    turns.text()
}

fn capitals(bench: &Bench) -> String {
    let mut turns = Turns::read(&bench.text).expect("the file is genuine");
    let last = turns.hand_overs.last_mut().expect("there is one");
    last.signature = last.signature.to_uppercase();
    turns.text()
}

/// Bob signs with a new key.
fn new_key(bench: &Bench) -> String {
    bench.by_bob(|turns, _| {
        let game = game(turns);
        turns.hand_overs.pop();
        hand_over(turns, &*game, 2, foeman_mail::Secret::new().ok().as_ref(), Dice::default());
    })
}

fn command_edited(bench: &Bench) -> String {
    let text = bench.lines()[entry(4)].clone();
    let other: Value = serde_json::from_str(&text).expect("an entry is JSON");
    bench.changed(entry(2), |it| it["cause"] = other["cause"].clone())
}

fn dice_edited(bench: &Bench) -> String {
    bench.changed(entry(1), |it| {
        let draw = &mut it["draws"][0]["dice"][0];
        let rolled = draw.as_u64().expect("a die has a number");
        *draw = json!(rolled % 6 + 1);
    })
}

/// The journal without its last entry, with a closing line that fits.
fn last_entry(bench: &Bench) -> String {
    let mut turns = Turns::read(&bench.text).expect("the file is genuine");
    let mut game = game(&turns);
    game.back_to(game.entries() - 1);
    turns.journal = game.journal();
    turns.text()
}

fn played_for_ann(bench: &Bench) -> String {
    bench.by_bob(|turns, _| {
        let mut game = game(turns);
        play_on(&mut *game, 0, 0);
        turns.journal = game.journal();
    })
}

/// Bob decides for Ann too, and signs it as part of his turn.
fn decided_for_ann(bench: &Bench) -> String {
    bench.by_bob(|turns, known| {
        let mut game = game(turns);
        turns.hand_overs.pop();
        play_on(&mut *game, 0, 0);
        play_on(&mut *game, 1, 0);
        hand_over(turns, &*game, 2, known.secret(2).ok().as_ref(), Dice::default());
    })
}

/// Bob changes the content in the middle of the battle.
fn amended(bench: &Bench) -> String {
    bench.by_bob(|turns, known| {
        let mut game = game(turns);
        turns.hand_overs.pop();
        let mut content = game.content();
        content.records.get_mut("items").and_then(|items| items.get_mut("broadsword")).expect("it is there")["title"] =
            json!("Feather");
        let revision = Revision::between(&game.content(), &content);
        game.amend(Amendment::Content(revision)).expect("it can be amended");
        hand_over(turns, &*game, 2, known.secret(2).ok().as_ref(), Dice::default());
    })
}

#[test]
fn each_of_more_than_50_changes_to_a_battle_by_files_is_found_with_its_place() {
    let bench = Bench::new();
    assert!(CHANGES.len() >= 50);
    bench.post.verify("ann", &bench.text).ends(0);
    let mut missed = Vec::new();
    for (what, change, told) in CHANGES {
        let text = change(&bench);
        assert_ne!(text, bench.text, "{what}: nothing is changed");
        let run = bench.post.verify("ann", &text);
        if run.status != 1 || !run.err.contains(told) {
            missed.push(format!("{what}: expected `{told}`, found {}\n{}{}", run.status, run.out, run.err));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    bench.post.verify("ann", &bench.text).ends(0);
}

#[test]
fn a_turn_that_was_played_again_after_it_was_read_is_found() {
    let bench = Bench::new();
    bench.post.turn("ann", "quit\n").ends(0);
    let error = bench.post.verify("ann", &again(&bench, 5)).ends(1).err;
    assert!(error.contains("hand-over 6: it differs from the one that you have seen before"), "{error}");
}

#[test]
fn decisions_of_computer_players_are_repeated() {
    let post = Post::new();
    let (out, keys) = (post.path(""), post.path("ann"));
    // The computer begins with this seed.
    let args = ["play", &arena(), "duel", "--seed", "7", "--mail", "1=ann@example.org", "--out", &out, "--keys", &keys];
    crate::foeman(&args).ends(0);
    let text = post.text(1);
    post.verify("ann", &text).ends(0);
    let mut turns = Turns::read(&text).expect("the file is genuine");
    let mut other = game(&turns);
    // Here the computer lets the person move first.
    other.back_to(2);
    play_on(&mut *other, 1, 1);
    turns.hand_overs.pop();
    hand_over(&mut turns, &*other, 0, None, Dice::default());
    let error = post.verify("bob", &turns.text()).ends(1).err;
    assert!(error.contains("entry 2: expected the decision of the computer player `steady`, found another"), "{error}");
}

#[test]
fn at_level_trust_the_rules_the_facts_and_the_turns_are_checked() {
    let post = Post::new();
    post.begin(&arena(), &["--level", "trust"], "").ends(0);
    post.turn("bob", &"1\n".repeat(40)).ends(0);
    let text = post.text(2);
    assert!(!text.contains("signature"), "{text}");
    // Everyone may continue.
    post.verify("eve", &text).ends(0);
    for (old, new, told) in [
        ("\"round\":1", "\"round\":2", "hand-over 1: expected {"),
        ("\"seed\":7", "\"seed\":8", "entry 1: expected"),
        ("\"from\":2", "\"from\":1", "hand-over 2: it does not come from the person who had the file"),
        ("\"from\":2", "\"from\":0", "hand-over 2: expected a side that hands over"),
        ("\"from\":2", "\"from\":7", "hand-over 2: expected a side that a person plays"),
        ("\"hand-over\":2", "\"hand-over\":18446744073709551615", "hand-over 2: expected hand-over 2"),
    ] {
        let error = post.verify("eve", &text.replacen(old, new, 1)).ends(1).err;
        assert!(error.contains(told), "expected `{told}`, found\n{error}");
    }
}

#[test]
fn no_byte_of_a_sealed_battle_can_be_changed() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(11);
    let letters = b"0123456789abcdef{}[]\",:- \n\xc3";
    // The content is most of the file, so half of the changes are elsewhere.
    let content = bench.text.lines().take(8).map(|line| line.len() + 1).sum::<usize>();
    let after = content + bench.lines()[8].len() + 1;
    for at in 0..120 {
        let mut bytes = bench.text.clone().into_bytes();
        let place = match at % 3 {
            0 => random.usize(..content),
            1 => random.usize(after..bytes.len()),
            _ => random.usize(..bytes.len()),
        };
        let letter = letters[random.usize(..letters.len())];
        match random.usize(..3) {
            0 => bytes[place] = letter,
            1 => bytes.insert(place, letter),
            _ => drop(bytes.remove(place)),
        }
        if bytes == bench.text.as_bytes() {
            continue;
        }
        let file = bench.post.path("altered.turn");
        fs::write(&file, &bytes).expect("it can be written");
        let run = crate::foeman(&["turn", &file, "--verify", "--keys", &bench.post.path("ann")]);
        // Text that is not UTF-8 cannot be read.
        let expected = if std::str::from_utf8(&bytes).is_ok() { 1 } else { 3 };
        assert_eq!(run.status, expected, "byte {place}: {}{}", run.out, run.err);
    }
}
