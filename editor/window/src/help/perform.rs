//! Help: the current topic, and context help.

use foeman_schema::text::RecordKey;

use super::action::HelpAction;
use super::tour::{About, STEPS};
use super::view::Topic;
use super::{State, pages};
use crate::lab;
use crate::pack::Pack;
use crate::shell::action::Action;
use crate::shell::session::{Question, Session};
use crate::shell::view::{Arrangement, Pane, Selection};

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

/// Shows a step of the tour, in its workspace and with its pane.
pub(crate) fn go(session: &mut Session, help: &mut State, step: usize) {
    help.tour = Some(step);
    let Some(step) = STEPS.get(step).filter(|_| session.pack.is_some()) else { return };
    let exists = match step.workspace {
        Arrangement::Balance => (lab::PANE.exists)(session, &Pane::Balance),
        _ => true,
    };
    if exists && session.view.arrangements.current() != step.workspace {
        session.then(Action::Switch(step.workspace));
    }
    if let About::Pane(pane @ (Pane::Tree | Pane::Inspector | Pane::Layers)) = &step.about {
        if *pane == Pane::Inspector && session.view.selection().is_none() {
            // Without a record it would be empty.
            let first = session.pack.as_ref().and_then(first_record);
            if let Some(key) = first {
                session.then(Action::Select(Selection::record(key)));
            }
        }
        session.then(Action::Show(pane.clone()));
    }
}

/// Returns the first record that can be played.
fn first_record(pack: &Pack) -> Option<RecordKey> {
    let dialect = pack.draft().dialect()?;
    pack.draft().ids(dialect.playable).next().map(|id| RecordKey::new(dialect.playable, id))
}

/// Returns the topic for context help in the panes and in the dialog of the session.
pub(crate) fn here(session: &Session, help: &State) -> Topic {
    let page = |name| Topic::Page(name);
    match &session.question {
        Some(Question::New(_)) => return page("packs"),
        Some(Question::Print(_)) => return page("printing"),
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
