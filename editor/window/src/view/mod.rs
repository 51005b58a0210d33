//! View state: what is looked at, and how. Nothing here is content, and everything here can be kept between runs.
//!
//! Panes keep nothing that a user has chosen anywhere else. egui's own memory holds only what nobody would miss:
//! what was worked out and can be worked out again (meshes, textures, heights), half-typed words, and how far things
//! are scrolled.
//! Read the modules in this order: [`pane`], [`layout`] (how panes lie), [`tables`] (what is looked at in tables),
//! [`layer`], [`patch`], [`hand`] and [`balance`] (how maps are worked on), [`plot`] (what is painted into scenarios), [`overlay`] (what is asked over them),
//! [`help`] (what is read), [`pace`] (how quickly battles are shown), [`lab`] (what is asked of many battles), then [`ViewState`].

pub mod layout;

pub mod pane;

pub mod plot;

pub mod tables;

pub mod hand;

pub mod help;

pub mod balance;

pub mod lab;

pub mod layer;

pub mod overlay;

pub mod pace;

pub mod patch;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use egui::Pos2;
use foeman_schema::catalogs::board::Terrains;
use foeman_schema::dialect::Target as _;
use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};

use super::bench::Bench;
pub use balance::Balance;
use foeman_schema::grid::draw::Inside;
pub use hand::Hand;
pub use help::{Reading, Topic};
pub use lab::{LabQuestion, LabUntil, LabView};
pub use layer::{Dab, Ink, Layer};
pub use layout::Layout;
pub use overlay::{OverlayView, Stands, Who};
pub use pace::Pace;
pub use pane::Pane;
pub use patch::{Patch, Relief, Stamp};
pub use plot::PlotView;
pub use tables::{CellAt, Tables};

/// Selections that going back remembers.
const REMEMBERED: usize = 100;
/// The seed that battles are started with until another is chosen.
const SEED: u64 = 7;

/// What the window shows of a pack.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ViewState {
    /// How the panes lie.
    pub layout: Layout,
    /// What the pointer does on maps.
    pub tool: Tool,
    /// What of a map is drawn.
    pub layer: Layer,
    /// The id of the terrain to paint with.
    pub brush: Option<String>,
    /// The terrains that are strewn by chance, each with its share, where it is more than one.
    pub mix: Vec<(String, u32)>,
    /// What of maps is not shown while they are worked on.
    pub hidden: BTreeSet<Layer>,
    /// What of maps is not to be drawn by mistake.
    pub locked: BTreeSet<Layer>,
    /// The level to paint with.
    pub level: u8,
    /// The id of the zone to paint with; nothing to take cells out of their zones.
    pub zone: Option<String>,
    /// How large and how full what is painted is.
    pub stroke: StrokeStyle,
    /// Which parts of a map are drawn alike.
    pub balance: Balance,
    /// Parts of maps that are kept, to be put down again and again.
    pub stamps: Vec<Stamp>,
    /// Whether maps are drawn without lines between their cells.
    pub gridless: bool,
    /// Whether images that move stand still.
    pub still: bool,
    /// What the rules are asked over maps.
    pub overlay: OverlayView,
    /// What is held over a map.
    #[serde(skip)]
    pub hand: Hand,
    /// What is read in the help.
    #[serde(skip)]
    pub help: Reading,
    /// What is painted into the cells of scenarios.
    pub plot: PlotView,
    /// What test-play shows.
    pub play: PlayView,
    /// What is asked in the balance lab.
    pub lab: LabView,
    /// What the tools of the ruleset have been told.
    pub bench: Bench,
    /// What is looked at in tables.
    pub tables: Tables,
    selection: Option<Selection>,
    #[serde(skip)]
    past: Vec<Selection>,
    #[serde(skip)]
    future: Vec<Selection>,
    filter: String,
    folds: BTreeSet<Fold>,
    sorting: BTreeMap<String, Sorting>,
    cameras: BTreeMap<String, Camera>,
    /// For each map, the picture that is traced on it.
    traces: BTreeMap<String, Trace>,
    /// The file whose text is shown as a whole.
    source: Option<String>,
    /// The text that is sought in all files.
    search: String,
    /// For each map, the scenario whose figures are shown; nothing for none.
    figures: BTreeMap<String, Option<String>>,
}

