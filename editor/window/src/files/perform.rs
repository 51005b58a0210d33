//! Opening, saving and closing packs.

use std::path::{Path, PathBuf};

use super::{Failure, State};
use crate::pack::{Overwrite, Pack, SaveError};
use crate::shell::action::Action;
use crate::shell::session::{Question, Session, Tone};
use crate::shell::view::{Pane, ViewState};
use foeman_base::across::Follower;

/// Shows why a file cannot be opened: in a notification if a pack is open, which stays open; otherwise on the start page.
pub(crate) fn fail_to_open(session: &mut Session, files: &mut State, failure: Failure) {
    if session.pack.is_some() {
        session.tell(Tone::Bad, format!("Cannot open {}: {}", failure.path.display(), failure.message));
    } else {
        files.failure = Some(failure);
    }
}

/// Saves the view of the open pack in the settings.
pub(crate) fn keep_view(session: &mut Session) {
    if let Some(root) = session.pack.as_ref().and_then(Pack::root) {
        session.settings.keep(&home_of(&root), &session.view);
    }
}

/// Saves the pack, together with the changes in packs that require it; then performs an action.
pub(crate) fn save(session: &mut Session, overwrite: Overwrite, then: Option<Box<Action>>, followers: &[Follower]) {
    let Some(pack) = &mut session.pack else { return };
    match pack.save_with(overwrite, followers) {
        Ok(files) => {
            let text = match files {
                0 => "No unsaved changes".to_owned(),
                1 => "Saved 1 file".to_owned(),
                more => format!("Saved {more} files"),
            };
            session.tell(Tone::Good, text);
            session.saved = true;
            if let Some(action) = then {
                session.then(*action);
            }
        }
        Err(SaveError::ChangedOnDisk(files)) => session.question = Some(Question::ChangedOnDisk(files, then)),
        Err(SaveError::Follower(why)) => {
            session.tell(Tone::Bad, format!("Cannot change {why}. The rename is made here but not saved"));
        }
        // A pack in memory needs a folder first.
        Err(SaveError::NoFolder) => session.then(Action::AskSaveAs),
        Err(SaveError::Failed(failure)) => session
            .tell(Tone::Bad, format!("Cannot save {failure}. Nothing is lost: the changes are still here, unsaved")),
    }
}

/// Returns the canonical path, under which a pack is remembered.
pub(crate) fn home_of(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns the view restricted to records that the pack has.
pub(crate) fn view_of(pack: &Pack, mut view: ViewState) -> ViewState {
    let draft = pack.draft();
    // Records in an unreadable file still exist, so keep their tabs.
    if !draft.files().any(|file| draft.is_unreadable(file)) {
        view.keep(|key| draft.contains(key));
    }
    if view.document().is_none() && draft.dialect().is_some() {
        view.show(Pane::Overview);
    }
    if let Some(dialect) = draft.dialect() {
        let kept = view.play.scenario.take();
        let kept = kept.filter(|id| draft.ids(dialect.playable).any(|known| known == id));
        view.play.scenario = kept.or_else(|| draft.ids(dialect.playable).next().map(str::to_owned));
    }
    view
}
