//! Concurrency tests: processes that write to one pack at the same time, readers in between, and killed processes.
//!
//! `FOEMAN_RUNS=300 cargo test -p foeman-tests --test cli races:: -- --nocapture` makes 300 runs; `FOEMAN_SEED`
//! is the number of the first.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;
use foeman_registry::SHIPPED;
use foeman_test_support::packs;
use foeman_window::shell::action::Action;
use foeman_window::shell::workspace::Workspace;
use serde_json::Value;

use crate::foeman;

/// Set in a child process that runs a command: its arguments as JSON.
const COMMAND: &str = "FOEMAN_TEST_COMMAND";
/// The name of the test that a child process runs.
const TEST: &str = "races::two_writers_readers_and_kills_leave_every_save_whole_or_undone";
/// The default number of runs.
const RUNS: u64 = 6;
/// The number of files in the pack.
const FILES: usize = 200;
/// Long enough for any command; after that it counts as hung.
const LONG: Duration = Duration::from_secs(180);

/// An argument that makes a child process open the window instead of running a command.
const WINDOW: &str = "open-window";

type Texts = BTreeMap<String, Vec<u8>>;

/// The possible texts of the pack: each of two commands has been carried out or not.
struct States {
    texts: [Texts; 4],
}

const RENAMED: usize = 1;
const FORMATTED: usize = 2;

const RENAME: [&str; 3] = ["rename", "items/base", "root"];

impl States {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let root = folder.path().to_str().expect("temporary folders have plain names");
        let mut texts = [written(), Texts::new(), Texts::new(), Texts::new()];
        for (at, commands) in [(RENAMED, vec![rename(root)]), (FORMATTED, vec![format(root)])]
            .into_iter()
            .chain([(RENAMED | FORMATTED, vec![rename(root), format(root)])])
        {
            write(folder.path(), &texts[0]);
            for words in commands {
                foeman(&words.iter().map(String::as_str).collect::<Vec<_>>()).ends(0);
            }
            texts[at] = packs::files(folder.path());
        }
        let files = |state: &Texts| state.iter().filter(|(path, text)| texts[0][*path] != **text).count();
        assert!(texts[1..].iter().all(|state| files(state) >= FILES), "each command changes {FILES} files");
        Self { texts }
    }

    /// Returns the state of the pack, if all its files are in the same one.
    fn of(&self, root: &Path) -> Option<usize> {
        let now = packs::files(root);
        self.texts.iter().position(|texts| *texts == now)
    }

    /// Panics unless every file has its text in one of the states.
    fn whole(&self, root: &Path, told: &str) {
        for (path, text) in packs::files(root) {
            assert!(
                self.texts.iter().any(|texts| texts.get(&path) == Some(&text)),
                "{path} is a mixture of two versions; {told}"
            );
        }
    }
}

fn rename(root: &str) -> Vec<String> {
    RENAME.iter().copied().chain(["--pack", root]).map(str::to_owned).collect()
}

fn format(root: &str) -> Vec<String> {
    ["fmt", root].map(str::to_owned).to_vec()
}

/// The initial texts of the pack.
fn written() -> Texts {
    let head = "pack: crowded\nruleset: foeman\nitems:\n  base:   {title: Base, class: gen}\n";
    let item = |number: usize| format!("items:\n  item-{number}:   {{extends: base, title: Item {number}}}\n");
    let mut texts = Texts::from([("pack.yaml".to_owned(), head.into())]);
    texts.extend((1..FILES).map(|number| (format!("items/{number}.yaml"), item(number).into_bytes())));
    texts
}

fn write(root: &Path, texts: &Texts) {
    fs::create_dir_all(root.join("items")).expect("a folder can be made");
    for (path, text) in texts {
        fs::write(root.join(path), text).expect("it can be written");
    }
}

/// A child process that runs a command.
struct Process {
    words: Vec<String>,
    child: Child,
}

/// The end of a process; no status if it was killed.
struct Ended {
    words: Vec<String>,
    status: Option<i32>,
    err: String,
}

