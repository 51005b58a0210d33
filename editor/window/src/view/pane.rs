//! What the window is made of: panes, told by what they show.

use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};

/// A part of the window that can be moved about, and what it is about.
///
/// What is drawn in it is in [`panes`](super::super::panes), one file and one line in the registry each.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pane {
    /// The pack tree.
    Tree,
    /// The form of what is selected.
    Inspector,
    /// What the checks say.
    Problems,
    /// What came of the pack's own checks.
    Tests,
    /// The text that content is written in.
    Source,
    /// What has been done, step by step.
    History,
    /// What differs from the files on disk.
    Changes,
    /// Where a text stands in the pack's files.
    Search,
    /// The table of a catalog.
    Catalog(String),
    /// A map, by its key.
    Map(RecordKey),
    /// A scenario with its figures on its map, by its key.
    Scenario(RecordKey),
    /// The figures of a record, by its key.
    Figures(RecordKey),
    /// What is explained.
    Help,
    /// Test-play.
    Play,
    /// The balance lab.
    Balance,
    /// The tools that the pack's ruleset brings along.
    Tools,
}

/// How long a pane stays in the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stay {
    /// For good: it can only be hidden. Some have no place until they are shown first.
    Side,
    /// Until it is closed, or what it shows is gone.
    Document,
}

/// Where a pane appears when it is shown first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// As a tab among the documents.
    AmongDocuments,
    /// In a part of its own below the documents.
    BelowDocuments,
    /// As a tab beside the problems.
    BesideProblems,
}

impl Pane {
    /// The panes that stay for good and have their place from the beginning.
    pub const SIDES: [Self; 3] = [Self::Tree, Self::Inspector, Self::Problems];
    /// The panes that stay for good once they have been shown.
    pub const TOOLS: [Self; 6] = [Self::Source, Self::Tests, Self::History, Self::Changes, Self::Search, Self::Help];

    /// How long it stays.
    pub fn stay(&self) -> Stay {
        if Self::SIDES.contains(self) || Self::TOOLS.contains(self) { Stay::Side } else { Stay::Document }
    }

    /// Where it appears when it is shown first.
    pub fn home(&self) -> Home {
        match self {
            Self::Source => Home::BelowDocuments,
            Self::Tests | Self::History | Self::Changes | Self::Search | Self::Help => Home::BesideProblems,
            _ => Home::AmongDocuments,
        }
    }

    /// Whether it is opened and closed, as a record's map is.
    pub fn is_document(&self) -> bool {
        self.stay() == Stay::Document
    }

    /// The record it is about as a whole.
    pub fn record(&self) -> Option<&RecordKey> {
        match self {
            Self::Map(key) | Self::Scenario(key) | Self::Figures(key) => Some(key),
            _ => None,
        }
    }

    /// Goes with a record that gets another key.
    pub fn rename(&mut self, old: &RecordKey, new: &RecordKey) {
        if let Self::Map(key) | Self::Scenario(key) | Self::Figures(key) = self
            && key == old
        {
            key.clone_from(new);
        }
    }

    /// The name its map's camera is kept under, where it shows one.
    pub fn camera(&self) -> Option<String> {
        match self {
            Self::Map(key) | Self::Scenario(key) => Some(key.to_string()),
            Self::Play => Some("play".to_owned()),
            _ => None,
        }
    }
}
