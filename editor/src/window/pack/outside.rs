//! What other programs write to the pack's files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use foeman_schema::change::{Change, plan};
use foeman_schema::draft::Draft;
use foeman_schema::merge::{LostRename, lost_renames};
use foeman_schema::text::Pointer;

use crate::save::together::unfinished;
use crate::save::{Home, Reading};

use super::super::journal::texts;
use super::super::merge::{Side, Versions, edit_to, merge, merge_by};
use super::Pack;

impl Pack {
    /// The files that are not on disk as they were read or written last, with what is there now; nothing where that
    /// cannot be told.
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

    /// Takes notice of bitmaps and required packs that others have written, made or removed, and of a save of theirs that
    /// was cut short or finished.
    pub fn refresh(&mut self) {
        let draft = Arc::make_mut(&mut self.draft);
        let (bitmaps, packs) = (draft.refresh_bitmaps(), draft.refresh_required());
        let saves = draft.set_unfinished_saves(draft.find_unfinished_saves(unfinished));
        if bitmaps || packs || saves {
            self.derive();
        }
        self.read_elsewhere();
    }

    /// The text of a file as it is here, if there is one.
    pub fn text(&self, path: &str) -> Option<String> {
        self.draft.file_at(path).map(|file| self.draft.text(file).to_owned())
    }

    /// What is here and what is on disk as one, both having begun from what was read last; nothing where they clash.
    #[allow(clippy::option_option, reason = "a file that is gone is a result as well")]
    pub fn merge(&self, path: &str, theirs: Option<&str>) -> Option<Option<String>> {
        merge(self.versions(path, self.text(path).as_deref(), theirs))
    }

    /// Files that others have changed, each merged with what is here; where they clash, one side's version. References
    /// to a record whose rename is not kept lead to the record that is.
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

/// A draft with records renamed wherever something leads to them; nothing where that cannot be done.
fn renamed(mut draft: Draft, renames: &[LostRename]) -> Option<Draft> {
    for LostRename { record, to } in renames {
        let change = Change::Rename { at: record.pointer(), to: to.clone() };
        plan(&draft, &[change]).ok()?.apply(&mut draft).ok()?;
    }
    Some(draft)
}