impl Process {
    /// Starts a command; save journals are kept in the folder `state`.
    fn start(words: Vec<String>, state: &Path) -> Self {
        Self::start_in(Path::new("."), words, state)
    }

    /// Starts a command in another working folder.
    fn start_in(folder: &Path, words: Vec<String>, state: &Path) -> Self {
        let child = Command::new(std::env::current_exe().expect("this test runs"))
            .args(["--exact", TEST, "--nocapture"])
            .current_dir(folder)
            .env(COMMAND, serde_json::to_string(&words).expect("texts are JSON"))
            .env("XDG_DATA_HOME", state)
            .env("HOME", state)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("this test can be run again");
        Self { words, child }
    }

    fn kill(&mut self) {
        self.child.kill().expect("this process owns the child process");
    }

    fn is_over(&mut self) -> bool {
        self.child.try_wait().expect("this process owns the child process").is_some()
    }

    fn end(self) -> Ended {
        let Self { words, child } = self;
        let output = child.wait_with_output().expect("this process owns the child process");
        let err = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        Ended { words, status: output.status.code(), err }
    }
}

impl Ended {
    /// Whether a command reports that it changed this many files.
    fn claims(&self, count: usize) -> bool {
        self.err.contains(&format!("{count} files"))
    }

    fn told(&self) -> String {
        format!("{:?} ended with {:?}: {}", self.words, self.status, self.err)
    }
}

/// In a child process: runs the command and exits with its status.
#[allow(clippy::disallowed_methods, reason = "the child process must end without running other tests")]
fn obey(words: &str) -> ! {
    let words: Vec<String> = serde_json::from_str(words).expect("the arguments were written as JSON");
    if words[0] == WINDOW {
        open_window(Path::new(&words[1]));
        std::process::exit(0);
    }
    let status = foeman_editor::run(words, SHIPPED, &mut std::io::stdout(), &mut std::io::stderr());
    std::process::exit(status.into());
}

/// Opens a pack in an offscreen window, saves it, and reports each time whether a save was interrupted.
#[allow(clippy::print_stdout, reason = "another process reads it")]
fn open_window(pack: &Path) {
    let mut workspace = Workspace::new(SHIPPED);
    let tell = |workspace: &Workspace, when: &str| {
        let analysis = workspace.pack().expect("it is open").analysis();
        let cut_short = analysis.findings().iter().any(|finding| finding.code == "unfinished-save");
        println!("{when}: {}", if cut_short { "cut short" } else { "whole" });
    };
    let before = packs::files(pack);
    workspace.perform(Action::Open(pack.to_owned()));
    tell(&workspace, "opened");
    assert_eq!(packs::files(pack), before);
    workspace.perform(Action::Save);
    tell(&workspace, "saved");
}

/// Waits until a save of the pack is committed, so that a kill hits it while files are replaced.
fn until_listed(state: &Path, process: &mut Process) {
    let lists = || {
        let saves = fs::read_dir(state.join("foeman/saves")).into_iter().flatten().flatten();
        saves.into_iter().any(|save| save.path().join("list").exists())
    };
    let start = Instant::now();
    while !lists() && !process.is_over() && start.elapsed() < LONG {
        std::thread::sleep(Duration::from_micros(200));
    }
}

#[derive(Default, Debug)]
struct Count {
    runs: u64,
    kills: u64,
    cut_short: u64,
    refused: u64,
    reads: u64,
    reads_of_cut_short: u64,
}

