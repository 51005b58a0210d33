//! What is looked at: tabs, selection, filters, cameras. Nothing here is content.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::text::RecordKey;

use super::action::{Camera, Filter, Panel, Selection, Tab, Tool};

/// Selections that going back remembers.
const REMEMBERED: usize = 100;

/// What the window shows of a pack.
#[derive(Debug, Default)]
pub struct Looking {
    /// The open tabs, from left to right.
    pub tabs: Vec<Tab>,
    /// The position of the tab that is shown.
    pub active: usize,
    /// What the pointer does on maps.
    pub tool: Tool,
    /// The legend key to paint with.
    pub brush: Option<char>,
    selection: Option<Selection>,
    past: Vec<Selection>,
    future: Vec<Selection>,
    folded: BTreeSet<String>,
    sorting: BTreeMap<String, Sorting>,
    cameras: BTreeMap<String, Camera>,
    filters: [String; 2],
}

/// How a table is sorted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sorting {
    /// The field it is sorted by.
    pub column: String,
    /// Which way.
    pub order: Order,
}

/// Which way a table is sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Smallest first.
    Rising,
    /// Largest first.
    Falling,
}

impl Looking {
    /// What is selected.
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// Selects something; what was selected can be gone back to.
    pub fn select(&mut self, selection: Selection) {
        if self.selection.as_ref() == Some(&selection) {
            return;
        }
        let other_record = self.selection.as_ref().is_none_or(|now| now.record != selection.record);
        if let Some(now) = self.selection.replace(selection)
            && other_record
        {
            self.past.push(now);
            if self.past.len() > REMEMBERED {
                self.past.remove(0);
            }
            self.future.clear();
        }
    }

    /// Selects nothing.
    pub fn deselect(&mut self) {
        self.selection = None;
    }

    /// Goes to the selection before this one.
    pub fn back(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.future.extend(self.selection.replace(before));
        true
    }

    /// Goes to the selection that was left by going back.
    pub fn forward(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        self.past.extend(self.selection.replace(after));
        true
    }

    /// Whether there is a selection to go back to.
    pub fn can_go_back(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a selection to go forward to.
    pub fn can_go_forward(&self) -> bool {
        !self.future.is_empty()
    }

    /// The tab that is shown.
    pub fn tab(&self) -> Option<&Tab> {
        self.tabs.get(self.active)
    }

    /// Shows a tab, opening it if needed.
    pub fn show(&mut self, tab: Tab) {
        self.active = self.tabs.iter().position(|open| *open == tab).unwrap_or_else(|| {
            self.tabs.push(tab);
            self.tabs.len() - 1
        });
    }

    /// Closes a tab and shows its neighbour.
    pub fn close(&mut self, tab: &Tab) {
        if let Some(at) = self.tabs.iter().position(|open| open == tab) {
            self.tabs.remove(at);
            if self.active > at || self.active == self.tabs.len() {
                self.active = self.active.saturating_sub(1);
            }
        }
    }

    /// Closes the maps and scenarios of which `exists` is false, and forgets a selection of which it is false.
    pub fn keep(&mut self, exists: impl Fn(&RecordKey) -> bool) {
        let gone: Vec<Tab> = self
            .tabs
            .iter()
            .filter(|tab| matches!(tab, Tab::Map(key) | Tab::Setup(key) if !exists(key)))
            .cloned()
            .collect();
        for tab in &gone {
            self.close(tab);
        }
        self.past.retain(|selection| exists(&selection.record));
        self.future.retain(|selection| exists(&selection.record));
        if self.selection.as_ref().is_some_and(|selection| !exists(&selection.record)) {
            self.selection = None;
        }
    }

    /// Whether a catalog is closed in the tree.
    pub fn is_folded(&self, catalog: &str) -> bool {
        self.folded.contains(catalog)
    }

    /// Opens or closes a catalog in the tree.
    pub fn fold(&mut self, catalog: &str) {
        if !self.folded.remove(catalog) {
            self.folded.insert(catalog.to_owned());
        }
    }

    /// How a catalog's table is sorted; `None` for file order.
    pub fn sorting(&self, catalog: &str) -> Option<&Sorting> {
        self.sorting.get(catalog)
    }

    /// Sorts by a column: rising, then falling, then file order again.
    pub fn sort(&mut self, catalog: String, column: String) {
        match self.sorting.get(&catalog) {
            Some(now) if now.column == column && now.order == Order::Rising => {
                self.sorting.insert(catalog, Sorting { column, order: Order::Falling });
            }
            Some(now) if now.column == column => {
                self.sorting.remove(&catalog);
            }
            _ => {
                self.sorting.insert(catalog, Sorting { column, order: Order::Rising });
            }
        }
    }

    /// Where a map is looked at from.
    pub fn camera(&self, map: &str) -> Option<Camera> {
        self.cameras.get(map).copied()
    }

    /// Looks at a map from somewhere else; `None` to fit it into the room there is.
    pub fn look(&mut self, map: String, camera: Option<Camera>) {
        match camera {
            Some(camera) => self.cameras.insert(map, camera),
            None => self.cameras.remove(&map),
        };
    }

    /// The text typed into a filter.
    pub fn filter(&self, filter: Filter) -> &str {
        &self.filters[filter as usize]
    }

    /// Filters a list by typed text.
    pub fn set_filter(&mut self, filter: Filter, text: String) {
        self.filters[filter as usize] = text;
    }
}

/// The panels that are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Panels {
    shown: [bool; 3],
}

