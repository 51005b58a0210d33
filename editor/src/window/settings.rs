//! What the window remembers between runs, in the profile folder.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::looking::Panels;
use crate::theme::ThemeChoice;

/// Packs that are offered again.
const RECENT: usize = 8;

/// What the user has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The theme.
    pub theme: ThemeChoice,
    /// The panels that are shown.
    pub panels: Panels,
    /// The packs opened last, latest first.
    pub recent: Vec<PathBuf>,
}

impl Settings {
    /// Puts a pack first among those opened last.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(RECENT);
    }
}
