//! Maps ids of a file to ids of a pack: Hexkit's `Red.Guard` is `red-guard` in a pack.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::images::Image;
use foeman_schema::dialect::Record;
use foeman_schema::text::kebab;
use roxmltree::Node;

use crate::catalogs::{Effect, Faction, Terrain, Unit, Upgrade, Variable};

/// The kinds of things with ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    Attribute,
    Counter,
    Resource,
    Unit,
    Terrain,
    Effect,
    Upgrade,
    Image,
    Faction,
}

impl Kind {
    pub(super) const VARIABLES: [Self; 3] = [Self::Attribute, Self::Counter, Self::Resource];
    pub(super) const CLASSES: [Self; 4] = [Self::Unit, Self::Terrain, Self::Effect, Self::Upgrade];

    /// Returns the element that defines this kind.
    pub(super) fn element(self) -> &'static str {
        match self {
            Self::Attribute => "attribute",
            Self::Counter => "counter",
            Self::Resource => "resource",
            Self::Unit => "unit",
            Self::Terrain => "terrain",
            Self::Effect => "effect",
            Self::Upgrade => "upgrade",
            Self::Image => "image",
            Self::Faction => "factionClass",
        }
    }

    /// Returns the catalog of this kind.
    pub(super) fn catalog(self) -> &'static str {
        match self {
            Self::Attribute | Self::Counter | Self::Resource => Variable::CATALOG,
            Self::Unit => Unit::CATALOG,
            Self::Terrain => Terrain::CATALOG,
            Self::Effect => Effect::CATALOG,
            Self::Upgrade => Upgrade::CATALOG,
            Self::Image => Image::CATALOG,
            Self::Faction => Faction::CATALOG,
        }
    }

    /// Returns the kind with an article.
    pub(super) fn one(self) -> &'static str {
        match self {
            Self::Attribute => "an attribute",
            Self::Counter => "a counter",
            Self::Resource => "a resource",
            Self::Unit => "a unit",
            Self::Terrain => "a terrain",
            Self::Effect => "an effect",
            Self::Upgrade => "an upgrade",
            Self::Image => "an image",
            Self::Faction => "a faction",
        }
    }
}

/// The ids in a pack of the things in a file.
#[derive(Default)]
pub(super) struct Names {
    /// The id in the pack by the id in the file, and whether the file defines it.
    ours: BTreeMap<(Kind, String), (String, bool)>,
    /// The ids in the pack by the elements that define them.
    defined: BTreeMap<u32, String>,
    taken: BTreeSet<(&'static str, String)>,
    /// The last number appended to an id, by catalog and id.
    numbers: BTreeMap<(&'static str, String), usize>,
}

impl Names {
    /// Registers the id of an element; `None` if another element of its kind has the same id.
    pub(super) fn define(&mut self, kind: Kind, node: Node<'_, '_>) -> Option<&str> {
        let theirs = node.attribute("id").unwrap_or_default();
        if theirs.is_empty() || self.ours.contains_key(&(kind, theirs.to_owned())) {
            return None;
        }
        let id = self.fresh(kind, theirs);
        self.ours.insert((kind, theirs.to_owned()), (id.clone(), true));
        Some(self.defined.entry(node.id().get()).or_insert(id))
    }

    /// Returns the id of the thing that an element defines; `None` if another of its kind has the same id.
    pub(super) fn of(&self, node: Node<'_, '_>) -> Option<&str> {
        self.defined.get(&node.id().get()).map(String::as_str)
    }

    /// Returns the id in the pack, and whether the file defines the thing.
    pub(super) fn get(&mut self, kind: Kind, theirs: &str) -> (String, bool) {
        if let Some(known) = self.ours.get(&(kind, theirs.to_owned())) {
            return known.clone();
        }
        let id = self.fresh(kind, theirs);
        self.ours.insert((kind, theirs.to_owned()), (id.clone(), false));
        (id, false)
    }

    /// Whether the file defines a thing.
    pub(super) fn has(&self, kind: Kind, theirs: &str) -> bool {
        self.ours.get(&(kind, theirs.to_owned())).is_some_and(|(_, is_there)| *is_there)
    }

    fn fresh(&mut self, kind: Kind, theirs: &str) -> String {
        let plain = kebab(theirs);
        let base = if plain.is_empty() { kind.element().to_lowercase() } else { plain };
        let mut id = base.clone();
        while !self.taken.insert((kind.catalog(), id.clone())) {
            let number = self.numbers.entry((kind.catalog(), base.clone())).or_insert(1);
            *number += 1;
            id = format!("{base}-{number}");
        }
        id
    }
}
