//! What a map record and the scenarios on it look like: derived from the draft, kept until it changes.

use std::sync::Arc;

use egui::{Id, Ui};
use foeman_rules::game::Registry;
use foeman_rules::told::{Board, Ground};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::hex::Geometry;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::canvas::Terrain;
use super::pack::Pack;
use super::play;

/// A map as it is drawn and painted.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it looks like.
    pub terrain: Terrain,
    /// The legend: what can be painted with, in the order of the ground's terrains.
    pub legend: Arc<Vec<Paint>>,
}

/// An entry of a legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paint {
    /// The character in the rows.
    pub key: char,
    /// The terrain's title.
    pub title: String,
    /// The terrain's colour, `#rrggbb`; empty when the terrain is missing.
    pub color: String,
}

/// A scenario on a map, as it starts.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The scenario's id.
    pub scenario: String,
    /// The figures where they start; `None` when it cannot be started.
    pub board: Option<Arc<Board>>,
}

/// A map of the pack; the error says what keeps it from being drawn.
pub fn chart(ui: &Ui, pack: &Pack, key: &RecordKey) -> Result<Chart, String> {
    kept(ui, pack, Id::unique(("chart", key.to_string())), || read(pack, key))
}

/// The scenarios that are fought on a map.
pub fn setups(ui: &Ui, pack: &Pack, registry: Registry, key: &RecordKey) -> Arc<Vec<Setup>> {
    kept(ui, pack, Id::unique(("setups", key.to_string())), || Arc::new(set_up(pack, registry, key)))
}

fn kept<T: Clone + Send + Sync + 'static>(ui: &Ui, pack: &Pack, id: Id, make: impl FnOnce() -> T) -> T {
    let kept: Option<(u64, T)> = ui.data(|data| data.get_temp(id));
    if let Some((_, value)) = kept.filter(|(revision, _)| *revision == pack.revision()) {
        return value;
    }
    let value = make();
    ui.data_mut(|data| data.insert_temp(id, (pack.revision(), value.clone())));
    value
}

fn read(pack: &Pack, key: &RecordKey) -> Result<Chart, String> {
    let record = pack.draft().merged(key).ok_or_else(|| format!("there is no map `{}`", key.id))?;
    let geometry = record.get("geometry").cloned().unwrap_or_default();
    let geometry: Geometry =
        serde_json::from_value(geometry).map_err(|error| format!("its geometry cannot be read: {error}"))?;
    let rows = record.get("rows").and_then(Value::as_str).unwrap_or_default();
    let legend = legend(pack, key, &record);
    let ground = Ground {
        geometry,
        terrains: legend.iter().map(|(paint, _)| (paint.title.clone(), paint.color.clone())).collect(),
        cells: cells(geometry, rows, &legend),
    };
    let closed = legend.iter().map(|(_, closed)| *closed).collect();
    let terrain = Terrain { ground: Arc::new(ground), closed, version: pack.revision() };
    let legend = legend.into_iter().map(|(paint, _)| paint).collect();
    Ok(Chart { terrain, legend: Arc::new(legend) })
}

/// The legend's entries, and whether nobody can enter them.
fn legend(pack: &Pack, key: &RecordKey, record: &Value) -> Vec<(Paint, bool)> {
    let dialect = pack.draft().dialect();
    let field = dialect.and_then(|dialect| Field::record(dialect, &key.catalog)?.child("legend")?.value());
    let Some(FieldKind::Reference { catalog }) = field.map(Field::kind) else { return Vec::new() };
    let entries = record.get("legend").and_then(Value::as_object).into_iter().flatten();
    entries
        .filter_map(|(letter, terrain)| {
            let letter = letter.chars().next()?;
            let id = terrain.as_str()?;
            let terrain = pack.draft().merged(&RecordKey::new(catalog, id));
            let text = |name: &str| terrain.as_ref().and_then(|terrain| terrain.get(name)?.as_str().map(str::to_owned));
            let closed = terrain.as_ref().and_then(|terrain| terrain.get("blocks-move")?.as_bool()).unwrap_or_default();
            let title = text("title").unwrap_or_else(|| id.to_owned());
            Some((Paint { key: letter, title, color: text("color").unwrap_or_default() }, closed))
        })
        .collect()
}

fn cells(geometry: Geometry, rows: &str, legend: &[(Paint, bool)]) -> Vec<u16> {
    let [width, height] = geometry.size.map(|n| n as usize);
    let mut ascii = [u16::MAX; 128];
    for (at, (paint, _)) in legend.iter().enumerate() {
        if let Some(slot) = ascii.get_mut(paint.key as usize) {
            *slot = at as u16;
        }
    }
    let kind = |letter: char| match ascii.get(letter as usize) {
        Some(kind) => *kind,
        None => legend.iter().position(|(paint, _)| paint.key == letter).map_or(u16::MAX, |at| at as u16),
    };
    let mut cells = Vec::with_capacity(width * height);
    let mut lines = rows.lines();
    for _ in 0..height {
        let end = cells.len() + width;
        cells.extend(lines.next().unwrap_or_default().chars().take(width).map(kind));
        cells.resize(end, u16::MAX);
    }
    cells
}

fn set_up(pack: &Pack, registry: Registry, key: &RecordKey) -> Vec<Setup> {
    let Some(dialect) = pack.draft().dialect() else { return Vec::new() };
    let mut scenarios: Vec<String> = Vec::new();
    for usage in pack.draft().usages(key) {
        if let Some((record, _)) = usage.record()
            && record.catalog == dialect.playable
            && !scenarios.contains(&record.id)
        {
            scenarios.push(record.id);
        }
    }
    scenarios
        .into_iter()
        .map(|scenario| {
            let board = play::begin(pack.draft(), registry, &scenario, 0).ok().map(|(game, _)| Arc::new(game.board()));
            Setup { scenario, board }
        })
        .collect()
}
