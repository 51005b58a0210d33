//! View state: everything that determines the view but is not content. It is saved between runs.
//!
//! All choices of the user are kept here. egui's memory only holds data that can be lost: caches (meshes, textures,
//! heights), half-typed text and scroll offsets.
//! The settings of a feature are in its folder, such as [`LabView`]. Suggested reading order:
//! [`pane`], [`layout`] (the pane layout), [`arrangement`] (one layout per kind of work), [`drawers`], then
//! [`ViewState`].

pub mod arrangement;
pub mod drawers;
pub mod layout;
pub mod pane;
#[cfg(test)]
mod tests;

pub use arrangement::{Arrangement, Arrangements};
pub use drawers::Drawers;
pub use layout::Layout;
pub use pane::Pane;

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::board::Terrains;
use foeman_schema::dialect::Target as _;
use foeman_schema::text::{Pointer, RecordKey};
use serde::{Deserialize, Serialize};

use crate::help::Reading;
use crate::kit::camera::Camera;
use crate::lab::LabView;
use crate::map::{Balance, Hand, Ink, Layer, Stamp};
use crate::map::{StrokeStyle, Tool, Trace};
use crate::overlay::{OverlayView, Who};
use crate::play::PlayView;
use crate::scenario::PlotView;
use crate::tables::Tables;
use crate::tables::{Order, Sorting};
use crate::tools::Bench;

/// The maximum number of selections to go back to.
const REMEMBERED: usize = 100;

/// The maximum number of recent terrains.
const RECENT: usize = 8;

/// The view of a pack.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ViewState {
    /// The pane layouts, one per kind of work.
    pub arrangements: Arrangements,
    /// The open drawers.
    pub drawers: Drawers,
    /// Whether the window has room for only one of the two side panes.
    #[serde(skip)]
    pub narrow: bool,
    /// Whether the open drawers replace the side column of a map, because there is no room for both.
    #[serde(skip)]
    pub cramped: bool,
    /// The pane that F6 moved the focus to.
    #[serde(skip)]
    focused: Option<Pane>,
    /// Whether a narrow window shows the pack tree instead of the inspector, even if a record is selected.
    #[serde(skip)]
    tree_first: bool,
    /// The map tool.
    pub tool: Tool,
    /// The map layer to edit.
    pub layer: Layer,
    /// The id of the terrain to paint with.
    pub brush: Option<String>,
    /// The terrains to scatter at random, each with its weight; empty if there is only one.
    pub mix: Vec<(String, u32)>,
    /// The favourite terrains, by id.
    pub favourites: BTreeSet<String>,
    /// The ids of the terrains painted with last, the newest first.
    pub recent: Vec<String>,
    /// The hidden map layers.
    pub hidden: BTreeSet<Layer>,
    /// The locked map layers.
    pub locked: BTreeSet<Layer>,
    /// The level to paint with.
    pub level: u8,
    /// The id of the zone to paint with; `None` removes cells from their zones.
    pub zone: Option<String>,
    /// The brush size and density.
    pub stroke: StrokeStyle,
    /// The symmetry for drawing.
    pub balance: Balance,
    /// Saved parts of maps that can be pasted repeatedly.
    pub stamps: Vec<Stamp>,
    /// Whether grid lines are hidden.
    pub gridless: bool,
    /// The rules overlay on maps.
    pub overlay: OverlayView,
    /// The state of the map tools.
    #[serde(skip)]
    pub hand: Hand,
    /// The state of the Help pane.
    #[serde(skip)]
    pub help: Reading,
    /// The state of painting scenarios.
    pub plot: PlotView,
    /// The state of test-play.
    pub play: PlayView,
    /// The settings of the balance lab.
    pub lab: LabView,
    /// The selected tool of the ruleset, and the tools' arguments.
    pub bench: Bench,
    /// The state of tables.
    pub tables: Tables,
    /// The figure that the selected figure of a roster is compared with.
    #[serde(skip)]
    pub compared: Option<Pointer>,
    selection: Option<Selection>,
    #[serde(skip)]
    past: Vec<Selection>,
    #[serde(skip)]
    future: Vec<Selection>,
    filter: String,
    folds: BTreeSet<Fold>,
    sorting: BTreeMap<String, Sorting>,
    cameras: BTreeMap<String, Camera>,
    /// The tracing image of each map.
    traces: BTreeMap<String, Trace>,
    /// The file shown as a whole in the source pane.
    source: Option<String>,
    /// The text of the search in all files.
    search: String,
    /// For each map, the scenario whose figures are shown; `None` shows no figures.
    figures: BTreeMap<String, Option<String>>,
}

