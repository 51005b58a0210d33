//! Protection against data loss: crash recovery, and merging with changes by other programs.

mod action;
pub mod dialogs;

pub use action::GuardAction;

use std::collections::BTreeMap;
use std::path::PathBuf;

use foeman_schema::draft::Draft;

use crate::pack::Pack;
use crate::pack::crash_journal::{self, Journal, Remains, Texts};
use crate::pack::merge::{Side, Versions, merge, merge_by};
use crate::shell::action::Action;
use crate::shell::session::{Question, Session, Tone};

/// The crash journal of the open pack.
#[derive(Default)]
pub struct State {
    /// The folder for crash journals, if enabled.
    pub(crate) journals: Option<PathBuf>,
    journal: Option<Journal>,
    /// The last revision recorded in the journal.
    noted: u64,
    /// The files on disk for which the user last answered the conflict dialog.
    refused: Option<BTreeMap<String, Option<String>>>,
}

impl State {
    /// Enables crash journals, in this folder.
    pub(crate) fn keep_in(&mut self, folder: PathBuf) {
        self.journals = Some(folder);
    }

    /// Deletes the journal, because everything is saved or discarded.
    pub(crate) fn end_journal(&mut self) {
        if let Some(journal) = self.journal.take() {
            journal.end();
        }
    }
}

/// The state of the recovery dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recovery {
    /// The journals of the windows that crashed.
    pub journals: Vec<PathBuf>,
    /// The names of the recovered actions, oldest first.
    pub actions: Vec<String>,
    /// Messages about unreadable parts of the journals.
    pub lost: Vec<String>,
    /// The files, as they are on disk and as they would be after recovery.
    pub files: Vec<Both>,
    /// Files that have changed on disk since, in conflict with the recovered changes. For these the recovered version
    /// is used.
    pub clashing: Vec<String>,
    /// Whether the diff is shown.
    pub shown: bool,
}

/// Two versions of a file; `None` if the file does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Both {
    /// Its path in the pack.
    pub path: String,
    /// The version on disk.
    pub theirs: Option<String>,
    /// The version of this window.
    pub mine: Option<String>,
}

/// A conflict with changes by another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The conflicting files, with both versions.
    pub files: Vec<Both>,
    /// The texts on disk of all files changed there.
    theirs: BTreeMap<String, Option<String>>,
}

/// The kind of an action, for its name in the journal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doing {
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Anything else: named after the last undo step.
    Else,
}

/// The version to use for conflicts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prefer {
    /// The version of this side, only in conflicting places.
    Side(Side),
    /// The version on disk, for the whole file.
    TheirsAlways,
}

/// Performs an action on disk changes and crash recovery.
pub(crate) fn perform(session: &mut Session, state: &mut State, action: GuardAction) {
    match action {
        GuardAction::LookAtDisk => look_at_disk(session, state),
        GuardAction::Recover => recover(session, state),
        GuardAction::Forget => {
            if let Some(Question::Recover(recovery)) = session.question.take() {
                recovery.journals.iter().for_each(|path| drop(std::fs::remove_file(path)));
                begin_journal(session, state);
            }
        }
        GuardAction::ShowDifference => {
            if let Some(Question::Recover(recovery)) = &mut session.question {
                recovery.shown = !recovery.shown;
            }
        }
        GuardAction::KeepMine => {
            let Some(Question::Clash(clash)) = session.question.take() else { return };
            take_over(session, state, &clash.theirs, Prefer::Side(Side::Mine));
        }
        GuardAction::TakeTheirs => {
            let Some(Question::Clash(clash)) = session.question.take() else { return };
            take_over(session, state, &clash.theirs, Prefer::Side(Side::Theirs));
        }
    }
}

/// Offers to recover the journals that crashed windows left for this pack; if there are none, starts a journal.
pub(crate) fn mind_journals(session: &mut Session, state: &mut State) {
    state.end_journal();
    let (Some(folder), Some(pack)) = (&state.journals, &session.pack) else { return };
    let Some(root) = pack.root() else { return };
    let remains = crash_journal::left_behind(folder, &crate::files::home_of(&root));
    let recovery = recovery(pack.draft(), remains);
    match recovery {
        Some(recovery) => session.question = Some(Question::Recover(recovery)),
        None => begin_journal(session, state),
    }
}

/// Starts a new journal, because the pack is now in another folder.
pub(crate) fn begin_again(session: &mut Session, state: &mut State) {
    state.end_journal();
    begin_journal(session, state);
}

pub(crate) fn begin_journal(session: &mut Session, state: &mut State) {
    let (Some(folder), Some(pack)) = (&state.journals, &session.pack) else { return };
    let Some(root) = pack.root() else { return };
    match Journal::begin(folder, &crate::files::home_of(&root), pack.draft()) {
        Ok(journal) => (state.journal, state.noted) = (Some(journal), pack.revision()),
        Err(error) => session
            .tell(Tone::Bad, format!("Cannot write a crash journal in {}: {error}. Save often", folder.display())),
    }
}

/// Records the changes since the last call in the journal.
pub(crate) fn note(session: &mut Session, state: &mut State, doing: Doing) {
    let was_saved = std::mem::take(&mut session.saved);
    let (Some(pack), Some(journal)) = (&session.pack, &mut state.journal) else { return };
    if was_saved {
        journal.saved(pack.draft());
    }
    if state.noted == pack.revision() {
        return;
    }
    state.noted = pack.revision();
    if pack.is_saved() {
        return journal.saved(pack.draft());
    }
    let history = pack.history();
    let (verb, step) = match doing {
        Doing::Undo => ("Undo: ", history.next_redo()),
        Doing::Redo => ("Redo: ", history.next_undo()),
        Doing::Else => ("", history.next_undo()),
    };
    let name = step.map_or("Change", |step| step.name.as_str());
    journal.note(&format!("{verb}{name}"), pack.draft());
}