/// What the whole window is about at the moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Selection {
    /// The record.
    pub record: RecordKey,
    /// The value in it, as the keys below the record; empty for the record itself.
    pub field: Vec<String>,
    /// The cell of its map, as column and row.
    pub hex: Option<[i32; 2]>,
}

impl Selection {
    /// A whole record.
    pub fn record(record: RecordKey) -> Self {
        Self { record, field: Vec::new(), hex: None }
    }
}

/// What test-play shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayView {
    /// The chosen scenario's id.
    pub scenario: Option<String>,
    /// The seed of the next start.
    pub seed: u64,
    /// What is shown below the map.
    pub below: Below,
    /// Whether what a game master may do is shown.
    pub master: bool,
    /// Whether what enemies can do is shown where whoever is asked may go.
    pub danger: bool,
    /// How quickly a battle goes on by itself.
    pub pace: Pace,
}

impl Default for PlayView {
    fn default() -> Self {
        Self {
            scenario: None,
            seed: SEED,
            below: Below::default(),
            master: false,
            danger: false,
            pace: Pace::default(),
        }
    }
}

/// What is shown below the map of a battle, where there is no room for both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Below {
    /// The sides and their figures.
    #[default]
    Sides,
    /// The chart over the rounds.
    Chart,
    /// The battle's log; where there is room it stands beside the map.
    Log,
}

/// Where a map is looked at from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Camera {
    /// The point in the middle, in the grid's units.
    pub center: Pos2,
    /// Points on screen for one unit of the grid.
    pub scale: f32,
    /// Whether the whole map is to be shown, whatever the room.
    pub fitted: bool,
}

/// A picture that lies over a map to be traced; it is no part of the pack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// The file.
    pub file: PathBuf,
    /// How much of it shows, in per cent.
    pub strength: u8,
    /// How wide it is, in per cent of the map.
    pub width: u16,
    /// How far it lies to the right and down from the map's corner, in cells.
    pub shift: [f32; 2],
}

impl Trace {
    /// A picture as wide as the map.
    pub fn new(file: PathBuf) -> Self {
        Self { file, strength: 50, width: 100, shift: [0.0, 0.0] }
    }
}

/// Something that a click opens or closes, hides or shows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fold {
    /// A catalog in the pack tree; open at first.
    Catalog(String),
    /// The list of files in the pack tree; closed at first.
    Files,
    /// The notes of a check that are told together; closed at first.
    Notes(String),
    /// The sum behind a line of the battle log; closed at first.
    Sum(usize),
    /// A curve of the chart, by its title; shown at first.
    Curve(String),
    /// The curve of a figure where sides stand for their figures, by its name; hidden at first.
    Figure(String),
    /// What the colours of a reach in test-play mean; closed at first.
    Reach,
}

/// What the pointer does on a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tool {
    /// Selects a hex.
    #[default]
    Select,
    /// Selects an area to be copied, cut or filled.
    Area,
    /// Paints terrain wherever it goes.
    Paint,
    /// Paints along a line.
    Line,
    /// Paints a rectangle.
    Rectangle,
    /// Paints round a middle: a hexagon or a ring.
    Round,
    /// Paints all that hangs together and is alike.
    Fill,
    /// Picks the terrain to paint with.
    Pick,
    /// Tells how far it is.
    Measure,
}

impl Tool {
    /// Whether it needs two places: where it begins and where it ends.
    pub fn has_two_ends(self) -> bool {
        matches!(self, Self::Area | Self::Line | Self::Rectangle | Self::Round | Self::Measure)
    }

    /// Whether it paints.
    pub fn paints(self) -> bool {
        matches!(self, Self::Paint | Self::Line | Self::Rectangle | Self::Round | Self::Fill)
    }
}

/// The largest radius of a brush.
pub const LARGEST: u32 = 20;

/// How large and how full what is painted is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StrokeStyle {
    /// How many steps the brush reaches round the cell it is on.
    pub radius: u32,
    /// Whether rectangles and hexagons are filled.
    pub inside: Inside,
}

/// How a table is sorted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sorting {
    /// The field it is sorted by.
    pub column: String,
    /// Which way.
    pub order: Order,
}

/// Which way a table is sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Smallest first.
    Rising,
    /// Largest first.
    Falling,
}

