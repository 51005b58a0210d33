//! Opening, saving and closing packs.

use std::path::{Path, PathBuf};

use foeman_schema::draft::LoadError;

use super::action::BeginAction;
use super::browser::Purpose;
use crate::pack::{Overwrite, Pack, SaveError};
use crate::shell::action::{Action, Answer};
use crate::shell::view::{Pane, ViewState};
use crate::shell::workspace::{Failure, Notice, Question, Tone, Workspace};
use foeman_base::across::Follower;
use foeman_base::template::{TEMPLATES, is_free};

impl Workspace {
    pub(crate) fn leave(&mut self, action: Action) {
        if self.pack.as_ref().is_some_and(|pack| !pack.is_saved()) {
            self.question = Some(Question::Unsaved(Box::new(action)));
        } else {
            self.leave_now(action);
        }
    }

    pub(crate) fn leave_now(&mut self, action: Action) {
        match action {
            Action::Quit => {
                self.keep_view();
                self.end_journal();
                self.quitting = true;
            }
            Action::Open(path) => self.open(&path),
            Action::Reload => self.reload(),
            Action::Begin(action) => self.begin(action),
            other => self.perform(other),
        }
    }

    pub(crate) fn open(&mut self, path: &Path) {
        let read = Pack::open_with(path, &self.registry.dialects(), &self.packs);
        self.opened(path, read);
    }

    /// Shows a pack that has been read, or the error.
    pub fn opened(&mut self, path: &Path, read: Result<Pack, LoadError>) {
        match read {
            Ok(pack) => {
                self.keep_view();
                self.failure = None;
                let home = home_of(path);
                self.settings.remember(&home);
                let left = self.settings.view_of(&home);
                self.set_pack(pack, left);
                self.mind_journals();
            }
            Err(_) if is_free(path) => {
                // Opening an empty folder offers to create a pack there.
                self.failure = None;
                self.begin(BeginAction::Ask(TEMPLATES[0].id, Some(path.to_owned())));
            }
            Err(error) => {
                // If a pack is open, it stays open and a notification shows the error.
                if self.pack.is_some() {
                    self.tell(Tone::Bad, format!("Cannot open {}: {}", error.path.display(), error.message));
                } else {
                    self.failure = Some(Failure { path: error.path, message: error.message });
                }
            }
        }
    }

    /// Saves the view of the open pack in the settings.
    pub fn keep_view(&mut self) {
        if let Some(root) = self.pack.as_ref().and_then(Pack::root) {
            self.settings.keep(&home_of(&root), &self.view);
        }
    }

    /// Shows a pack with its saved view, or else with the table of its first catalog.
    ///
    /// Everything else in the workspace starts from scratch, except the fields named here: a field added later belongs
    /// to the pack unless it is named.
    pub(crate) fn set_pack(&mut self, pack: Pack, left: Option<ViewState>) {
        self.end_journal();
        let view = view_of(&pack, left.unwrap_or_else(|| ViewState::arranged(self.settings.layout())));
        let before = std::mem::replace(self, Self::new(self.registry));
        self.pack = Some(pack);
        self.view = view;
        self.packs = before.packs;
        self.settings = before.settings;
        self.journals = before.journals;
        self.desktop = before.desktop;
        self.tour = before.tour;
        self.clipboard = before.clipboard;
    }

    pub(crate) fn save(&mut self, overwrite: Overwrite, then: Option<Box<Action>>) {
        self.save_with(overwrite, then, &[]);
    }

    /// The same, together with what other packs change that require this one.
    pub(crate) fn save_with(&mut self, overwrite: Overwrite, then: Option<Box<Action>>, followers: &[Follower]) {
        let Some(pack) = &mut self.pack else { return };
        match pack.save_with(overwrite, followers) {
            Ok(files) => {
                let text = match files {
                    0 => "Everything was saved already".to_owned(),
                    1 => "Saved 1 file".to_owned(),
                    more => format!("Saved {more} files"),
                };
                self.tell(Tone::Good, text);
                if let (Some(journal), Some(pack)) = (&mut self.journal, &self.pack) {
                    journal.saved(pack.draft());
                }
                if let Some(action) = then {
                    self.leave_now(*action);
                }
            }
            Err(SaveError::ChangedOnDisk(files)) => self.question = Some(Question::ChangedOnDisk(files, then)),
            Err(SaveError::Follower(why)) => {
                self.tell(Tone::Bad, format!("Cannot change {why}. The rename is made here and not saved"));
            }
            // A pack in memory needs a folder first.
            Err(SaveError::NoFolder) => self.choose(Purpose::SaveAs),
            Err(SaveError::Failed(failure)) => self.tell(
                Tone::Bad,
                format!("Cannot save {failure}. Nothing is lost: the changes are still here, unsaved"),
            ),
        }
    }

    pub(crate) fn answer(&mut self, answer: Answer) {
        match (self.question.take(), answer) {
            (Some(Question::Unsaved(then)), Answer::Save) => self.save(Overwrite::Never, Some(then)),
            (Some(Question::Unsaved(then)), Answer::Discard) => self.leave_now(*then),
            (Some(Question::ChangedOnDisk(_, then)), Answer::Overwrite) => self.save(Overwrite::Agreed, then),
            (Some(Question::ChangedOnDisk(..)), Answer::Discard) => self.leave_now(Action::Reload),
            _ => {}
        }
    }

    /// Shows an error notification.
    pub fn warn(&mut self, text: String) {
        self.tell(Tone::Bad, text);
    }

    pub(crate) fn tell(&mut self, tone: Tone, text: String) {
        self.notice = Some(Notice { tone, text });
    }
}

/// Returns the canonical path, under which a pack is remembered.
pub(crate) fn home_of(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns the view restricted to records that the pack has.
fn view_of(pack: &Pack, mut view: ViewState) -> ViewState {
    let draft = pack.draft();
    // Records in an unreadable file still exist, so keep their tabs.
    if !draft.files().any(|file| draft.is_unreadable(file)) {
        view.keep(|key| draft.contains(key));
    }
    let first = pack.index().catalogs.iter().find(|catalog| !catalog.records.is_empty());
    if let Some(catalog) = first.filter(|_| view.document().is_none()) {
        view.layout.show(Pane::Catalog(catalog.def.name.to_owned()));
    }
    if let Some(dialect) = draft.dialect() {
        let kept = view.play.scenario.take();
        let kept = kept.filter(|id| draft.ids(dialect.playable).any(|known| known == id));
        view.play.scenario = kept.or_else(|| draft.ids(dialect.playable).next().map(str::to_owned));
    }
    view
}
