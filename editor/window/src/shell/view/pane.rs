//! The panes of the window, as identifiers.

use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};

/// A pane, with the record or catalog it shows.
///
/// The drawing code is in the features; [`panes`](crate::shell::panes) lists it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pane {
    /// The pack tree.
    Tree,
    /// The form of the selected record.
    Inspector,
    /// The findings of the checks.
    Problems,
    /// The results of the pack's own checks.
    Tests,
    /// The YAML source.
    Source,
    /// The undo history.
    History,
    /// The unsaved changes.
    Changes,
    /// Search in all files.
    Search,
    /// The overview of the pack.
    Overview,
    /// The table of a catalog.
    Catalog(String),
    /// A map, by its key.
    Map(RecordKey),
    /// A scenario with its figures on its map, by its key.
    Scenario(RecordKey),
    /// The figures of a record, by its key.
    Figures(RecordKey),
    /// Help.
    Help,
    /// The layers of the shown map.
    Layers,
    /// Test-play.
    Play,
    /// The balance lab.
    Balance,
    /// The tools of the pack's ruleset.
    Tools,
}

/// The lifetime of a pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stay {
    /// Permanent: it can only be hidden. Some are first added to the layout when they are shown.
    Side,
    /// Until it is closed, or its record is deleted.
    Document,
}

/// The initial position of a pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// A tab among the documents.
    AmongDocuments,
    /// A separate part below the documents.
    BelowDocuments,
    /// A fixed part of every layout.
    Side,
    /// The drawer at the bottom of the window.
    BottomDrawer,
    /// The drawer on the right of the window.
    RightDrawer,
    /// A tab next to the inspector.
    BesideInspector,
}

impl Pane {
    /// The permanent panes that are in the default layout.
    pub const SIDES: [Self; 2] = [Self::Tree, Self::Inspector];
    /// The panes of the drawer at the bottom, in the order of their tabs.
    pub const BOTTOM: [Self; 5] = [Self::Problems, Self::Search, Self::Changes, Self::History, Self::Tests];
    /// The other permanent panes, which are added when first shown.
    pub const OTHERS: [Self; 3] = [Self::Source, Self::Help, Self::Layers];

    /// Returns all permanent panes.
    pub fn permanent() -> impl Iterator<Item = Self> {
        Self::SIDES.into_iter().chain(Self::BOTTOM).chain(Self::OTHERS)
    }

    /// Returns its lifetime.
    pub fn stay(&self) -> Stay {
        match self.home() {
            Home::AmongDocuments => Stay::Document,
            _ => Stay::Side,
        }
    }

    /// Returns its initial position.
    pub fn home(&self) -> Home {
        match self {
            Self::Source => Home::BelowDocuments,
            Self::Tree | Self::Inspector => Home::Side,
            Self::Problems | Self::Tests | Self::History | Self::Changes | Self::Search => Home::BottomDrawer,
            Self::Help => Home::RightDrawer,
            Self::Layers => Home::BesideInspector,
            _ => Home::AmongDocuments,
        }
    }

    /// Whether it is a document, which can be opened and closed.
    pub fn is_document(&self) -> bool {
        self.stay() == Stay::Document
    }

    /// Returns the record it shows.
    pub fn record(&self) -> Option<&RecordKey> {
        match self {
            Self::Map(key) | Self::Scenario(key) | Self::Figures(key) => Some(key),
            _ => None,
        }
    }

    /// Updates the key of a renamed record.
    pub fn rename(&mut self, old: &RecordKey, new: &RecordKey) {
        if let Self::Map(key) | Self::Scenario(key) | Self::Figures(key) = self
            && key == old
        {
            key.clone_from(new);
        }
    }

    /// Returns the key under which its map camera is saved, if it has a map.
    pub fn camera(&self) -> Option<String> {
        match self {
            Self::Map(key) | Self::Scenario(key) => Some(key.to_string()),
            Self::Play => Some("play".to_owned()),
            _ => None,
        }
    }
}
