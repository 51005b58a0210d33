//! Places of a battle that somebody wants to come back to.

use super::{Battle, Play};

/// The bookmarks of a battle, in the order of their entries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bookmarks(Vec<Bookmark>);

/// A place to come back to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bookmark {
    /// How many entries there are.
    pub entries: usize,
    /// What it is called.
    pub name: String,
}

impl Bookmarks {
    /// All, in order.
    pub fn all(&self) -> &[Bookmark] {
        &self.0
    }

    /// The one at a number of entries.
    pub fn at(&self, entries: usize) -> Option<&Bookmark> {
        self.0.iter().find(|bookmark| bookmark.entries == entries)
    }

    /// The nearest one after or before a number of entries.
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
    /// Names a place of the battle, or forgets it where there is no name.
    pub fn bookmark(&mut self, entries: usize, name: Option<String>) {
        let name = name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        self.with(|battle| battle.bookmarks.set(entries, name));
    }
}

impl Battle {
    /// The places that somebody wants to come back to. A branch has those of the battle.
    pub fn bookmarks(&self) -> &Bookmarks {
        &self.bookmarks
    }

    /// What the place where it is now would be called.
    pub fn place_name(&self) -> String {
        format!("Round {}, entry {}", self.seen().round, self.game().entries())
    }
}