/// The current selection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Selection {
    /// The record.
    pub record: RecordKey,
    /// The path of the selected value in the record; empty for the record itself.
    pub field: Vec<String>,
    /// The selected cell of the record's map, as column and row.
    pub hex: Option<[i32; 2]>,
}

impl Selection {
    /// Selects a whole record.
    pub fn record(record: RecordKey) -> Self {
        Self { record, field: Vec::new(), hex: None }
    }
}

/// Something that can be expanded or collapsed, or shown or hidden.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fold {
    /// A catalog in the pack tree; expanded by default.
    Catalog(String),
    /// The list of files in the pack tree; collapsed by default.
    Files,
    /// The grouped notes of a check; collapsed by default.
    Notes(String),
    /// The calculation of a line in the battle log; collapsed by default.
    Sum(usize),
    /// A curve of the chart, by its title; shown by default.
    Curve(String),
    /// The curve of a figure, by its name, in a chart of sides; hidden by default.
    Figure(String),
    /// The legend of a reach in test-play; collapsed by default.
    Reach,
}

/// The maximum brush radius.
pub const LARGEST: u32 = 20;

impl ViewState {
    /// Creates a view with pane layouts and defaults for the rest.
    pub fn arranged(arrangements: Arrangements) -> Self {
        Self { arrangements, ..Self::default() }
    }

    /// Returns the pane layout of the current arrangement.
    pub fn layout(&self) -> &Layout {
        self.arrangements.layout()
    }

    /// Whether there is no room for a side pane: a narrow window shows the other one, or a drawer has its place.
    pub fn is_displaced(&self, pane: &Pane) -> bool {
        let layout = self.layout();
        let is_beside_map = self.arrangements.current() == Arrangement::Map && layout.shows(&Pane::Layers);
        if self.cramped && is_beside_map && matches!(pane, Pane::Layers | Pane::Inspector) {
            return true;
        }
        let [tree, inspector] = Pane::SIDES.map(|pane| layout.is_on_top(&pane));
        let tree_first = self.tree_first || self.selection.is_none();
        self.narrow && tree && inspector && *pane == if tree_first { Pane::Inspector } else { Pane::Tree }
    }

    /// Brings a pane to the front, opening it if needed.
    ///
    /// A document that the current arrangement does not have opens in its own arrangement.
    pub fn show(&mut self, pane: Pane) {
        if let Some(drawer) = self.drawers.of(&pane) {
            *drawer = Some(pane);
            return;
        }
        if Pane::SIDES.contains(&pane) {
            self.tree_first = pane == Pane::Tree;
        }
        if self.cramped && self.is_displaced(&pane) {
            self.make_room();
        }
        let own = Arrangement::of(&pane).filter(|_| self.layout().root().group_of(&pane).is_none());
        if let Some(own) = own {
            self.arrangements.switch(own);
        }
        self.arrangements.layout_mut().show(pane);
    }

    /// Closes the drawers if they replace the side column of a map.
    pub fn make_room(&mut self) {
        if std::mem::take(&mut self.cramped) {
            self.drawers = Drawers::default();
        }
    }

    /// Closes a document, or hides a permanent pane.
    pub fn close(&mut self, pane: &Pane) {
        match self.drawers.of(pane) {
            Some(drawer) => drop(drawer.take_if(|shown| shown == pane)),
            None => self.arrangements.layout_mut().close(pane),
        }
    }

    /// Shows a pane if it is hidden or behind another one; otherwise hides it.
    pub fn toggle(&mut self, pane: Pane) {
        if self.is_on_top(&pane) { self.close(&pane) } else { self.show(pane) }
    }

    /// Whether a pane is in a drawer or in the current layout, and not hidden; it may be behind another tab.
    pub fn shows(&self, pane: &Pane) -> bool {
        self.drawers.shows(pane) || (self.layout().shows(pane) && !self.is_displaced(pane))
    }

    /// Whether a pane is visible, and not behind another tab.
    pub fn is_on_top(&self, pane: &Pane) -> bool {
        self.drawers.shows(pane) || (self.layout().is_on_top(pane) && !self.is_displaced(pane))
    }

