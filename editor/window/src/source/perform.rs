//! Editing the YAML source; the form follows the text.

use std::collections::BTreeMap;

use foeman_schema::edit::{Edit, Splice};
use foeman_schema::fmt;
use foeman_schema::text::{Pointer, Span};

use super::action::SourceAction;
use super::{Anchor, Nothing, Shown, State};
use crate::pack::crash_journal::difference;
use crate::shell::session::{Session, Tone};
use crate::shell::view::{Pane, Selection};

/// Returns the part of a file to edit, or why there is none.
pub(crate) fn current(session: &Session, state: &State) -> Result<Shown, Nothing> {
    let pack = session.pack().ok_or(Nothing::Unselected)?;
    super::shown(pack, session.view.source(), state.anchor.as_ref(), session.view.selection())
}

/// Performs an action on the YAML source.
pub(crate) fn perform(session: &mut Session, state: &mut State, action: SourceAction) {
    match action {
        SourceAction::Type(shown, text) => type_source(session, state, &shown, &text),
        SourceAction::Whole(path) => {
            session.settle();
            state.anchor = None;
            session.view.set_source(path);
        }
        SourceAction::Show(path) => {
            session.settle();
            session.view.set_source(Some(path));
            session.view.show(Pane::Source);
        }
        SourceAction::At(path, byte) => show_at(session, state, path, byte),
        SourceAction::Revert(path) => revert(session, path),
        SourceAction::Format => format(session),
    }
}

pub(crate) fn show_at(session: &mut Session, state: &mut State, path: String, byte: usize) {
    let Some(pack) = &session.pack else { return };
    let Some(file) = pack.draft().file_at(&path) else { return };
    let pointer = pack.draft().pointer_at(file, byte);
    let record = pointer.as_ref().and_then(|pointer| pointer.record());
    match record.filter(|(record, _)| pack.draft().contains(record)) {
        Some(_) => {
            session.view.set_source(session.view.source().is_some().then_some(path));
            if let Some(pointer) = pointer {
                session.jump(&pointer, None);
            }
        }
        None => perform(session, state, SourceAction::Show(path)),
    }
}

/// Reverts a file to its saved text, as an undo step.
pub(crate) fn revert(session: &mut Session, path: String) {
    let Some(pack) = &mut session.pack else { return };
    let wanted = pack.saved_text(&path).map(str::to_owned);
    pack.take(format!("Revert {path}"), &BTreeMap::from([(path, wanted)]));
    session.after_change();
}

/// Formats all files of the pack in one undo step; reports those that are left unchanged.
pub(crate) fn format(session: &mut Session) {
    let Some(pack) = &mut session.pack else { return };
    pack.settle();
    let (edit, left) = fmt::pack(pack.draft());
    let unread: Vec<String> = left.iter().map(|(file, _)| pack.draft().path(*file).to_owned()).collect();
    let mut after = pack.draft().clone();
    after.apply(&edit);
    let changed = after.files().filter(|file| after.text(*file) != pack.draft().text(*file));
    let wanted: BTreeMap<String, Option<String>> =
        changed.map(|file| (after.path(file).to_owned(), Some(after.text(file).to_owned()))).collect();
    if !wanted.is_empty() {
        pack.take("Format the pack".to_owned(), &wanted);
    }
    session.after_change();
    let files = |count: usize| if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
    match (unread.is_empty(), wanted.len()) {
        (true, 0) => session.tell(Tone::Good, "The pack is already formatted".to_owned()),
        (true, count) => session.tell(Tone::Good, format!("Formatted {}", files(count))),
        (false, count) => {
            let left = unread.join(", ");
            session.tell(Tone::Bad, format!("Formatted {}; could not read: {left}", files(count)));
        }
    }
}

/// Replaces a part of a file by typed text.
pub(crate) fn type_source(session: &mut Session, state: &mut State, shown: &Shown, text: &str) {
    let Some(pack) = &mut session.pack else { return };
    let Some(file) = pack.draft().file_at(&shown.path) else { return };
    let Some(before) = pack.draft().text(file).get(shown.span.range()) else { return };
    let (start, end, new) = difference(before, text);
    // Each word is a separate undo step.
    let ends_word = new.ends_with(char::is_whitespace);
    let span = Span::new(shown.span.start + start, shown.span.start + end);
    let edit = Edit::from(vec![Splice { file, span, text: new }]);
    let typed = Span::new(shown.span.start, shown.span.start + text.len());
    let about = super::record_in(pack, file, shown.span);
    let name = match &about {
        Some(key) => format!("Type in the source of {}", pack.index().title(key)),
        None => format!("Type in {}", shown.path),
    };
    let pointer = about.as_ref().map_or_else(Pointer::root, foeman_schema::text::RecordKey::pointer);
    if !pack.retype(name, pointer, &edit) {
        return;
    }
    if ends_word {
        pack.settle();
    }
    let found = super::record_in(pack, file, typed);
    state.anchor = Some(Anchor { shown: Shown { path: shown.path.clone(), span: typed }, revision: pack.revision() });
    session.after_change();
    // The form follows a record whose id is edited.
    if let Some(key) = found.filter(|key| session.view.source().is_none() && session.selected() != Some(key)) {
        session.view.replace_selection(Selection::record(key));
    }
}
