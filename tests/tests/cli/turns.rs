//! Battles by files: two people play, sides with one address take turns here, and messages have the facts.

use std::fs;
use std::path::{Path, PathBuf};

use foeman_registry::SHIPPED;

use crate::{Run, arena, foeman, foeman_typing};

/// Two people with their own keys, and a folder for the files that they send.
pub(crate) struct Post {
    folder: tempfile::TempDir,
}

const ANN: &str = "1=Änn Ford <ann@example.org>";
const BOB: &str = "2=bob@example.org";

impl Post {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder can be made") }
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("a plain name").to_owned()
    }

    /// Begins a duel between Ann, who begins, and Bob.
    pub(crate) fn begin(&self, pack: &str, more: &[&str], typed: &str) -> Run {
        let (out, keys) = (self.path(""), self.path("ann"));
        let args = ["play", pack, "duel", "--seed", "7", "--human", "1", "--mail", ANN, "--mail", BOB];
        let args: Vec<&str> = args.iter().chain(&["--out", &out, "--keys", &keys]).chain(more).copied().collect();
        foeman_typing(SHIPPED, &args, typed)
    }

    /// Continues the newest file.
    pub(crate) fn turn(&self, who: &str, typed: &str) -> Run {
        let (file, keys) = (self.newest(), self.path(who));
        foeman_typing(SHIPPED, &["turn", &file, "--keys", &keys], typed)
    }

    /// Checks a text as a person would on opening it.
    pub(crate) fn verify(&self, who: &str, text: &str) -> Run {
        let (file, keys) = (self.path("altered.turn"), self.path(who));
        fs::write(&file, text).expect("it can be written");
        foeman(&["turn", &file, "--verify", "--keys", &keys])
    }

    pub(crate) fn files(&self, extension: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.path()).expect("the folder is there").flatten();
        let is_sent = |path: &PathBuf| path.extension().is_some_and(|other| other == extension);
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_sent).collect();
        files.retain(|path| !path.ends_with("altered.turn"));
        files.sort_by_key(|path| number(path));
        files
    }

    pub(crate) fn newest(&self) -> String {
        let files = self.files("turn");
        files.last().and_then(|path| path.to_str()).expect("a file has been written").to_owned()
    }

    /// Returns the text of the file of a hand-over, counted from 1.
    pub(crate) fn text(&self, hand_over: usize) -> String {
        fs::read_to_string(&self.files("turn")[hand_over - 1]).expect("the file is there")
    }
}

