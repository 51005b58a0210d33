//! Editing the YAML source; the form follows the text.

use std::collections::BTreeMap;

use foeman_schema::edit::{Edit, Splice};
use foeman_schema::fmt;
use foeman_schema::text::{Pointer, Span};

use super::action::SourceAction;
use super::{Anchor, Nothing, Shown};
use crate::pack::journal::difference;
use crate::shell::view::{Pane, Selection};
use crate::shell::workspace::{Tone, Workspace};

impl Workspace {
    /// Returns the part of a file to edit, or why there is none.
    pub fn source(&self) -> Result<Shown, Nothing> {
        let pack = self.pack().ok_or(Nothing::Unselected)?;
        super::shown(pack, self.view.source(), self.anchor.as_ref(), self.view.selection())
    }

    pub(crate) fn perform_source(&mut self, action: SourceAction) {
        match action {
            SourceAction::Type(shown, text) => self.type_source(&shown, &text),
            SourceAction::Whole(path) => {
                self.settle();
                self.anchor = None;
                self.view.set_source(path);
            }
            SourceAction::Show(path) => {
                self.settle();
                self.view.set_source(Some(path));
                self.view.layout.show(Pane::Source);
            }
            SourceAction::At(path, byte) => self.show_at(path, byte),
            SourceAction::Revert(path) => self.revert(path),
            SourceAction::Format => self.format(),
        }
    }

    pub(crate) fn show_at(&mut self, path: String, byte: usize) {
        let Some(pack) = &self.pack else { return };
        let Some(file) = pack.draft().file_at(&path) else { return };
        let pointer = pack.draft().pointer_at(file, byte);
        let record = pointer.as_ref().and_then(|pointer| pointer.record());
        match record.filter(|(record, _)| pack.draft().contains(record)) {
            Some(_) => {
                self.view.set_source(self.view.source().is_some().then_some(path));
                if let Some(pointer) = pointer {
                    self.jump(&pointer, None);
                }
            }
            None => self.perform_source(SourceAction::Show(path)),
        }
    }

    /// Reverts a file to its saved text, as an undo step.
    pub(crate) fn revert(&mut self, path: String) {
        let Some(pack) = &mut self.pack else { return };
        let wanted = pack.saved_text(&path).map(str::to_owned);
        pack.take(format!("Revert {path}"), &BTreeMap::from([(path, wanted)]));
        self.after_change();
    }

    /// Formats all files of the pack in one undo step; reports those that are left unchanged.
    pub(crate) fn format(&mut self) {
        let Some(pack) = &mut self.pack else { return };
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
        self.after_change();
        let files = |count: usize| if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
        match (unread.is_empty(), wanted.len()) {
            (true, 0) => self.tell(Tone::Good, "The pack is laid out as usual already".to_owned()),
            (true, count) => self.tell(Tone::Good, format!("Laid out {}", files(count))),
            (false, count) => {
                let left = unread.join(", ");
                self.tell(Tone::Bad, format!("Laid out {}; left as they cannot be read: {left}", files(count)));
            }
        }
    }

    /// Replaces a part of a file by typed text.
    pub(crate) fn type_source(&mut self, shown: &Shown, text: &str) {
        let Some(pack) = &mut self.pack else { return };
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
        self.anchor =
            Some(Anchor { shown: Shown { path: shown.path.clone(), span: typed }, revision: pack.revision() });
        self.after_change();
        // The form follows a record whose id is edited.
        if let Some(key) = found.filter(|key| self.view.source().is_none() && self.selected() != Some(key)) {
            self.view.replace_selection(Selection::record(key));
        }
    }
}
