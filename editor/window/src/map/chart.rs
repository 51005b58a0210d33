//! Maps as they are drawn, and the scenarios set up on them: derived from the draft and cached until it changes.

use std::sync::Arc;

use egui::{Id, Ui};
use foeman_engine::display::{Board, ZoneView};
use foeman_engine::game::{Registry, Viewer};
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use super::layer::{Ink, Layer};
use crate::kit::canvas::Terrain;
use crate::pack::Pack;
use crate::pack::cache::{kept, last};
use crate::play;
use crate::scenario::placing;
use crate::shell::session::Session;
use foeman_scene::chart::{self, Form};
use foeman_scene::picture::Pictures;

/// A map as it is drawn and painted.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The terrain to draw.
    pub terrain: Terrain,
    /// The legend: the available terrains, in the order of the ground's terrains.
    pub legend: Arc<Vec<Paint>>,
    /// The ids of the ground's zones, in the same order.
    pub zones: Arc<Vec<String>>,
    /// The form in which the map is written.
    pub form: Form,
}

impl Chart {
    /// Returns the terrain id of a cell; `None` off the map, and for cells without terrain.
    pub fn terrain(&self, cell: Cell) -> Option<&str> {
        Some(&self.legend.get(self.terrain.ground.kind(cell)?)?.terrain)
    }
}

impl Chart {
    /// Returns the first unused id of the form `zone-1`. The id `without` counts as used.
    pub fn free_zone(&self, without: Option<&str>) -> String {
        let taken = |id: &str| without == Some(id) || self.zones.iter().any(|zone| zone == id);
        (1..).map(|number| format!("zone-{number}")).find(|id| !taken(id)).unwrap_or_default()
    }

    /// Returns a predicate for cells that are already painted with an ink.
    pub fn painted(&self, ink: &Ink) -> impl Fn(Cell) -> bool {
        let ground = &self.terrain.ground;
        let at = |id: &String| self.zones.iter().position(|zone| zone == id);
        let zones: Vec<&ZoneView> = match ink {
            Ink::Zone(id) => at(id).and_then(|at| ground.zones.get(at)).into_iter().collect(),
            Ink::NoZone => ground.zones.iter().collect(),
            Ink::Terrain(_) | Ink::Level(_) => Vec::new(),
        };
        let is_in = move |cell| zones.iter().any(|zone| zone.cells.contains(cell));
        move |cell| match ink {
            Ink::Terrain(id) => self.terrain(cell) == Some(id.as_str()),
            Ink::Level(level) => ground.level(cell) == *level,
            Ink::Zone(_) => is_in(cell),
            Ink::NoZone => !is_in(cell),
        }
    }

    /// Returns the ink of a cell on a layer; `None` off the map, and for cells without terrain.
    pub fn ink(&self, layer: Layer, cell: Cell) -> Option<Ink> {
        let ground = &self.terrain.ground;
        match layer {
            Layer::Terrain => self.terrain(cell).map(|id| Ink::Terrain(id.to_owned())),
            Layer::Levels => Some(Ink::Level(ground.level(cell))),
            Layer::Zones => {
                let zone = ground.zones.iter().position(|zone| zone.cells.contains(cell));
                Some(zone.and_then(|at| self.zones.get(at)).map_or(Ink::NoZone, |id| Ink::Zone(id.clone())))
            }
            Layer::Figures | Layer::Items => None,
        }
    }
}

/// An entry of a legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paint {
    /// Its character in the rows of the map.
    pub key: char,
    /// The terrain's id.
    pub terrain: String,
    /// The terrain's title.
    pub title: String,
}

/// The starting positions of a scenario on its map.
#[derive(Clone, Debug)]
pub struct StartingBoard {
    /// The scenario's id.
    pub scenario: String,
    /// The figures at their starting positions; `None` if the scenario cannot be read.
    pub board: Option<Arc<Board>>,
    /// Whether it can be played.
    pub playable: bool,
}

/// Returns a map of the pack, cached; errors with the reason if it cannot be drawn.
pub fn chart(ui: &Ui, pack: &Pack, key: &RecordKey) -> Result<Chart, String> {
    kept(ui, pack, Id::unique(("chart", key.to_string())), || read(pack, key))
}