/// The number of the hand-over in the name of its file.
fn number(path: &Path) -> usize {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    stem.rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// A duel of six hand-overs; the file of the last one goes to `to`.
pub(crate) fn duel() -> Post {
    let post = Post::new();
    post.begin(&arena(), &[], "").ends(0);
    for at in 0..5 {
        let who = ["bob", "ann"][at % 2];
        // The first choice as often as it is asked for, which never takes long.
        post.turn(who, &"1\n".repeat(40)).ends(0);
    }
    post
}

#[test]
fn two_people_play_by_files_and_each_reads_what_has_happened_since() {
    let post = Post::new();
    let begun = post.begin(&arena(), &[], "").ends(0);
    assert!(begun.err.contains("-1.turn` and `") && begun.err.contains("for bob@example.org"), "{}", begun.err);
    let bob = post.turn("bob", "1\n5,4\n1\n").ends(0);
    assert!(bob.out.contains("A matter of one copper: round 1, side 2, Never-Paid (bob@example.org)"), "{}", bob.out);
    assert!(bob.out.contains("Hand-over 1, level sealed") && bob.out.contains("Never-Paid: what now?"), "{}", bob.out);
    assert!(!bob.out.contains("Maud Tollbar: what now?"), "the other side decides elsewhere: {}", bob.out);
    let ann = post.turn("ann", "quit\n").ends(0);
    assert!(ann.out.contains("  Ushka Nine-Fingers moves"), "the replay shows Bob's turn: {}", ann.out);
    assert!(ann.out.contains("The initiative goes to"), "Ann has not read about the beginning: {}", ann.out);
    assert!(ann.out.contains("Maud Tollbar: what now?") || ann.out.contains("Toll-keepers: what now?"), "{}", ann.out);
    assert!(!ann.err.contains("wrote"), "nothing was decided: {}", ann.err);
}

#[test]
fn an_unfinished_turn_is_kept_and_continued() {
    let post = Post::new();
    post.begin(&arena(), &[], "").ends(0);
    let begun = post.turn("bob", "1\n2,3\nquit\n");
    let begun = begun.ends(0);
    assert!(begun.err.contains("kept your unfinished turn"), "{}", begun.err);
    let continued = post.turn("bob", "quit\n").ends(0);
    assert!(continued.out.contains("Ushka Nine-Fingers: what now?"), "{}", continued.out);
    let stolen = post.turn("eve", "quit\n").ends(1);
    assert!(stolen.err.contains("found one that this profile has not made"), "{}", stolen.err);
}

#[test]
fn decisions_with_dice_cannot_be_taken_back_by_files() {
    let post = Post::new();
    post.begin(&arena(), &[], "").ends(0);
    let run = post.turn("bob", "1\nundo\n1\nuse fleetness\n\nundo\nquit\n").ends(0);
    assert!(run.out.contains("Your last decision is taken back"), "{}", run.out);
    assert!(run.out.contains("Dice have been rolled since your last decision"), "{}", run.out);
}

#[test]
fn sides_with_one_address_share_a_turn() {
    let post = Post::new();
    let (out, keys) = (post.path(""), post.path("ann"));
    let people = ["--human", "1", "--mail", "1=ann@example.org", "--mail", "2=ann@example.org"];
    let args = ["play", &arena(), "duel", "--seed", "7", "--out", &out, "--keys", &keys];
    let args: Vec<&str> = args.iter().chain(&people).copied().collect();
    let run = foeman_typing(SHIPPED, &args, "\n1\n8\n\n1\n8\nquit\n").ends(0);
    for side in ["Toll-keepers", "Never-Paid"] {
        assert!(run.out.contains(&format!("Hand over to {side}")), "{}", run.out);
    }
    assert!(post.files("turn").is_empty(), "nothing is sent to oneself");
}

#[test]
fn a_message_has_the_five_facts_and_the_file() {
    let post = duel();
    for (file, draft) in post.files("turn").iter().zip(post.files("eml")) {
        let message = fs::read_to_string(draft).expect("the message is there");
        let parts: Vec<&str> = message.split("--=_foeman_=").collect();
        let body = |part: &str| {
            let (_, body) = part.split_once("\r\n\r\n").expect("a part has a body");
            decoded(&body.replace("\r\n", ""))
        };
        let text = String::from_utf8(body(parts[1])).expect("the text is UTF-8");
        for fact in ["Scenario: A matter of one copper", "Round: ", "Side: ", "Name of the side: ", "Player: "] {
            assert!(text.contains(fact), "{text}");
        }
        assert_eq!(body(parts[2]), fs::read(file).expect("the file is there"));
    }
    let last = fs::read_to_string(&post.files("eml")[5]).expect("the message is there");
    assert!(last.contains("From: bob@example.org\r\n"), "{last}");
    assert!(last.contains("To: =?utf-8?B?w4RubiBGb3Jk?=\r\n <ann@example.org>\r\n"), "{last}");
}

#[test]
fn every_person_needs_an_address_of_one_line() {
    let [post, arena] = [Post::new().path(""), arena()];
    let refused = |more: &[&str]| {
        let args: Vec<&str> = ["play", &arena, "duel", "--out", &post].iter().chain(more).copied().collect();
        foeman(&args).ends(2).err
    };
    let error = refused(&["--human", "1", "--mail", BOB]);
    assert!(error.contains("found none for side 1; add it with `--mail`"), "{error}");
    let error = refused(&["--human", "1", "--human", "2", "--mail", ANN, "--mail", BOB]);
    assert!(error.contains("expected `--human` sides with one address"), "{error}");
    let error = refused(&["--mail", BOB, "--mail", BOB]);
    assert!(error.contains("expected one player for `2`, found two"), "{error}");
    let error = refused(&["--mail", "1=ann@example.org\nBcc: all@example.org"]);
    assert!(error.contains("expected an address such as `ann@example.org`"), "{error}");
    let error = refused(&["--mail", BOB, "--format", "json"]);
    assert!(error.contains("expected `--format human` with `--mail`"), "{error}");
}

/// Reads base64.
fn decoded(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |letter: u8| LETTERS.iter().position(|other| *other == letter).expect("it is base64") as u32;
    let letters: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').collect();
    let bytes = letters.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0, |bits, letter| bits << 6 | digit(*letter)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}
