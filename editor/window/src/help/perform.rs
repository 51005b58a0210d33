//! Help: the current topic, and context help.

use super::action::HelpAction;
use super::view::Topic;
use super::{State, pages};
use crate::shell::session::{Question, Session};
use crate::shell::view::Pane;

/// Performs an action of Help. `covered`: a dialog is open over the panes.
pub(crate) fn perform(session: &mut Session, help: &mut State, covered: bool, action: HelpAction) {
    match action {
        HelpAction::Open(topic) => {
            session.view.help.open(topic);
            // If a dialog is open or there are no panes, Help is shown in a dialog.
            help.over = session.pack.is_none() || covered;
            if !help.over {
                session.view.show(Pane::Help);
            }
        }
        HelpAction::Back => session.view.help.back(),
        HelpAction::Seek(text) => session.view.help.seek(text),
        HelpAction::Close => help.over = false,
    }
}

/// Returns the topic for context help in the panes and in the dialog of the session.
pub(crate) fn here(session: &Session, help: &State) -> Topic {
    let page = |name| Topic::Page(name);
    match &session.question {
        Some(Question::New(_)) => return page("packs"),
        Some(Question::Names(_)) => return page("names"),
        Some(Question::Allow(_)) => return page("problems"),
        Some(Question::Reshape(_) | Question::Replace(_) | Question::Chance(_)) => return page("maps"),
        Some(Question::Unsaved(_) | Question::ChangedOnDisk(..) | Question::Recover(_) | Question::Clash(_)) => {
            return page("saving");
        }
        None => {}
    }
    if session.pack.is_none() {
        return page("packs");
    }
    let document = || session.view.document().map(|pane| page(pages::of(pane)));
    help.pointed.clone().or_else(document).unwrap_or_default()
}
