//! Settings saved between runs, in the profile folder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::view::{Arrangements, ViewState};
use crate::keys::Keymap;
use foeman_scene::theme::ThemeChoice;

/// The maximum number of recent packs whose view is saved.
const RECENT: usize = 8;

/// The settings.
///
/// Views are kept as separate texts, so that an unreadable one does not affect the others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The theme.
    pub theme: ThemeChoice,
    /// Whether nothing in the window moves on its own: no animated images, gliding figures or smooth scrolling.
    pub still: bool,
    /// The recent packs, latest first.
    pub recent: Vec<PathBuf>,
    /// The folder used last in a file dialog.
    pub folder: Option<PathBuf>,
    /// Whether the tour was finished or skipped.
    pub toured: bool,
    /// The customised keys of commands.
    pub keys: Keymap,
    /// The saved views of the recent packs.
    pub(crate) views: Vec<(PathBuf, String)>,
    /// The pane layout for packs opened for the first time.
    pub(crate) view: Option<String>,
}

impl Settings {
    /// Moves a pack to the top of the recent packs.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(RECENT);
        let recent = &self.recent;
        self.views.retain(|(path, _)| recent.contains(path));
    }

    /// Removes a pack from the recent packs, with its saved view.
    pub fn forget(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
        self.views.retain(|(known, _)| known != path);
    }

    /// Saves the view of a pack, and its pane layout for new packs.
    pub fn keep(&mut self, pack: &Path, view: &ViewState) {
        let bare = ViewState::arranged(view.arrangements.without_documents());
        self.view = bare.to_text();
        let Some(text) = view.to_text() else { return };
        self.views.retain(|(path, _)| path != pack);
        self.views.push((pack.to_owned(), text));
        let surplus = self.views.len().saturating_sub(RECENT);
        self.views.drain(..surplus);
    }

    /// Merges with settings that another window has saved: returns `other` with the changes that were made here since
    /// `before`.
    #[must_use]
    pub fn joined(&self, before: &Self, other: &Self) -> Self {
        fn later<T: PartialEq + Clone>(own: &T, before: &T, other: &T) -> T {
            if own == before { other.clone() } else { own.clone() }
        }
        let mut recent = later(&self.recent, &before.recent, &other.recent);
        recent.extend(
            other.recent.iter().filter(|path| !self.recent.contains(path) && !before.recent.contains(path)).cloned(),
        );
        let mut seen = BTreeSet::new();
        recent.retain(|path| seen.insert(path.clone()));
        recent.truncate(RECENT);
        let is_own =
            |(path, text): &&(PathBuf, String)| !before.views.iter().any(|(known, was)| known == path && was == text);
        let own: Vec<_> = self.views.iter().filter(is_own).cloned().collect();
        let mut views: Vec<_> =
            other.views.iter().filter(|(path, _)| own.iter().all(|(known, _)| known != path)).cloned().collect();
        views.extend(own);
        views.retain(|(path, _)| recent.contains(path));
        Self {
            theme: later(&self.theme, &before.theme, &other.theme),
            still: later(&self.still, &before.still, &other.still),
            recent,
            folder: later(&self.folder, &before.folder, &other.folder),
            toured: self.toured || other.toured,
            keys: self.keys.joined(&before.keys, &other.keys),
            views,
            view: later(&self.view, &before.view, &other.view),
        }
    }

    /// Returns the saved view of a pack, if it can be read.
    pub fn view_of(&self, pack: &Path) -> Option<ViewState> {
        let (_, text) = self.views.iter().find(|(path, _)| path == pack)?;
        ViewState::from_text(text)
    }

    /// Returns the pane layouts for packs opened for the first time.
    pub fn arrangements(&self) -> Arrangements {
        let kept = self.view.as_deref().and_then(ViewState::from_text);
        kept.map(|view| view.arrangements).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::view::Pane;

    #[test]
    fn a_pack_is_shown_as_it_was_left_and_a_new_one_with_the_same_arrangement() {
        let (mut settings, mut view) = (Settings::default(), ViewState::default());
        let pack = Path::new("/packs/arena");
        view.show(Pane::Catalog("items".to_owned()));
        view.toggle(Pane::Inspector);
        settings.remember(pack);
        settings.keep(pack, &view);
        assert_eq!(settings.view_of(pack), Some(view));
        assert_eq!(settings.view_of(Path::new("/packs/other")), None);
        assert_eq!(settings.arrangements().layout().documents().count(), 0);
        assert!(!settings.arrangements().layout().shows(&Pane::Inspector));
    }

    #[test]
    fn what_cannot_be_read_is_left_and_only_the_latest_packs_are_kept() {
        let mut settings = Settings { view: Some("{\"layout\":7}".to_owned()), ..Settings::default() };
        settings.views.push(("/packs/arena".into(), "not a view".to_owned()));
        assert_eq!(settings.view_of(Path::new("/packs/arena")), None);
        assert_eq!(settings.arrangements(), Arrangements::default());
        for pack in 0..20 {
            let pack = PathBuf::from(format!("/packs/{pack}"));
            settings.remember(&pack);
            settings.keep(&pack, &ViewState::default());
        }
        assert_eq!(settings.views.len(), RECENT);
        assert!(settings.view_of(Path::new("/packs/19")).is_some());
        assert!(settings.view_of(Path::new("/packs/3")).is_none());
    }
}