/// One run: one or two writers, perhaps readers, perhaps a kill; then all results must be consistent.
fn run(seed: u64, states: &States, usual: Duration, count: &mut Count) {
    let mut dice = Rng::with_seed(seed);
    let (pack, state) = (tempfile::tempdir().expect("made"), tempfile::tempdir().expect("made"));
    let (root, state) = (pack.path(), state.path());
    write(root, &states.texts[0]);
    let path = root.to_str().expect("temporary folders have plain names");

    let mut first = Process::start(rename(path), state);
    std::thread::sleep(usual.mul_f64(dice.f64() * 0.3));
    let two = seed.is_multiple_of(2);
    let second = two.then(|| Process::start(format(path), state));
    let check = || ["check", path, "--format", "json", "--all"].map(str::to_owned).to_vec();
    let mut readers: Vec<Process> = (0..if two { 0 } else { 2 }).map(|_| Process::start(check(), state)).collect();
    let killed = !seed.is_multiple_of(3);
    if killed {
        if dice.bool() {
            until_listed(state, &mut first);
            std::thread::sleep(Duration::from_micros(dice.u64(0..150_000)));
        } else {
            std::thread::sleep(usual.mul_f64(dice.f64() * 1.2));
        }
        first.kill();
        count.kills += 1;
        if !two {
            readers.push(Process::start(check(), state));
        }
    }
    let first = first.end();
    let second = second.map(Process::end);
    let readers: Vec<Ended> = readers.into_iter().map(Process::end).collect();
    let mut told = first.told() + &second.as_ref().map(Ended::told).unwrap_or_default();
    told += &format!("; seed {seed}");

    // Readers see all of a save or nothing, or report that it was interrupted.
    for reader in &readers {
        let told = format!("{}; {told}", reader.told());
        let found: Vec<Value> = reader.err.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let cut_short = found.iter().any(|finding| finding["code"] == "unfinished-save");
        let errors = found.iter().filter(|finding| finding["severity"] == "error").count();
        assert!(errors == 0 || cut_short, "{told}");
        assert_eq!(reader.status, Some(i32::from(errors > 0)), "{told}");
        count.reads += 1;
        count.reads_of_cut_short += u64::from(cut_short);
    }
    states.whole(root, &told);
    let before = packs::files(root);
    let read = Process::start(check(), state).end();
    assert_eq!(packs::files(root), before, "a reading command changes no files: {}; {told}", read.told());
    let cut_short = states.of(root).is_none();
    count.cut_short += u64::from(cut_short);
    if cut_short {
        assert!(read.err.contains("unfinished-save"), "{}; {told}", read.told());
        assert_eq!(read.status, Some(1), "{}; {told}", read.told());
    }

    // The next writer, which itself changes nothing, completes the interrupted save.
    let next = Process::start(["migrate", path].map(str::to_owned).to_vec(), state).end();
    assert_eq!(next.status, Some(0), "{}; {told}", next.told());
    let now = states.of(root).unwrap_or_else(|| panic!("only some of the files were saved: {}; {told}", next.told()));
    for (ended, bit) in [(Some(&first), RENAMED), (second.as_ref(), FORMATTED)] {
        let made = now & bit != 0;
        match ended.map(|ended| (ended, ended.status)) {
            None => assert!(!made, "{told}"),
            // Killed: all or nothing.
            Some((_, None)) => assert!(killed, "{told}"),
            Some((ended, Some(0))) => assert!(made && ended.claims(FILES), "{told}"),
            Some((ended, Some(status))) => {
                assert!(status == 3 && !made, "{told}");
                assert!(ended.err.contains("no file was changed"), "{told}");
                count.refused += 1;
            }
        }
    }
    let left = fs::read_dir(state.join("foeman/saves")).into_iter().flatten().count();
    assert_eq!(left, 0, "finished saves leave no lists: {told}");
    assert_eq!(leftovers(root), 0, "temporary files of killed processes are removed: {told}");
    count.runs += 1;
}

fn leftovers(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("it can be listed").map(|entry| entry.expect("it can be listed"));
    let count = |entry: fs::DirEntry| match entry.file_type().expect("it has one").is_dir() {
        true => leftovers(&entry.path()),
        false => usize::from(entry.file_name().to_string_lossy().starts_with(".foeman-")),
    };
    entries.map(count).sum()
}

