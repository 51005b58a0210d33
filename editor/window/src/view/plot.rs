//! What is painted into the cells of scenarios.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What is painted into the cells of scenarios.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PlotView {
    /// The group that is painted with; nothing while cells are selected.
    pub group: Option<String>,
    /// For each group what was chosen last; nothing to take away what there is of it.
    inks: BTreeMap<String, Option<String>>,
    /// Whose what is painted is, where things are somebody's; nothing for whoever owns the cell.
    pub owner: Option<String>,
}

impl PlotView {
    /// What is chosen of a group; nothing before anybody has chosen.
    pub fn ink(&self, group: &str) -> Option<&Option<String>> {
        self.inks.get(group)
    }

    /// The same with something of a group to paint with.
    #[must_use]
    pub fn with(mut self, group: &str, ink: Option<String>) -> Self {
        self.group = Some(group.to_owned());
        self.inks.insert(group.to_owned(), ink);
        self
    }

    /// The same for what is somebody's.
    #[must_use]
    pub fn of(self, owner: Option<String>) -> Self {
        Self { owner, ..self }
    }

    /// The same with a group to paint with, and what was chosen of it last.
    #[must_use]
    pub fn about(self, group: Option<&str>) -> Self {
        Self { group: group.map(str::to_owned), ..self }
    }
}