pub(crate) fn recover(session: &mut Session, state: &mut State) {
    let Some(Question::Recover(recovery)) = session.question.take() else { return };
    // Start the new journal from the state on disk, so that it contains the recovered changes before the old
    // journals are deleted.
    begin_journal(session, state);
    let Some(pack) = &mut session.pack else { return };
    let wanted = recovery.files.into_iter().map(|both| (both.path, both.mine)).collect();
    let name = match recovery.actions.len() {
        1 => "Recover 1 action".to_owned(),
        many => format!("Recover {many} actions"),
    };
    let fits = pack.take(name, &wanted);
    session.after_change();
    note(session, state, Doing::Else);
    if !fits {
        return session
            .tell(Tone::Bad, "Nothing was recovered, because a file cannot be read as text; fix it first".to_owned());
    }
    recovery.journals.iter().for_each(|path| drop(std::fs::remove_file(path)));
    let text = "Recovered the unsaved changes; undo reverts them".to_owned();
    session.tell(Tone::Good, text);
}

/// Checks the files on disk and merges changes by other programs. Conflicts open a dialog.
pub(crate) fn look_at_disk(session: &mut Session, state: &mut State) {
    if session.question.is_some() {
        return;
    }
    let Some(pack) = &mut session.pack else { return };
    pack.refresh();
    let Some(theirs) = pack.news().filter(|theirs| !theirs.is_empty()) else { return };
    if state.refused.as_ref() == Some(&theirs) {
        return;
    }
    let clashes: Vec<Both> = theirs
        .iter()
        .filter(|(path, theirs)| pack.merge(path, theirs.as_deref()).is_none())
        .map(|(path, theirs)| Both { path: path.clone(), theirs: theirs.clone(), mine: pack.text(path) })
        .collect();
    if clashes.is_empty() {
        let files = theirs.len();
        take_over(session, state, &theirs, Prefer::Side(Side::Mine));
        let what = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
        session.tell(Tone::Good, format!("Merged changes by another program in {what}"));
    } else {
        state.refused = Some(theirs.clone());
        session.question = Some(Question::Clash(Clash { files: clashes, theirs }));
    }
}

/// Accepts the state on disk, and merges each file or takes the preferred version.
fn take_over(session: &mut Session, state: &mut State, theirs: &BTreeMap<String, Option<String>>, prefer: Prefer) {
    let Some(pack) = &mut session.pack else { return };
    let wanted = match prefer {
        Prefer::TheirsAlways => theirs.clone(),
        Prefer::Side(side) => pack.merge_by(theirs, side),
    };
    pack.learn(theirs);
    let fits = pack.take("Merge changes on disk".to_owned(), &wanted);
    state.refused = None;
    session.after_change();
    if !fits {
        // The file is not text, or must be read by opening the pack again.
        let root = session.pack.as_ref().and_then(Pack::root);
        root.into_iter().for_each(|root| session.then(Action::Open(root)));
    }
}

/// Reloads the pack from disk, keeping tabs and undo; undo brings back the unsaved changes.
pub(crate) fn reload(session: &mut Session, state: &mut State) {
    let Some(pack) = &session.pack else { return };
    let Some(root) = pack.root() else { return };
    let mut theirs = match Draft::open(&root, &session.registry.dialects()) {
        Ok(draft) => whole(crash_journal::texts(&draft)),
        Err(error) => {
            let text = format!("Cannot read {}: {}. Nothing was reloaded", error.path.display(), error.message);
            return session.tell(Tone::Bad, text);
        }
    };
    for file in pack.draft().files() {
        theirs.entry(pack.draft().path(file).to_owned()).or_insert(None);
    }
    take_over(session, state, &theirs, Prefer::TheirsAlways);
    note(session, state, Doing::Else);
}

fn whole(texts: Texts) -> BTreeMap<String, Option<String>> {
    texts.into_iter().map(|(path, text)| (path, Some(text))).collect()
}

/// Returns the changes to recover from journals; `None` if all of them are already on disk.
fn recovery(draft: &Draft, remains: Vec<Remains>) -> Option<Recovery> {
    let mut recovery = Recovery {
        journals: Vec::new(),
        actions: Vec::new(),
        lost: Vec::new(),
        files: Vec::new(),
        clashing: Vec::new(),
        shown: false,
    };
    // In case of conflicts between several windows, the latest wins.
    let mut now: BTreeMap<String, Option<String>> = BTreeMap::new();
    for remains in remains {
        recovery.journals.push(remains.path);
        recovery.actions.extend(remains.actions);
        recovery.lost.extend(remains.lost);
        for (path, (base, mine)) in remains.files {
            let disk = draft.file_at(&path).map(|file| draft.text(file).to_owned());
            let theirs = now.get(&path).cloned().unwrap_or(disk);
            let (base, mine, theirs) = (base.as_deref(), mine.as_deref(), theirs.as_deref());
            let versions = Versions { base, mine, theirs, dialect: draft.dialect() };
            let both = merge(versions);
            if both.is_none() {
                recovery.clashing.push(path.clone());
            }
            let both = both.unwrap_or_else(|| merge_by(versions, Side::Mine));
            now.insert(path, both);
        }
    }
    for (path, mine) in now {
        let theirs = draft.file_at(&path).map(|file| draft.text(file).to_owned());
        if theirs != mine {
            recovery.files.push(Both { path, theirs, mine });
        }
    }
    if recovery.files.is_empty() && recovery.lost.is_empty() {
        recovery.journals.iter().for_each(|path| drop(std::fs::remove_file(path)));
        return None;
    }
    Some(recovery)
}
