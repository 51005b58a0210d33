//! What other programs write to the pack's files.

use std::collections::BTreeMap;
use std::sync::Arc;

use foeman_schema::draft::Draft;
use foeman_schema::text::Pointer;

use super::super::journal::texts;
use super::super::merge::{Side, edit_to, merge, merge_by};
use super::Pack;

impl Pack {
    /// The files that are not on disk as they were read or written last, with what is there now; nothing where that
    /// cannot be told.
    pub fn news(&self) -> Option<BTreeMap<String, Option<String>>> {
        let disk = texts(&Draft::open(self.draft.root()?, self.draft.dialects()).ok()?);
        let gone = self.known.keys().filter(|path| !disk.contains_key(*path));
        let mut news: BTreeMap<String, Option<String>> = gone.map(|path| (path.clone(), None)).collect();
        news.extend(
            disk.into_iter()
                .filter(|(path, text)| self.known.get(path) != Some(text))
                .map(|(path, text)| (path, Some(text))),
        );
        Some(news)
    }

    /// Takes notice of bitmaps and required packs that others have written, made or removed.
    pub fn refresh(&mut self) {
        let draft = Arc::make_mut(&mut self.draft);
        let (bitmaps, packs) = (draft.refresh_bitmaps(), draft.refresh_required());
        if bitmaps || packs {
            self.derive();
        }
    }

    /// The text of a file as it is here, if there is one.
    pub fn text(&self, path: &str) -> Option<String> {
        self.draft.file_at(path).map(|file| self.draft.text(file).to_owned())
    }

    /// What is here and what is on disk as one, both having begun from what was read last; nothing where they clash.
    #[allow(clippy::option_option, reason = "a file that is gone is a result as well")]
    pub fn merge(&self, path: &str, theirs: Option<&str>) -> Option<Option<String>> {
        merge(self.known.get(path).map(String::as_str), self.text(path).as_deref(), theirs)
    }

    /// The same, with what one side made of it where they clash.
    pub fn merge_by(&self, path: &str, theirs: Option<&str>, side: Side) -> Option<String> {
        merge_by(self.known.get(path).map(String::as_str), self.text(path).as_deref(), theirs, side)
    }

    /// Takes what is on disk for known: saving may write over it.
    pub fn learn(&mut self, disk: &BTreeMap<String, Option<String>>) {
        let edit = edit_to(&self.on_disk, disk);
        Arc::make_mut(&mut self.on_disk).apply(&edit);
        for (path, text) in disk {
            match text {
                Some(text) => drop(self.known.insert(path.clone(), text.clone())),
                None => drop(self.known.remove(path)),
            }
        }
        self.compare();
    }

    /// Makes files what they are to be, as one step; whether that could be done.
    pub fn take(&mut self, name: String, wanted: &BTreeMap<String, Option<String>>) -> bool {
        let edit = edit_to(&self.draft, wanted);
        if !edit.is_empty() {
            let back = Arc::make_mut(&mut self.draft).apply(&edit);
            if back.is_empty() {
                return false;
            }
            self.history.settle();
            self.history.push(name, Pointer::root(), &[], back);
        }
        self.history.settle();
        self.compare();
        if self.is_saved() {
            self.history.mark_saved();
        }
        self.derive();
        true
    }
}
