//! End-to-end tests of the command line.

mod across;

mod alarms;

mod archives;

mod borders;

mod campaigns;

mod comparing;

mod controls;

mod declared;

mod deeds;

mod exchanging;

mod findings;

mod fixes;

mod formatting;

mod frauds;

mod great_maps;

mod hexkit;

#[cfg(unix)]
mod hostile;

mod hostile_files;

mod images;
mod journals;

mod lab;

mod manners;

mod maps;

mod names;

mod new;

mod markers;

mod merging;

mod migrating;

mod pages;

mod people;

mod parity;

mod playing;

mod print;

#[cfg(unix)]
mod races;

mod render;

mod required;

mod rolls;
mod scripts;

mod showing;
mod simulations;
mod sites;
mod slips;
mod stacks;
mod story;
mod tampering;
mod testing;

mod toy;

mod turns;

mod translations;

mod usage;

mod watching;

mod zones;

use std::fs;
use std::path::{Path, PathBuf};

use foeman_base::console::{Console, Look};
use foeman_editor::run_on;
use foeman_engine::game::Registry;
use foeman_registry::SHIPPED;
use foeman_test_support::packs;
use tempfile::TempDir;

/// The output of a run, and its exit status.
struct Run {
    status: u8,
    out: String,
    err: String,
}

/// Runs the program with these arguments.
fn foeman(args: &[&str]) -> Run {
    foeman_with(SHIPPED, args)
}

/// Runs the program with other rulesets.
fn foeman_with(registry: Registry, args: &[&str]) -> Run {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = foeman_editor::run(args.iter().copied(), registry, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Run { status, out: text(out), err: text(err) }
}

/// Runs the program with input.
fn foeman_typing(registry: Registry, args: &[&str], typed: &str) -> Run {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(&mut out, Look::Plain, &mut err, Look::Plain).reading(typed.as_bytes());
    let status = run_on(args.iter().copied(), registry, &mut console).status();
    drop(console);
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Run { status, out: text(out), err: text(err) }
}

impl Run {
    /// Checks the exit status of the run, and returns the run.
    #[track_caller]
    fn ends(self, status: u8) -> Self {
        assert_eq!(self.status, status, "\n--- out\n{}\n--- err\n{}", self.out, self.err);
        self
    }
}

/// Returns the path of a file or folder of the repository.
fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace holds the tests").join(path)
}

/// The path of the shipped Arena.
fn arena() -> String {
    repository("content/arena").to_str().expect("the repository's path is text").to_owned()
}

/// The path of the shipped Valley of the Bell.
fn valley() -> String {
    repository("content/strategy").to_str().expect("the repository's path is text").to_owned()
}

/// A copy of a shipped pack, by default the Arena, in a temporary folder.
struct Copy {
    folder: TempDir,
}

impl Copy {
    fn new() -> Self {
        Self::of("arena")
    }

    /// Copies a shipped pack.
    fn of(pack: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        packs::copy(pack, folder.path());
        Self { folder }
    }

    /// Replaces the first `old` after the line that starts with `below`.
    #[track_caller]
    fn with(self, file: &str, below: &str, old: &str, new: &str) -> Self {
        let path = self.folder.path().join(file);
        let text = fs::read_to_string(&path).expect("the file is there");
        let from = text.find(below).unwrap_or_else(|| panic!("{file} has no `{below}`"));
        let (front, back) = text.split_at(from);
        assert!(back.contains(old), "{file} has no `{old}` below `{below}`");
        fs::write(path, format!("{front}{}", back.replacen(old, new, 1))).expect("it can be written");
        self
    }

    /// Its path, as an argument.
    fn path(&self) -> &str {
        self.folder.path().to_str().expect("temporary folders have plain names")
    }

    /// Returns `line:column` of the first `text` after `below`.
    #[track_caller]
    fn at(&self, file: &str, below: &str, text: &str) -> String {
        let whole = fs::read_to_string(self.folder.path().join(file)).expect("the file is there");
        let from = whole.find(below).unwrap_or_else(|| panic!("{file} has no `{below}`"));
        let offset = from + whole[from..].find(text).unwrap_or_else(|| panic!("{file} has no `{text}`"));
        let line = whole[..offset].matches('\n').count() + 1;
        let start = whole[..offset].rfind('\n').map_or(0, |at| at + 1);
        format!("{line}:{}", whole[start..offset].chars().count() + 1)
    }
}
