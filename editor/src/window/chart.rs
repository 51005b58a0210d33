//! What a map record and the scenarios on it look like: derived from the draft, kept until it changes.

use std::sync::Arc;

use egui::{Id, Ui};
use foeman_rules::game::{Registry, Viewer};
use foeman_rules::told::Board;
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use super::canvas::Terrain;
use super::kept::kept;
use super::pack::Pack;
use super::placing;
use super::play;
use crate::scene::chart;
use crate::scene::picture::Pictures;

/// A map as it is drawn and painted.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it looks like.
    pub terrain: Terrain,
    /// The legend: what can be painted with, in the order of the ground's terrains.
    pub legend: Arc<Vec<Paint>>,
}

impl Chart {
    /// The id of the terrain of a cell; nothing off the map, and where the cell has none.
    pub fn terrain(&self, cell: Cell) -> Option<&str> {
        Some(&self.legend.get(self.terrain.ground.kind(cell)?)?.terrain)
    }
}

/// An entry of a legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paint {
    /// The character in the rows.
    pub key: char,
    /// The terrain's id.
    pub terrain: String,
    /// The terrain's title.
    pub title: String,
}

/// A scenario on a map, as it starts.
#[derive(Clone, Debug)]
pub struct StartingBoard {
    /// The scenario's id.
    pub scenario: String,
    /// The figures where they start, or are written to start; `None` when the scenario cannot be read.
    pub board: Option<Arc<Board>>,
    /// Whether it can be played.
    pub playable: bool,
}

/// A map of the pack; the error says what keeps it from being drawn.
pub fn chart(ui: &Ui, pack: &Pack, key: &RecordKey) -> Result<Chart, String> {
    kept(ui, pack, Id::unique(("chart", key.to_string())), || read(pack, key))
}

/// The images of the pack.
pub fn pictures(ui: &Ui, pack: &Pack) -> Arc<Pictures> {
    let id = Id::unique("pictures");
    kept(ui, pack, id, || {
        let before: Option<(u64, Arc<Pictures>)> = ui.data(|data| data.get_temp(id));
        before.map_or_else(Arc::default, |(_, pictures)| pictures).renewed(pack.draft())
    })
}

/// The scenarios that are fought on a map.
pub fn setups(ui: &Ui, pack: &Pack, registry: Registry, key: &RecordKey) -> Arc<Vec<StartingBoard>> {
    kept(ui, pack, Id::unique(("setups", key.to_string())), || Arc::new(set_up(pack, registry, key)))
}

/// The same, made afresh.
pub fn read(pack: &Pack, key: &RecordKey) -> Result<Chart, String> {
    let drawn = chart::read(pack.draft(), key)?;
    let terrains = drawn.ids.iter().zip(&drawn.ground.terrains);
    let legend = drawn.letters.iter().zip(terrains).map(|(letter, (id, terrain))| Paint {
        key: *letter,
        terrain: id.clone(),
        title: terrain.title.clone(),
    });
    let legend = Arc::new(legend.collect());
    Ok(Chart { terrain: Terrain { ground: Arc::new(drawn.ground), version: pack.revision() }, legend })
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
