//! The state of painting scenarios cell by cell.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// The state of painting scenarios cell by cell.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PlotView {
    /// The group to paint with; `None` while selecting cells.
    pub group: Option<String>,
    /// The last ink of each group; `None` erases.
    inks: BTreeMap<String, Option<String>>,
    /// The owner of painted things; `None` for the owner of the cell.
    pub owner: Option<String>,
    /// The hidden groups.
    pub hidden: BTreeSet<String>,
    /// The locked groups.
    pub locked: BTreeSet<String>,
}

impl PlotView {
    /// Returns the ink of a group; `None` if none has been chosen yet.
    pub fn ink(&self, group: &str) -> Option<&Option<String>> {
        self.inks.get(group)
    }

    /// Returns the state with a group and its ink selected.
    #[must_use]
    pub fn with(mut self, group: &str, ink: Option<String>) -> Self {
        self.group = Some(group.to_owned());
        self.inks.insert(group.to_owned(), ink);
        self
    }

    /// Returns the state with another owner.
    #[must_use]
    pub fn of(self, owner: Option<String>) -> Self {
        Self { owner, ..self }
    }

    /// Returns the state with a group selected, with its last ink.
    #[must_use]
    pub fn about(self, group: Option<&str>) -> Self {
        Self { group: group.map(str::to_owned), ..self }
    }

    /// Returns the state with a group hidden, or shown again.
    #[must_use]
    pub fn with_hidden(mut self, group: &str) -> Self {
        toggle(&mut self.hidden, group);
        self
    }

    /// Returns the state with a group locked, or unlocked.
    #[must_use]
    pub fn with_locked(mut self, group: &str) -> Self {
        toggle(&mut self.locked, group);
        self
    }
}

fn toggle(set: &mut BTreeSet<String>, group: &str) {
    if !set.remove(group) {
        set.insert(group.to_owned());
    }
}