    /// Returns the panes on screen in reading order: the tiles, then the drawers on the right and at the bottom.
    pub fn visible(&self) -> Vec<&Pane> {
        let groups = self.layout().root().groups();
        let tiles = groups.into_iter().filter_map(|group| group.active.as_ref()).filter(|pane| self.is_on_top(pane));
        tiles.chain(self.drawers.right()).chain(self.drawers.bottom()).collect()
    }

    /// Returns the pane that F6 moved the focus to.
    pub fn focused(&self) -> Option<&Pane> {
        self.focused.as_ref()
    }

    /// Moves the focus to a whole pane; a document becomes the current one.
    pub fn focus(&mut self, pane: Pane) {
        self.arrangements.layout_mut().enter(&pane);
        self.focused = Some(pane);
    }

    /// Returns all panes of the current layout and the open drawers.
    pub fn panes(&self) -> Vec<&Pane> {
        let drawers = self.drawers.bottom().into_iter().chain(self.drawers.right());
        self.layout().panes().into_iter().chain(drawers).collect()
    }

    /// Sets the ink, and its layer.
    pub fn dip(&mut self, ink: Ink) {
        self.layer = ink.layer();
        match ink {
            Ink::Terrain(id) => {
                self.recent.retain(|other| *other != id);
                self.recent.insert(0, id.clone());
                self.recent.truncate(RECENT);
                self.brush = Some(id);
                self.mix.clear();
            }
            Ink::Level(level) => self.level = level.min(9),
            Ink::Zone(id) => self.zone = Some(id),
            Ink::NoZone => self.zone = None,
        }
        if !self.tool.paints() {
            self.tool = Tool::Paint;
        }
    }

    /// Sets the terrains to scatter; a single one becomes the normal brush.
    pub fn strew(&mut self, mut mix: Vec<(String, u32)>) {
        mix.retain(|(_, share)| *share > 0);
        match mix.first() {
            Some((first, _)) => self.dip(Ink::Terrain(first.clone())),
            None => return,
        }
        if mix.len() > 1 {
            self.mix = mix;
        }
    }

    /// Returns the tracing image of a map.
    pub fn trace(&self, map: &RecordKey) -> Option<&Trace> {
        self.traces.get(&map.to_string())
    }

    /// Sets or removes the tracing image of a map.
    pub fn lay_trace(&mut self, map: &RecordKey, trace: Option<Trace>) {
        match trace {
            Some(trace) => drop(self.traces.insert(map.to_string(), trace)),
            None => drop(self.traces.remove(&map.to_string())),
        }
    }

