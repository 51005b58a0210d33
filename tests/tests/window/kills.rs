//! A session that is killed repeatedly at random moments loses no edit made more than two seconds before.
//!
//! `FOEMAN_KILLS=200 cargo test -p foeman-tests --test window kills:: -- --nocapture` kills 200 times.

use std::collections::hash_map::DefaultHasher;
use std::fs::{self, OpenOptions};
use std::hash::{Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foeman_base::save::together::Writer;
use foeman_registry::SHIPPED;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_test_support::packs;
use foeman_window::recovery::GuardAction;
use foeman_window::shell::action::Action;
use foeman_window::shell::session::Question;
use foeman_window::shell::workspace::Workspace;
use serde_json::Value;

/// The environment variable with the child's working folder.
const CHILD: &str = "FOEMAN_KILLED_IN";
/// The default number of kills per run.
const KILLS: u64 = 12;
/// The number of parallel sessions.
const WORKERS: u64 = 4;
/// Edits made this long before the kill must be recovered, in milliseconds.
const SAFE: u128 = 2000;

/// A pseudo-random generator with a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn now() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()
}

fn opened(folder: &Path) -> Workspace {
    let mut workspace = Workspace::new(SHIPPED);
    workspace.keep_journals(folder.join("journals"));
    workspace.perform(Action::Open(folder.join("arena")));
    if matches!(workspace.session().question(), Some(Question::Recover(_))) {
        workspace.perform(Action::Guard(GuardAction::Recover));
    }
    workspace
}

/// Returns a hash of all texts of the pack in the window.
fn state(workspace: &Workspace) -> u64 {
    let draft = workspace.pack().expect("a pack").draft();
    let texts = draft.files().map(|file| (draft.path(file).to_owned(), draft.text(file).as_bytes().to_vec()));
    number(texts)
}

/// Returns the same hash for the files on disk.
fn on_disk(folder: &Path) -> u64 {
    let files = packs::files(&folder.join("arena"));
    number(files.into_iter().filter(|(path, _)| path.ends_with(".yaml") || path.ends_with(".po")))
}

fn number(texts: impl Iterator<Item = (String, Vec<u8>)>) -> u64 {
    let mut hasher = DefaultHasher::new();
    texts.for_each(|text| text.hash(&mut hasher));
    hasher.finish()
}

/// The child process: performs one action after another, and records each when it is done.
fn session(folder: &Path) {
    let mut workspace = opened(folder);
    let mut record = OpenOptions::new().append(true).create(true).open(folder.join("record")).unwrap();
    let mut tell = |what: &str, state: u64| record.write_all(format!("{what} {} {state}\n", now()).as_bytes()).unwrap();
    tell("done", state(&workspace));
    // Performs each action on a copy without a journal first, so that its result is known in advance.
    let mut before = Workspace::with_draft(SHIPPED, workspace.pack().expect("a pack").draft().clone());
    let mut dice = Dice(u64::from(std::process::id()));
    let (mut undo, mut redo) = (0, 0);
    for step in 0_u64.. {
        let action = action(&mut dice, step, &mut undo, &mut redo);
        if action == Action::Save {
            tell("save", state(&workspace));
            workspace.perform(action);
        } else {
            before.perform(action.clone());
            before.perform(Action::Settle);
            tell("will", state(&before));
            workspace.perform(action);
            workspace.perform(Action::Settle);
        }
        tell("done", state(&workspace));
        std::thread::sleep(Duration::from_millis(dice.roll(40)));
    }
}

/// Picks a random action; `undo` and `redo` count the available steps.
fn action(dice: &mut Dice, step: u64, undo: &mut u64, redo: &mut u64) -> Action {
    let items = ["mace", "club", "dagger", "spear", "rock", "buckler"];
    let item = items[dice.roll(items.len() as u64) as usize];
    let chosen = match dice.roll(14) {
        9..=10 if *undo > 0 => Action::Undo,
        11 if *redo > 0 => Action::Redo,
        12 => Action::Save,
        6 => Action::Duplicate(RecordKey::new("items", item)),
        _ => {
            let at = Pointer::parse(&format!("/items/{item}/title")).unwrap();
            Action::Set(at, Value::from(format!("{item} {step}")))
        }
    };
    match &chosen {
        Action::Undo => (*undo, *redo) = (*undo - 1, *redo + 1),
        Action::Redo => (*undo, *redo) = (*undo + 1, *redo - 1),
        Action::Save => {}
        _ => (*undo, *redo) = (*undo + 1, 0),
    }
    chosen
}

#[test]
fn two_hundred_kills_lose_nothing_that_was_done_two_seconds_before() {
    if let Some(folder) = std::env::var_os(CHILD) {
        return session(Path::new(&folder));
    }
    let kills = std::env::var("FOEMAN_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(KILLS);
    let workers: Vec<_> =
        (0..WORKERS).map(|worker| std::thread::spawn(move || killed_often(worker, kills.div_ceil(WORKERS)))).collect();
    let (mut actions, mut saves) = (0, 0);
    for worker in workers {
        let (more, saved) = worker.join().expect("the worker lost no edits");
        (actions, saves) = (actions + more, saves + saved);
    }
    #[allow(clippy::print_stdout, reason = "the long run shows its progress")]
    {
        println!("{kills} kills, {actions} actions, {saves} saves");
    }
    assert!(actions > kills && saves > 0, "something was done: {actions} actions, {saves} saves");
}

/// Kills a session repeatedly; each new session continues with the recovered state.
fn killed_often(worker: u64, kills: u64) -> (u64, u64) {
    let folder = tempfile::tempdir().unwrap();
    packs::copy("arena", &folder.path().join("arena"));
    let mut dice = Dice(worker * 7919 + 1);
    let mut before = on_disk(folder.path());
    let mut saved = before;
    let (mut actions, mut saves) = (0, 0);
    for kill in 0..kills {
        let record = folder.path().join("record");
        let _ = fs::remove_file(&record);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kills::two_hundred_kills_lose_nothing_that_was_done_two_seconds_before"])
            .env(CHILD, folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(100 + dice.roll(4200)));
        let killed = now();
        child.kill().unwrap();
        child.wait().unwrap();

        let text = fs::read_to_string(&record).unwrap_or_default();
        let told: Vec<(&str, u128, u64)> = text.lines().filter_map(parsed).collect();
        // The last edit that must be recovered; later ones may be, too.
        let safe = told.iter().rposition(|(what, at, _)| *what == "done" && at + SAFE < killed);
        // A window only reads a pack that it opens; the next writer completes an interrupted save.
        drop(Writer::begin(&folder.path().join("arena"), Duration::from_secs(60)).unwrap());
        let workspace = opened(folder.path());
        let now = state(&workspace);
        let found = told[safe.unwrap_or(0)..].iter().any(|it| it.2 == now) || (safe.is_none() && now == before);
        assert!(found, "worker {worker}, kill {kill}: the edits up to line {safe:?} of {} are lost", told.len());

        let disk = on_disk(folder.path());
        let wanted = told.iter().filter(|it| it.0 == "save").map(|it| it.2).chain([saved]);
        assert!(
            wanted.into_iter().any(|state| state == disk),
            "worker {worker}, kill {kill}: files are neither old nor new"
        );
        actions += told.iter().filter(|it| it.0 == "done").count() as u64;
        saves += told.iter().filter(|it| it.0 == "save").count() as u64;
        (before, saved) = (now, disk);
    }
    (actions, saves)
}

fn parsed(line: &str) -> Option<(&str, u128, u64)> {
    let mut words = line.split(' ');
    Some((words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}