impl ViewState {
    /// Nothing looked at yet, with the panes as they lie in a layout.
    pub fn arranged(layout: Layout) -> Self {
        Self { layout, ..Self::default() }
    }

    /// Paints with something else.
    pub fn dip(&mut self, ink: Ink) {
        self.layer = ink.layer();
        match ink {
            Ink::Terrain(id) => {
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

    /// Strews several terrains by chance; a single one is painted with as usual.
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

    /// The picture that is traced on a map.
    pub fn trace(&self, map: &RecordKey) -> Option<&Trace> {
        self.traces.get(&map.to_string())
    }

    /// Lays a picture over a map to be traced, or takes it away.
    pub fn lay_trace(&mut self, map: &RecordKey, trace: Option<Trace>) {
        match trace {
            Some(trace) => drop(self.traces.insert(map.to_string(), trace)),
            None => drop(self.traces.remove(&map.to_string())),
        }
    }

    /// What is selected.
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// Selects something; what was selected can be gone back to.
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

    /// Selects something in the place of what is selected, which is not there any more.
    pub fn replace_selection(&mut self, selection: Selection) {
        self.tables.selected(&selection.record);
        self.selection = Some(selection);
    }

    /// The file whose text is shown as a whole; nothing for that of the selected record.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Shows the text of a whole file, or that of the selected record.
    pub fn set_source(&mut self, path: Option<String>) {
        self.source = path;
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

    /// The document that is worked on.
    pub fn document(&self) -> Option<&Pane> {
        self.layout.document()
    }

    /// Closes what shows records of which `exists` is false, and forgets a selection of which it is false.
    pub fn keep(&mut self, exists: impl Fn(&RecordKey) -> bool) {
        self.layout.retain(|pane| pane.record().is_none_or(&exists));
        self.tables.keep(&exists);
        self.past.retain(|selection| exists(&selection.record));
        self.future.retain(|selection| exists(&selection.record));
        if self.selection.as_ref().is_some_and(|selection| !exists(&selection.record)) {
            self.selection = None;
        }
    }

    /// Goes with a record that gets another key: its panes, its camera, and all that is told by its key.
    pub fn rename(&mut self, old: &RecordKey, new: &RecordKey, playable: &str, imagined: &str) {
        self.layout.rename(old, new);
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
            self.brush.iter_mut().chain(strewn).filter(|id| **id == old.id).for_each(|id| id.clone_from(&new.id));
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

    /// Whether something is not as it is at first: closed instead of open, or open instead of closed.
    pub fn is_folded(&self, fold: &Fold) -> bool {
        self.folds.contains(fold)
    }

    /// Opens or closes something.
    pub fn fold(&mut self, fold: Fold) {
        if !self.folds.remove(&fold) {
            self.folds.insert(fold);
        }
    }

    /// Forgets what was opened of a battle that is over.
    pub fn close_sums(&mut self) {
        self.folds.retain(|fold| !matches!(fold, Fold::Sum(_)));
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

    /// The text typed into the filter of records.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// The text that is sought in all files.
    pub fn search(&self) -> &str {
        &self.search
    }

    /// Looks for a text in all files.
    pub fn set_search(&mut self, text: String) {
        self.search = text;
    }

    /// Filters records by typed text.
    pub fn set_filter(&mut self, text: String) {
        self.filter = text;
    }

    /// The scenario whose figures are shown on a map: chosen, or chosen to be none; nothing when nobody has chosen.
    pub fn figures(&self, map: &RecordKey) -> Option<Option<&str>> {
        self.figures.get(&map.to_string()).map(Option::as_deref)
    }

    /// Chooses whose figures are shown on a map.
    pub fn set_figures(&mut self, map: &RecordKey, scenario: Option<String>) {
        self.figures.insert(map.to_string(), scenario);
    }

    /// The text it is kept as.
    pub fn to_text(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    /// What was kept, made fit to be used; nothing for a text that this version cannot read.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut view: Self = serde_json::from_str(text).ok()?;
        view.layout = view.layout.restored()?;
        view.cameras.retain(|_, camera| camera.center.is_finite() && camera.scale.is_finite() && camera.scale > 0.0);
        view.close_sums();
        Some(view)
    }
}

#[cfg(test)]
mod tests;