/// Returns the pack's images, as far as they have been read.
pub fn pictures(ui: &Ui, pack: &Pack) -> Arc<Pictures> {
    type Kept = ((u64, usize), Arc<Pictures>);
    let (id, stamp) = (Id::unique("pictures"), (pack.revision(), pack.draft().bitmaps_read()));
    let (kept, pictures) = ui.data(|data| data.get_temp::<Kept>(id)).unwrap_or_default();
    if kept == stamp {
        return pictures;
    }
    let pictures = pictures.renewed(pack.draft());
    ui.data_mut(|data| data.insert_temp(id, (stamp, Arc::clone(&pictures))));
    pictures
}

/// Returns the starting positions of the scenarios on a map.
fn setups_now(ui: &Ui, pack: &Pack, registry: Registry, key: &RecordKey) -> Arc<Vec<StartingBoard>> {
    kept(ui, pack, setups_id(key), || Arc::new(set_up(pack, registry, key)))
}

/// Returns the last starting positions without updating them.
///
/// An update starts every battle again, which would slow down strokes that only change terrain.
fn last_setups(ui: &Ui, key: &RecordKey) -> Option<Arc<Vec<StartingBoard>>> {
    last(ui, setups_id(key))
}

/// Whether the user is painting a stroke.
pub fn is_stroking(ui: &Ui, session: &Session) -> bool {
    session.view().tool.paints() && ui.input(|input| input.pointer.primary_down())
}

/// Returns the starting positions of the scenarios on a map. A stroke does not update them until it ends.
pub fn setups_while_drawing(ui: &Ui, session: &Session, pack: &Pack, key: &RecordKey) -> Arc<Vec<StartingBoard>> {
    let setups = last_setups(ui, key).filter(|_| is_stroking(ui, session));
    setups.unwrap_or_else(|| setups_now(ui, pack, session.registry(), key))
}

/// Returns the index of the scenario whose figures are shown on a map: by default the first.
pub fn shown_setup(session: &Session, key: &RecordKey, setups: &[StartingBoard]) -> Option<usize> {
    match session.view().figures(key) {
        Some(scenario) => scenario.and_then(|id| setups.iter().position(|setup| setup.scenario == id)),
        None => (!setups.is_empty()).then_some(0),
    }
}

fn setups_id(key: &RecordKey) -> Id {
    Id::unique(("setups", key.to_string()))
}

/// Returns a map of the pack without the cache.
pub fn read(pack: &Pack, key: &RecordKey) -> Result<Chart, String> {
    let drawn = chart::read(pack.draft(), key)?;
    let terrains = drawn.ids.iter().zip(&drawn.ground.terrains);
    let legend = drawn.letters.iter().zip(terrains).map(|(letter, (id, terrain))| Paint {
        key: *letter,
        terrain: id.clone(),
        title: terrain.title.clone(),
    });
    let zones = Arc::new(drawn.zones);
    let legend = Arc::new(legend.collect());
    Ok(Chart { terrain: Terrain { ground: Arc::new(drawn.ground) }, legend, zones, form: drawn.form })
}

fn set_up(pack: &Pack, registry: Registry, key: &RecordKey) -> Vec<StartingBoard> {
    let Some(dialect) = pack.draft().dialect() else { return Vec::new() };
    let mut scenarios: Vec<String> = Vec::new();
    let analysis = pack.analysis();
    for usage in analysis.usages(&key.pointer()) {
        if let Some((record, _)) = usage.at.record()
            && record.catalog == dialect.playable
            && !scenarios.contains(&record.id)
        {
            scenarios.push(record.id);
        }
    }
    scenarios
        .into_iter()
        .map(|scenario| {
            let started =
                play::begin(&analysis, registry, &scenario, 0).ok().map(|begun| begun.game.seen(Viewer::All).board);
            let written = || placing::setup(pack.draft(), registry, &RecordKey::new(dialect.playable, &scenario));
            let playable = started.is_some();
            let board = started.or_else(|| written().map(|setup| setup.board)).map(Arc::new);
            StartingBoard { scenario, board, playable }
        })
        .collect()
}
