//! Packs that a pack could require but does not, with the names of their records.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use semver::Version;

use super::Draft;
use super::required::{Shelf, header_text};
use crate::source::SourceFile;

/// Maximum number of packs searched for missing records; more would take too long.
const MOST: usize = 64;

/// A pack that is not required.
#[derive(Debug)]
pub(crate) struct Available {
    pub(crate) id: String,
    /// The title, or the id if there is none.
    pub(crate) title: String,
    /// The version requirement to write for this pack.
    pub(crate) version: String,
    /// Its records by catalog and id.
    records: HashSet<(String, String)>,
}

impl Available {
    fn of(id: String, files: &[SourceFile]) -> Self {
        let text = |key: &str| header_text(files, key).unwrap_or_default();
        let title = if text("title").is_empty() { id.clone() } else { text("title").to_owned() };
        let version = match Version::parse(text("version")) {
            Ok(Version { major: 0, minor, .. }) => format!("^0.{minor}"),
            Ok(Version { major, .. }) => format!("^{major}"),
            Err(_) => "*".to_owned(),
        };
        let sections = files.iter().flat_map(|file| &file.sections);
        let records =
            sections.flat_map(|section| section.ids().map(|id| (section.key.clone(), id.to_owned()))).collect();
        Self { id, title, version, records }
    }

    /// Returns whether the pack has a record; the id may be qualified with the id of the pack.
    pub(crate) fn has(&self, catalog: &str, id: &str) -> bool {
        let own = id.split_once(':').map_or(Some(id), |(pack, id)| (pack == self.id).then_some(id));
        own.is_some_and(|id| self.records.contains(&(catalog.to_owned(), id.to_owned())))
    }
}

impl Draft {
    /// Returns the packs of the same ruleset in the folders searched for required packs, except for those already
    /// required. They are read on first use and cached.
    pub(crate) fn available(&self) -> &[Available] {
        self.available.get_or_init(|| {
            let own = header_text(&self.files, "pack").unwrap_or_default();
            let known: BTreeSet<&str> = self.required().iter().map(|pack| pack.id.as_str()).chain([own]).collect();
            let ruleset = header_text(&self.files, "ruleset");
            self.shelf.available(self.root(), ruleset, &known)
        })
    }
}

impl Shelf {
    /// Returns the packs of a ruleset in id order, without the known ones.
    fn available(&self, root: Option<&Path>, ruleset: Option<&str>, known: &BTreeSet<&str>) -> Vec<Available> {
        let ids: BTreeSet<String> =
            self.visible_ids(root).into_iter().filter(|id| !known.contains(id.as_str())).collect();
        let read = |id: String| {
            let files = self.read(&id, root).ok().flatten()?.files;
            (header_text(&files, "ruleset") == ruleset).then(|| Available::of(id, &files))
        };
        ids.into_iter().take(MOST).filter_map(read).collect()
    }
}