impl Default for Panels {
    fn default() -> Self {
        Self { shown: [true; 3] }
    }
}

impl Panels {
    /// Whether a panel is shown.
    pub fn shows(&self, panel: Panel) -> bool {
        self.shown[panel as usize]
    }

    /// Shows or hides a panel.
    pub fn toggle(&mut self, panel: Panel) {
        self.shown[panel as usize] ^= true;
    }
}

/// The name a map's camera is kept under.
pub fn camera_of(tab: &Tab) -> Option<String> {
    match tab {
        Tab::Map(key) | Tab::Setup(key) => Some(key.to_string()),
        Tab::Play => Some("play".to_owned()),
        Tab::Catalog(_) | Tab::Tools => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: &str) -> Selection {
        Selection::record(RecordKey::new("items", id))
    }

    #[test]
    fn going_back_and_forward_walks_through_the_selected_records() {
        let mut looking = Looking::default();
        for id in ["axe", "bow", "club"] {
            looking.select(record(id));
        }
        assert!(looking.back());
        assert_eq!(looking.selection(), Some(&record("bow")));
        assert!(looking.forward());
        assert_eq!(looking.selection(), Some(&record("club")));
        assert!(!looking.can_go_forward());
    }

    #[test]
    fn closing_a_tab_shows_its_neighbour() {
        let mut looking = Looking::default();
        for name in ["a", "b", "c"] {
            looking.show(Tab::Catalog(name.to_owned()));
        }
        looking.close(&Tab::Catalog("c".to_owned()));
        assert_eq!(looking.tab(), Some(&Tab::Catalog("b".to_owned())));
        looking.close(&Tab::Catalog("a".to_owned()));
        assert_eq!(looking.tab(), Some(&Tab::Catalog("b".to_owned())));
        looking.close(&Tab::Catalog("b".to_owned()));
        assert_eq!(looking.tab(), None);
    }

    #[test]
    fn a_third_click_on_a_column_gives_file_order_back() {
        let mut looking = Looking::default();
        let click = |looking: &mut Looking| looking.sort("items".to_owned(), "size".to_owned());
        click(&mut looking);
        assert_eq!(looking.sorting("items").map(|sorting| sorting.order), Some(Order::Rising));
        click(&mut looking);
        assert_eq!(looking.sorting("items").map(|sorting| sorting.order), Some(Order::Falling));
        click(&mut looking);
        assert_eq!(looking.sorting("items"), None);
    }
}