#[test]
fn two_writers_readers_and_kills_leave_every_save_whole_or_undone() {
    if let Ok(words) = std::env::var(COMMAND) {
        obey(&words);
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (runs, first) = (number("FOEMAN_RUNS").unwrap_or(RUNS), number("FOEMAN_SEED").unwrap_or(0));
    let states = States::new();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (root, state) = (folder.path().join("pack"), folder.path().join("state"));
    write(&root, &states.texts[0]);
    let start = Instant::now();
    let ended = Process::start(rename(root.to_str().expect("a plain name")), &state).end();
    assert_eq!(ended.status, Some(0), "{}", ended.told());
    let usual = start.elapsed();
    let mut count = Count::default();
    for seed in first..first + runs {
        run(seed, &states, usual, &mut count);
    }
    #[allow(clippy::print_stdout, reason = "the long run shows its progress")]
    {
        println!("{count:?}, one save in {usual:?}");
    }
    assert_eq!(count.runs, runs);
}

/// Kills a rename after it has replaced some files, but not all.
fn cut_short(states: &States, root: &Path, state: &Path) {
    for _ in 0..20 {
        write(root, &states.texts[0]);
        let mut process = Process::start(rename(root.to_str().expect("a plain name")), state);
        until_listed(state, &mut process);
        while packs::files(root) == states.texts[0] && !process.is_over() {}
        process.kill();
        process.end();
        if states.of(root).is_none() {
            return;
        }
    }
    panic!("no kill hits a save of {FILES} files");
}

#[test]
fn a_save_that_was_cut_short_is_reported_by_readers_and_finished_by_the_next_writer() {
    let (states, folder) = (States::new(), tempfile::tempdir().expect("a temporary folder can be made"));
    let (root, state) = (folder.path().join("crowded"), folder.path().join("state"));
    let path = root.to_str().expect("a plain name");
    let run = |words: &[&str]| Process::start(words.iter().map(|word| (*word).to_owned()).collect(), &state).end();
    cut_short(&states, &root, &state);
    let half = packs::files(&root);
    for (words, status) in [
        (&["check", path][..], 1),
        (&["list", "--pack", path], 0),
        (&["show", "items/item-1", "--pack", path], 0),
        (&["fmt", path, "--check"], 1),
        (&["check", path, "--fix", "--diff"], 1),
    ] {
        let ended = run(words);
        assert_eq!(ended.status, Some(status), "{}", ended.told());
        assert!(ended.err.contains("unfinished-save") && ended.err.contains("was interrupted"), "{}", ended.told());
        assert!(ended.err.contains("still have their old text"), "{}", ended.told());
        assert!(ended.err.contains("`foeman check --fix`"), "it names the remedy: {}", ended.told());
        assert_eq!(packs::files(&root), half, "{}", ended.told());
    }
    let ended = run(&["check", path, "--fix"]);
    assert_eq!(ended.status, Some(0), "{}", ended.told());
    assert!(ended.err.contains("completed an interrupted save: wrote "), "{}", ended.told());
    assert_eq!(states.of(&root), Some(RENAMED), "{}", ended.told());

    cut_short(&states, &root, &state);
    // A pack that requires it reads half of the save.
    let dependent = folder.path().join("dependent");
    fs::create_dir(&dependent).expect("made");
    let header = "pack: dependent\nruleset: foeman\nformat: 2\nrequires: {crowded: '*'}\n";
    fs::write(dependent.join("pack.yaml"), header).expect("written");
    let above = dependent.to_str().expect("a plain name");
    for words in [&["check", above][..], &["list", "--pack", above]] {
        let ended = run(words);
        let told = "error[unfinished-save]: the last save of the required pack `crowded` was interrupted";
        assert!(ended.err.contains(told), "{}", ended.told());
        assert!(ended.err.contains("run `foeman check --fix` on it"), "{}", ended.told());
    }
    let ended = run(&[WINDOW, above]);
    assert!(ended.err.contains("opened: cut short") && ended.err.contains("saved: cut short"), "{}", ended.told());
    let ended = run(&[WINDOW, path]);
    assert!(ended.err.contains("opened: cut short") && ended.err.contains("saved: whole"), "{}", ended.told());
    assert_eq!(states.of(&root), Some(RENAMED), "{}", ended.told());
    let ended = run(&["check", above]);
    assert!(!ended.err.contains("unfinished-save"), "{}", ended.told());
}

/// Packs that hold a record and the names of the record in them, next to each other.
fn two_packs(folder: &Path) -> [PathBuf; 2] {
    let roots = ["crowded", "above"].map(|name| folder.join(name));
    write(&roots[0], &written());
    let head = "pack: above\nruleset: foeman\nrequires: {crowded: '*'}\n";
    let item = |number: usize| format!("items:\n  own-{number}: {{extends: base, title: Own {number}}}\n");
    let mut texts = Texts::from([("pack.yaml".to_owned(), head.into())]);
    texts.extend((1..FILES).map(|number| (format!("items/{number}.yaml"), item(number).into_bytes())));
    write(&roots[1], &texts);
    roots
}

/// How many files of some packs name the record as before, and as it is called now.
fn named(roots: &[PathBuf]) -> [usize; 2] {
    let texts = roots.iter().flat_map(|root| packs::files(root).into_values());
    let texts: Vec<String> = texts.map(|text| String::from_utf8_lossy(&text).into_owned()).collect();
    ["extends: base", "extends: root"].map(|name| texts.iter().filter(|text| text.contains(name)).count())
}

#[test]
fn a_rename_over_two_packs_that_is_killed_is_finished_or_dropped_in_both() {
    let all = 2 * (FILES - 1);
    let mut dice = Rng::with_seed(7);
    for run in 0..RUNS {
        let (folder, state) = (tempfile::tempdir().expect("made"), tempfile::tempdir().expect("made"));
        let roots = two_packs(folder.path());
        let path = |at: usize| roots[at].to_str().expect("a plain name");
        let mut process = Process::start(rename(path(0)), state.path());
        until_listed(state.path(), &mut process);
        std::thread::sleep(Duration::from_micros(dice.u64(0..250_000)));
        process.kill();
        let told = process.end().told();
        let [old, new] = named(&roots);
        for at in if run.is_multiple_of(2) { [0, 1] } else { [1, 0] } {
            let next = Process::start(["migrate", path(at)].map(str::to_owned).to_vec(), state.path()).end();
            assert_eq!(next.status, Some(0), "{}; {told}", next.told());
        }
        let now = named(&roots);
        assert!(now == [all, 0] || now == [0, all], "{now:?} of {all} after {old} and {new}; {told}");
        let left = fs::read_dir(state.path().join("foeman/saves")).expect("it is there").count();
        assert_eq!(left, 0, "a finished save leaves no list; {told}");
    }
}

#[test]
fn a_pack_named_by_a_bare_file_name_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let text = "pack: k\nruleset: foeman\nformat: 1\nitems:\n  base:   {title: Base, class: gen, szie: 1}\n";
    for (words, expected) in [
        (&["fmt", "k.yaml"][..], "  base: {title"),
        (&["rename", "items/base", "root", "--pack", "k.yaml"], "  root:"),
        (&["check", "k.yaml", "--fix-unsafe"], ", size: 1}"),
        (&["migrate", "k.yaml"], "format: 2"),
    ] {
        let file = folder.path().join("k.yaml");
        fs::write(&file, text).expect("it can be written");
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        let ended = Process::start_in(folder.path(), words, &folder.path().join("state")).end();
        let now = fs::read_to_string(&file).expect("it is there");
        assert!(now.contains(expected), "{now}; {}", ended.told());
        assert!(matches!(ended.status, Some(0 | 1)), "{}", ended.told());
    }
}

#[test]
fn a_command_is_refused_with_the_id_of_the_process_that_writes_to_the_pack() {
    use foeman_base::save::together::Writer;
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    write(folder.path(), &written());
    let path = folder.path().to_str().expect("temporary folders have plain names");
    let writer = Writer::begin(folder.path(), Duration::ZERO).expect("no other process has locked the pack");
    let refused = foeman(&["fmt", path]).ends(3);
    assert!(
        refused.err.contains(&format!("process {} is writing to this pack", std::process::id())),
        "{}",
        refused.err
    );
    assert!(refused.err.contains("try again when it is done; no file was changed"), "{}", refused.err);
    foeman(&["check", path]).ends(0);
    drop(writer);
    assert!(foeman(&["fmt", path]).ends(0).err.contains("formatted 200 files"));
}
