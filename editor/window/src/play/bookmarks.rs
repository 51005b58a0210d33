//! Bookmarks in a battle.

use super::{Battle, Play};

/// The bookmarks of a battle, in order of entries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bookmarks(Vec<Bookmark>);

/// A bookmark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bookmark {
    /// The number of entries at the bookmark.
    pub entries: usize,
    /// Its name.
    pub name: String,
}

impl Bookmarks {
    /// Returns all bookmarks in order.
    pub fn all(&self) -> &[Bookmark] {
        &self.0
    }

    /// Returns the bookmark at a number of entries.
    pub fn at(&self, entries: usize) -> Option<&Bookmark> {
        self.0.iter().find(|bookmark| bookmark.entries == entries)
    }

    /// Returns the nearest bookmark after or before a number of entries.
    pub fn beside(&self, entries: usize, after: bool) -> Option<&Bookmark> {
        match after {
            true => self.0.iter().find(|bookmark| bookmark.entries > entries),
            false => self.0.iter().rev().find(|bookmark| bookmark.entries < entries),
        }
    }

    fn set(&mut self, entries: usize, name: Option<String>) {
        self.0.retain(|bookmark| bookmark.entries != entries);
        if let Some(name) = name {
            let place = self.0.partition_point(|bookmark| bookmark.entries < entries);
            self.0.insert(place, Bookmark { entries, name });
        }
    }
}

impl Play {
    /// Adds or renames a bookmark; without a name it is removed.
    pub fn bookmark(&mut self, entries: usize, name: Option<String>) {
        let name = name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        self.with(|battle| battle.bookmarks.set(entries, name));
    }
}

impl Battle {
    /// Returns the bookmarks. All branches of a battle share them.
    pub fn bookmarks(&self) -> &Bookmarks {
        &self.bookmarks
    }

    /// Returns the default name for a bookmark at the current state.
    pub fn place_name(&self) -> String {
        format!("Round {}, entry {}", self.seen().round, self.game().entries())
    }
}