    /// Returns the selection.
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// Selects something, and adds the previous selection to the history.
    pub fn select(&mut self, selection: Selection) {
        self.tables.selected(&selection.record);
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

    /// Replaces a selection that no longer exists, without adding it to the history.
    pub fn replace_selection(&mut self, selection: Selection) {
        self.tables.selected(&selection.record);
        self.selection = Some(selection);
    }

    /// Returns the file shown as a whole in the source pane; `None` if only the selected record is shown.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Shows a whole file in the source pane, or (`None`) the selected record.
    pub fn set_source(&mut self, path: Option<String>) {
        self.source = path;
    }

    /// Clears the selection.
    pub fn deselect(&mut self) {
        self.selection = None;
    }

    /// Goes back to the previous selection.
    pub fn back(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.future.extend(self.selection.replace(before));
        true
    }

    /// Goes forward to the selection before the last [`back`](Self::back).
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

    /// Returns the current document.
    pub fn document(&self) -> Option<&Pane> {
        self.layout().document()
    }

    /// Closes panes and clears selections of records for which `exists` returns false.
    pub fn keep(&mut self, exists: impl Fn(&RecordKey) -> bool) {
        self.arrangements.retain(|pane| pane.record().is_none_or(&exists));
        self.tables.keep(&exists);
        self.past.retain(|selection| exists(&selection.record));
        self.future.retain(|selection| exists(&selection.record));
        if self.selection.as_ref().is_some_and(|selection| !exists(&selection.record)) {
            self.selection = None;
        }
    }

    /// Updates everything that refers to a renamed record: panes, cameras and other state kept by its key.
    pub fn rename(&mut self, old: &RecordKey, new: &RecordKey, playable: &str, imagined: &str) {
        self.arrangements.rename(old, new);
        self.tables.rename(old, new);
        let selections = self.selection.iter_mut().chain(&mut self.past).chain(&mut self.future);
        for selection in selections.filter(|selection| selection.record == *old) {
            selection.record.clone_from(new);
        }
        let (from, to) = (old.to_string(), new.to_string());
        if let Some(camera) = self.cameras.remove(&from) {
            self.cameras.insert(to.clone(), camera);
        }
        if let Some(trace) = self.traces.remove(&from) {
            self.traces.insert(to.clone(), trace);
        }
        if let Some(shown) = self.figures.remove(&from) {
            self.figures.insert(to, shown);
        }
        if old.catalog == Terrains::TARGET {
            let strewn = self.mix.iter_mut().map(|(id, _)| id);
            let recent = self.recent.iter_mut();
            self.brush
                .iter_mut()
                .chain(strewn)
                .chain(recent)
                .filter(|id| **id == old.id)
                .for_each(|id| id.clone_from(&new.id));
            if self.favourites.remove(&old.id) {
                self.favourites.insert(new.id.clone());
            }
            let held = self.hand.held.iter_mut().chain(&mut self.hand.copied);
            let stamps = self.stamps.iter_mut().map(|stamp| &mut stamp.patch);
            stamps.chain(held).for_each(|patch| patch.rename(&old.id, &new.id));
        }
        if let Who::Imagined(id) = &mut self.overlay.who
            && old.catalog == imagined
            && *id == old.id
        {
            id.clone_from(&new.id);
        }
        if old.catalog == playable {
            let chosen = self.figures.values_mut().chain([&mut self.play.scenario]).flatten();
            chosen.filter(|scenario| **scenario == old.id).for_each(|scenario| scenario.clone_from(&new.id));
        }
    }

    /// Whether the default state of something foldable is inverted.
    pub fn is_folded(&self, fold: &Fold) -> bool {
        self.folds.contains(fold)
    }

    /// Expands or collapses something.
    pub fn fold(&mut self, fold: Fold) {
        if !self.folds.remove(&fold) {
            self.folds.insert(fold);
        }
    }

    /// Collapses all calculations in the battle log.
    pub fn close_sums(&mut self) {
        self.folds.retain(|fold| !matches!(fold, Fold::Sum(_)));
    }

    /// Returns the sort order of a catalog's table; `None` for file order.
    pub fn sorting(&self, catalog: &str) -> Option<&Sorting> {
        self.sorting.get(catalog)
    }

    /// Sorts by a column; repeated calls switch from ascending to descending to file order.
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

    /// Returns the camera of a map.
    pub fn camera(&self, map: &str) -> Option<Camera> {
        self.cameras.get(map).copied()
    }

    /// Sets the camera of a map; `None` fits the map into the view.
    pub fn look(&mut self, map: String, camera: Option<Camera>) {
        match camera {
            Some(camera) => self.cameras.insert(map, camera),
            None => self.cameras.remove(&map),
        };
    }

    /// Returns the filter text of the pack tree.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Returns the text of the search in all files.
    pub fn search(&self) -> &str {
        &self.search
    }

    /// Sets the text of the search in all files.
    pub fn set_search(&mut self, text: String) {
        self.search = text;
    }

    /// Sets the filter text of the pack tree.
    pub fn set_filter(&mut self, text: String) {
        self.filter = text;
    }

    /// Returns the scenario chosen for the figures on a map; `Some(None)` shows no figures, `None` means no choice was
    /// made.
    pub fn figures(&self, map: &RecordKey) -> Option<Option<&str>> {
        self.figures.get(&map.to_string()).map(Option::as_deref)
    }

    /// Chooses the scenario whose figures are shown on a map.
    pub fn set_figures(&mut self, map: &RecordKey, scenario: Option<String>) {
        self.figures.insert(map.to_string(), scenario);
    }

    /// Serialises the view.
    pub fn to_text(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    /// Parses and repairs a saved view; `None` if this version cannot read it.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut view: Self = serde_json::from_str(text).ok()?;
        view.arrangements = view.arrangements.restored()?;
        view.drawers.repair();
        view.cameras.retain(|_, camera| camera.center.is_finite() && camera.scale.is_finite() && camera.scale > 0.0);
        view.close_sums();
        Some(view)
    }
}
