//! Protection against data loss: crash recovery, and merging with changes by other programs.

mod action;
pub mod dialogs;

pub use action::GuardAction;

use std::collections::BTreeMap;
use std::path::PathBuf;

use foeman_schema::draft::Draft;

use crate::pack::Pack;
use crate::pack::journal;
use crate::pack::journal::{Journal, Remains, Texts};
use crate::pack::merge::{Side, Versions, merge, merge_by};
use crate::shell::action::Action;
use crate::shell::workspace::{Question, Tone, Workspace};

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

impl Workspace {
    /// Enables crash journals, in this folder.
    pub fn keep_journals(&mut self, folder: PathBuf) {
        self.journals = Some(folder);
    }

    pub(crate) fn guard(&mut self, action: GuardAction) {
        match action {
            GuardAction::LookAtDisk => self.look_at_disk(),
            GuardAction::Recover => self.recover(),
            GuardAction::Forget => {
                if let Some(Question::Recover(recovery)) = self.question.take() {
                    recovery.journals.iter().for_each(|path| drop(std::fs::remove_file(path)));
                    self.begin_journal();
                }
            }
            GuardAction::ShowDifference => {
                if let Some(Question::Recover(recovery)) = &mut self.question {
                    recovery.shown = !recovery.shown;
                }
            }
            GuardAction::KeepMine => {
                let Some(Question::Clash(clash)) = self.question.take() else { return };
                self.take_over(&clash.theirs, Prefer::Side(Side::Mine));
            }
            GuardAction::TakeTheirs => {
                let Some(Question::Clash(clash)) = self.question.take() else { return };
                self.take_over(&clash.theirs, Prefer::Side(Side::Theirs));
            }
        }
    }

    /// Offers to recover the journals that crashed windows left for this pack; if there are none, starts a journal.
    pub(crate) fn mind_journals(&mut self) {
        self.end_journal();
        let (Some(folder), Some(pack)) = (&self.journals, &self.pack) else { return };
        let Some(root) = pack.root() else { return };
        let remains = journal::left_behind(folder, &crate::files::perform::home_of(&root));
        let recovery = recovery(pack.draft(), remains);
        match recovery {
            Some(recovery) => self.question = Some(Question::Recover(recovery)),
            None => self.begin_journal(),
        }
    }

    pub(crate) fn begin_journal(&mut self) {
        let (Some(folder), Some(pack)) = (&self.journals, &self.pack) else { return };
        let Some(root) = pack.root() else { return };
        match Journal::begin(folder, &crate::files::perform::home_of(&root), pack.draft()) {
            Ok(journal) => (self.journal, self.noted) = (Some(journal), pack.revision()),
            Err(error) => self
                .tell(Tone::Bad, format!("No crash journal can be kept in {}: {error}. Save often", folder.display())),
        }
    }

    /// Deletes the journal, because everything is saved or discarded.
    pub(crate) fn end_journal(&mut self) {
        if let Some(journal) = self.journal.take() {
            journal.end();
        }
    }

    /// Records the changes since the last call in the journal.
    pub(crate) fn note(&mut self, doing: Doing) {
        let (Some(pack), Some(journal)) = (&self.pack, &mut self.journal) else { return };
        if self.noted == pack.revision() {
            return;
        }
        self.noted = pack.revision();
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

    pub(crate) fn recover(&mut self) {
        let Some(Question::Recover(recovery)) = self.question.take() else { return };
        // Start the new journal from the state on disk, so that it contains the recovered changes before the old
        // journals are deleted.
        self.begin_journal();
        let Some(pack) = &mut self.pack else { return };
        let wanted = recovery.files.into_iter().map(|both| (both.path, both.mine)).collect();
        let name = match recovery.actions.len() {
            1 => "Recover 1 action".to_owned(),
            many => format!("Recover {many} actions"),
        };
        let fits = pack.take(name, &wanted);
        self.after_change();
        self.note(Doing::Else);
        if !fits {
            return self
                .tell(Tone::Bad, "A file cannot be read as text, so nothing was recovered; mend it first".to_owned());
        }
        recovery.journals.iter().for_each(|path| drop(std::fs::remove_file(path)));
        let text = "Recovered what was not saved; undo takes all of it back".to_owned();
        self.tell(Tone::Good, text);
    }

    /// Checks the files on disk and merges changes by other programs. Conflicts open a dialog.
    pub(crate) fn look_at_disk(&mut self) {
        if self.question.is_some() {
            return;
        }
        let Some(pack) = &mut self.pack else { return };
        pack.refresh();
        let Some(theirs) = pack.news().filter(|theirs| !theirs.is_empty()) else { return };
        if self.refused.as_ref() == Some(&theirs) {
            return;
        }
        let clashes: Vec<Both> = theirs
            .iter()
            .filter(|(path, theirs)| pack.merge(path, theirs.as_deref()).is_none())
            .map(|(path, theirs)| Both { path: path.clone(), theirs: theirs.clone(), mine: pack.text(path) })
            .collect();
        if clashes.is_empty() {
            let files = theirs.len();
            self.take_over(&theirs, Prefer::Side(Side::Mine));
            let what = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
            self.tell(Tone::Good, format!("Took over what another program wrote to {what}"));
        } else {
            self.refused = Some(theirs.clone());
            self.question = Some(Question::Clash(Clash { files: clashes, theirs }));
        }
    }

    /// Accepts the state on disk, and merges each file or takes the preferred version.
    fn take_over(&mut self, theirs: &BTreeMap<String, Option<String>>, prefer: Prefer) {
        let Some(pack) = &mut self.pack else { return };
        let wanted = match prefer {
            Prefer::TheirsAlways => theirs.clone(),
            Prefer::Side(side) => pack.merge_by(theirs, side),
        };
        pack.learn(theirs);
        let fits = pack.take("Take over changes on disk".to_owned(), &wanted);
        self.refused = None;
        self.after_change();
        if !fits {
            // The file is not text, or must be read by opening the pack again.
            let root = self.pack.as_ref().and_then(Pack::root);
            root.into_iter().for_each(|root| self.leave(Action::Open(root)));
        }
    }

    /// Reloads the pack from disk, keeping tabs and undo; undo brings back the unsaved changes.
    pub(crate) fn reload(&mut self) {
        let Some(pack) = &self.pack else { return };
        let Some(root) = pack.root() else { return };
        let mut theirs = match Draft::open(&root, &self.registry.dialects()) {
            Ok(draft) => whole(journal::texts(&draft)),
            Err(error) => {
                let text = format!("Cannot read {}: {}. What is here stays", error.path.display(), error.message);
                return self.tell(Tone::Bad, text);
            }
        };
        for file in pack.draft().files() {
            theirs.entry(pack.draft().path(file).to_owned()).or_insert(None);
        }
        self.take_over(&theirs, Prefer::TheirsAlways);
        self.note(Doing::Else);
    }
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
