//! Arrangements: the four pane layouts of a pack, one per kind of work.

use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};

use super::layout::Layout;
use super::pane::Pane;

/// A kind of work, with its own pane layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arrangement {
    /// Tables and forms.
    #[default]
    Edit,
    /// Maps, and scenarios on their maps.
    Map,
    /// Test-play.
    Play,
    /// The balance lab.
    Balance,
}

impl Arrangement {
    /// All arrangements, in the order of the top bar.
    pub const ALL: [Self; 4] = [Self::Edit, Self::Map, Self::Play, Self::Balance];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Edit => "Edit",
            Self::Map => "Map",
            Self::Play => "Play",
            Self::Balance => "Balance",
        }
    }

    /// Returns the arrangement in which a document opens; `None` for panes that every arrangement can show.
    pub fn of(pane: &Pane) -> Option<Self> {
        match pane {
            Pane::Map(_) | Pane::Scenario(_) => Some(Self::Map),
            Pane::Play => Some(Self::Play),
            Pane::Balance => Some(Self::Balance),
            pane => pane.is_document().then_some(Self::Edit),
        }
    }

    /// Whether a lone document has no tab bar, so that its content gets the room.
    pub fn is_bare(self) -> bool {
        matches!(self, Self::Play | Self::Balance)
    }
}

/// The four layouts, of which one is current.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Arrangements {
    current: Arrangement,
    layouts: [Layout; 4],
    /// The arrangement to return to.
    before: Option<Arrangement>,
}

impl Default for Arrangements {
    fn default() -> Self {
        Self { current: Arrangement::Edit, layouts: Arrangement::ALL.map(Layout::of), before: None }
    }
}

impl Arrangements {
    /// Returns the current arrangement.
    pub fn current(&self) -> Arrangement {
        self.current
    }

    /// Returns the layout of the current arrangement.
    pub fn layout(&self) -> &Layout {
        &self.layouts[self.current as usize]
    }

    /// Returns the layout of the current arrangement mutably.
    pub fn layout_mut(&mut self) -> &mut Layout {
        &mut self.layouts[self.current as usize]
    }

    /// Whether any arrangement has a pane.
    pub fn have(&self, pane: &Pane) -> bool {
        self.layouts.iter().any(|layout| layout.shows(pane))
    }

    /// Switches to an arrangement.
    pub fn switch(&mut self, to: Arrangement) {
        if self.current != to {
            self.before = Some(self.current);
            self.current = to;
        }
    }

    /// Returns the arrangement to which [`leave`](Self::leave) switches: the one before, or Edit.
    pub fn before(&self) -> Option<Arrangement> {
        let before = self.before.filter(|before| *before != self.current).unwrap_or_default();
        (self.current != Arrangement::Edit).then_some(before)
    }

    /// Goes back to the arrangement before.
    pub fn leave(&mut self) {
        if let Some(before) = self.before() {
            self.current = before;
            self.before = None;
        }
    }

    /// Resets the current arrangement; its documents stay open.
    pub fn reset(&mut self) {
        let current = self.current;
        let layout = self.layout_mut();
        let on_top = layout.document().cloned();
        let open: Vec<Pane> = layout.documents().cloned().collect();
        *layout = Layout::of(current);
        open.into_iter().chain(on_top).for_each(|pane| layout.show(pane));
    }

    /// Returns the arrangements without documents.
    #[must_use]
    pub fn without_documents(&self) -> Self {
        let layouts = self.layouts.each_ref().map(Layout::without_documents);
        Self { current: Arrangement::Edit, layouts, before: None }
    }

    /// Closes the panes for which `keeps` returns false.
    pub fn retain(&mut self, keeps: impl Fn(&Pane) -> bool) {
        self.layouts.iter_mut().for_each(|layout| layout.retain(&keeps));
    }

    /// Updates panes of a renamed record.
    pub fn rename(&mut self, old: &RecordKey, new: &RecordKey) {
        self.layouts.iter_mut().for_each(|layout| layout.rename(old, new));
    }

    /// Repairs saved arrangements; `None` if one is from another version.
    pub(crate) fn restored(self) -> Option<Self> {
        let [edit, map, play, balance] = self.layouts.map(Layout::restored);
        Some(Self { layouts: [edit?, map?, play?, balance?], ..self })
    }
}
