//! Printing the open pack: a dialog with a preview of the pages, which writes a PDF.

mod action;
mod dialog;
mod job;
mod preview;

pub use action::{Choices, PrintAction};
pub(crate) use dialog::ui;
pub(crate) use job::State;

use std::path::Path;

use crate::pack::Pack;
use crate::shell::session::{Question, Session, Tone};

/// Performs an action of the dialog.
pub(crate) fn perform(session: &mut Session, state: &mut State, action: PrintAction) {
    match action {
        PrintAction::Ask => {
            let scenario = session.pack().and_then(|pack| scenario(session, pack));
            let options = state.last.clone().unwrap_or_default();
            session.question = Some(Question::Print(Box::new(Choices { scenario, options, page: 0 })));
        }
        PrintAction::Choose(mut choices) => {
            let Some(Question::Print(asked)) = &session.question else { return };
            if (&choices.scenario, &choices.options) != (&asked.scenario, &asked.options) {
                choices.page = 0;
            }
            state.last = Some(choices.options.clone());
            session.question = Some(Question::Print(choices));
        }
        PrintAction::Save(path) => match state.document() {
            Some(Ok(document)) => {
                session.question = None;
                state.save(document, &path);
            }
            _ => session.tell(Tone::Bad, "Nothing was printed: the pages are not ready".to_owned()),
        },
    }
}

/// Lays out pages for the open dialog, and tells when a file has been written.
pub(crate) fn tick(session: &mut Session, state: &mut State) {
    match (session.pack(), &session.question) {
        (Some(pack), Some(Question::Print(choices))) => {
            let dialect = pack.draft().dialect();
            if let Some(engine) = dialect.and_then(|dialect| session.registry().engine(dialect.id)) {
                state.lay_out(pack.shared_draft(), (pack.revision(), session.language()), engine, choices);
            }
        }
        // The file browser is over the dialog, so the pages are needed as long as there is a question.
        _ => state.forget(),
    }
    state.poll();
    if let Some((path, written)) = state.written() {
        match written {
            Ok(pages) => {
                let pages = foeman_schema::plural::plural(pages, "page", "pages");
                session.tell(Tone::Good, format!("Printed {pages} to {}", path.display()));
            }
            Err(error) => session.tell(Tone::Bad, format!("Cannot write {}: {error}", path.display())),
        }
    }
}

/// Returns the selected scenario, if one is selected.
fn scenario(session: &Session, pack: &Pack) -> Option<String> {
    let playable = pack.draft().dialect()?.playable;
    session.selected().filter(|key| key.catalog == playable).map(|key| key.id.clone())
}

/// Returns the name of the file to print to.
pub(crate) fn file_name(session: &Session) -> String {
    let name = match &session.question {
        Some(Question::Print(choices)) => choices.scenario.clone(),
        _ => None,
    };
    let home = || session.pack().and_then(Pack::root).map(|root| crate::files::home_of(&root));
    let of_pack = || home()?.file_stem().and_then(|name| Path::new(name).to_str().map(str::to_owned));
    format!("{}.pdf", name.or_else(of_pack).unwrap_or_else(|| "pack".to_owned()))
}
