//! Battles by files: two people play, and every change to a file is found.

use std::fs;
use std::path::{Path, PathBuf};

use foeman_registry::SHIPPED;

use crate::{Copy, Run, arena, foeman, foeman_typing};

/// Two people with their own keys, and a folder for the files that they send.
struct Post {
    folder: tempfile::TempDir,
}

const ANN: &str = "1=Änn Ford <ann@example.org>";
const BOB: &str = "2=bob@example.org";

impl Post {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder can be made") }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("a plain name").to_owned()
    }

    /// Begins a duel between Ann, who begins, and Bob.
    fn begin(&self, pack: &str, more: &[&str], typed: &str) -> Run {
        let (out, keys) = (self.path(""), self.path("ann"));
        let args = ["play", pack, "duel", "--seed", "7", "--human", "1", "--mail", ANN, "--mail", BOB];
        let args: Vec<&str> = args.iter().chain(&["--out", &out, "--keys", &keys]).chain(more).copied().collect();
        foeman_typing(SHIPPED, &args, typed)
    }

    /// Continues the newest file.
    fn turn(&self, who: &str, typed: &str) -> Run {
        let (file, keys) = (self.newest(), self.path(who));
        foeman_typing(SHIPPED, &["turn", &file, "--keys", &keys], typed)
    }

    /// Checks a text as a person would on opening it.
    fn verify(&self, who: &str, text: &str) -> Run {
        let (file, keys) = (self.path("altered.turn"), self.path(who));
        fs::write(&file, text).expect("it can be written");
        foeman(&["turn", &file, "--verify", "--keys", &keys])
    }

    fn files(&self, extension: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.path()).expect("the folder is there").flatten();
        let is_sent = |path: &PathBuf| path.extension().is_some_and(|other| other == extension);
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_sent).collect();
        files.retain(|path| !path.ends_with("altered.turn"));
        files.sort_by_key(|path| number(path));
        files
    }

    fn newest(&self) -> String {
        let files = self.files("turn");
        files.last().and_then(|path| path.to_str()).expect("a file has been written").to_owned()
    }

    /// Returns the text of the file of a hand-over, counted from 1.
    fn text(&self, hand_over: usize) -> String {
        fs::read_to_string(&self.files("turn")[hand_over - 1]).expect("the file is there")
    }
}

/// The number of the hand-over in the name of its file.
fn number(path: &Path) -> usize {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    stem.rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// A duel of six hand-overs; the file of the last one goes to `to`.
fn duel() -> Post {
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
fn two_people_play_by_files_and_each_sees_what_has_happened_since() {
    let post = duel();
    assert_eq!(post.files("turn").len(), 6);
    for file in post.files("turn") {
        println!("{}", file.display());
    }
    let _ = Copy::new();
}
