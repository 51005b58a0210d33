//! Changes to the pack's files by other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use foeman_schema::change::{Change, plan};
use foeman_schema::draft::Draft;
use foeman_schema::merge::{LostRename, lost_renames};
use foeman_schema::text::Pointer;

use foeman_base::save::together::unfinished;
use foeman_base::save::{Home, Reading};

use super::Pack;
use super::crash_journal::texts;
use super::merge::{Side, Versions, edit_to, merge, merge_by};

impl Pack {
    /// Returns the files that other programs have changed since they were last read or written, with their new texts;
    /// `None` if the pack cannot be read.
    pub fn news(&self) -> Option<BTreeMap<String, Option<String>>> {
        let root = self.draft.root()?;
        let _steady = Home::of(root).ok().map(|home| Reading::of(home.folder()));
        let disk = texts(&Draft::open(root, self.draft.dialects()).ok()?);
        let gone = self.known.keys().filter(|path| !disk.contains_key(*path));
        let mut news: BTreeMap<String, Option<String>> = gone.map(|path| (path.clone(), None)).collect();
        news.extend(
            disk.into_iter()
                .filter(|(path, text)| self.known.get(path) != Some(text))
                .map(|(path, text)| (path, Some(text))),
        );
        Some(news)
    }

    /// Updates bitmaps and required packs that other programs have changed, and the state of their interrupted saves.
    pub fn refresh(&mut self) {
        let draft = Arc::make_mut(&mut self.draft);
        let (bitmaps, packs) = (draft.refresh_bitmaps(), draft.refresh_required());
        let saves = draft.set_unfinished_saves(draft.find_unfinished_saves(unfinished));
        if bitmaps || packs || saves {
            self.derive();
        }
        self.read_elsewhere();
    }

    /// Returns the current text of a file, including unsaved changes.
    pub fn text(&self, path: &str) -> Option<String> {
        self.draft.file_at(path).map(|file| self.draft.text(file).to_owned())
    }

    /// Merges a file with the version on disk; `None` if they conflict, `Some(None)` if the file is to be deleted.
    #[allow(clippy::option_option, reason = "the inner `None` means that the merge deletes the file")]
    pub fn merge(&self, path: &str, theirs: Option<&str>) -> Option<Option<String>> {
        merge(self.versions(path, self.text(path).as_deref(), theirs))
    }

    /// Merges files that other programs have changed, taking one side's version of conflicts.
    ///
    /// If a rename is lost in this way, the other side's references are changed to the id that was kept.
    pub fn merge_by(&self, theirs: &BTreeMap<String, Option<String>>, side: Side) -> BTreeMap<String, Option<String>> {
        let merged =
            |path: &str, mine: Option<&str>, theirs: Option<&str>| merge_by(self.versions(path, mine, theirs), side);
        let plain: BTreeMap<String, Option<String>> = theirs
            .iter()
            .map(|(path, theirs)| (path.clone(), merged(path, self.text(path).as_deref(), theirs.as_deref())))
            .collect();
        let loses = |path: &str| match side {
            Side::Mine => theirs.get(path).cloned().flatten(),
            Side::Theirs => self.text(path),
        };
        let lost = plain.iter().filter_map(|(path, result)| {
            let (base, loser, dialect) = (self.known.get(path)?, loses(path)?, self.draft.dialect()?);
            Some(lost_renames(dialect, base, &loser, result.as_deref()?))
        });
        let lost: Vec<LostRename> = lost.flatten().collect();
        let before = match side {
            _ if lost.is_empty() => return plain,
            Side::Mine => self.draft.root().and_then(|root| Draft::open(root, self.draft.dialects()).ok()),
            Side::Theirs => Some(Draft::clone(&self.draft)),
        };
        let Some(renamed) = before.and_then(|draft| renamed(draft, &lost)) else { return plain };
        let here: BTreeSet<String> = self.draft.files().map(|file| self.draft.path(file).to_owned()).collect();
        let paths = here.into_iter().chain(theirs.keys().cloned()).collect::<BTreeSet<_>>();
        let of = |path: String| {
            let now = renamed.file_at(&path).map(|file| renamed.text(file).to_owned());
            let disk = || theirs.get(&path).cloned().unwrap_or_else(|| self.known.get(&path).cloned());
            let (mine, theirs) = match side {
                Side::Mine => (self.text(&path), now),
                Side::Theirs => (now, disk()),
            };
            let text = merged(&path, mine.as_deref(), theirs.as_deref());
            (path, text)
        };
        paths.into_iter().map(of).collect()
    }

    fn versions<'a>(&'a self, path: &str, mine: Option<&'a str>, theirs: Option<&'a str>) -> Versions<'a> {
        let base = self.known.get(path).map(String::as_str);
        Versions { base, mine, theirs, dialect: self.draft.dialect() }
    }

    /// Accepts the texts on disk as known, so that saving may overwrite them.
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

    /// Gives files the wanted texts in one undo step; returns whether that was possible.
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

/// Returns a draft with records renamed, including all references; `None` if that is impossible.
fn renamed(mut draft: Draft, renames: &[LostRename]) -> Option<Draft> {
    for LostRename { record, to } in renames {
        let change = Change::Rename { at: record.pointer(), to: to.clone() };
        plan(&draft, &[change]).ok()?.apply(&mut draft).ok()?;
    }
    Some(draft)
}
