//! Reads a map from a draft, even if other parts of the pack have errors.

use std::collections::BTreeMap;

use foeman_engine::display::{Ground, TerrainView, ZoneView};
use foeman_schema::catalogs::areas::Area;
use foeman_schema::catalogs::board::{self, Map, Pattern};
use foeman_schema::catalogs::borders::Border;
use foeman_schema::catalogs::zones::Zone;
use foeman_schema::dialect::Ref;
use foeman_schema::draft::Draft;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::grid::{Cells, Geometry, rows};
use foeman_schema::regrid::letter_for;
use foeman_schema::text::RecordKey;
use serde::Deserialize;
use serde_json::Value;

/// A map with its legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The cells; terrains are numbered in legend order.
    pub ground: Ground,
    /// The legend key of each terrain.
    pub letters: Vec<char>,
    /// The id of each terrain.
    pub ids: Vec<String>,
    /// The id of each zone.
    pub zones: Vec<String>,
    /// The notation of the map.
    pub form: Form,
}

/// The notation of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Rows of letters.
    Rows,
    /// A fill with areas on top.
    Areas,
}

/// Reads a map; the error explains why it cannot be drawn.
///
/// A missing terrain has an empty colour. A cell without a terrain has the number [`rows::UNKNOWN`].
pub fn read(draft: &Draft, key: &RecordKey) -> Result<Drawn, String> {
    let record = draft.merged(key).ok_or_else(|| format!("there is no map `{}`", key.id))?;
    let geometry = record.get("geometry").ok_or("it has no `geometry`, such as `{size: [12, 10]}`")?;
    // Findings give the exact position of the problem.
    let geometry = Geometry::deserialize(geometry).map_err(|_| "its `geometry` has errors; fix them first")?;
    // Findings report the parts that cannot be read; the rest of the map is drawn.
    let text = |field: &str| record.get(field).and_then(Value::as_str).unwrap_or_default();
    let painted = match areas(&record, geometry) {
        Some(map) => areas_of(draft, key, &map),
        None => {
            let legend = legend(draft, key, &record);
            let letters = legend.iter().filter_map(|(key, _, _)| key.chars().next()).collect();
            let keys = legend.iter().map(|(key, _, _)| key.as_str());
            let cells = rows::read(&geometry, keys, text("rows")).kinds;
            let levels = board::levels(&geometry, text("elevation")).0;
            let (ids, terrains) = legend.iter().cloned().map(|(_, id, terrain)| (id, terrain)).unzip();
            Painted { cells, levels, letters, ids, terrains, form: Form::Rows }
        }
    };
    let Painted { cells, levels, letters, ids, terrains, form } = painted;
    let zones = record.get("zones").and_then(Value::as_object).into_iter().flatten();
    let zones: BTreeMap<String, Zone> =
        zones.filter_map(|(id, zone)| Some((id.clone(), Zone::deserialize(zone).ok()?))).collect();
    let zone_ids = zones.keys().cloned().collect();
    let zones = ZoneView::all(&geometry, &zones);
    Ok(Drawn { ground: Ground { geometry, terrains, cells, levels, zones }, letters, ids, zones: zone_ids, form })
}

/// The cells of a map, and the terrains their numbers refer to.
struct Painted {
    cells: Cells<u16>,
    levels: Cells<u8>,
    letters: Vec<char>,
    ids: Vec<String>,
    terrains: Vec<TerrainView>,
    form: Form,
}

/// Reads a map in areas notation, skipping the parts with errors.
pub fn areas(record: &Value, geometry: Geometry) -> Option<Map> {
    let fill = record.get("fill").and_then(Value::as_str)?;
    let areas = record.get("areas").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let map = Map {
        title: String::new(),
        about: String::new(),
        geometry,
        legend: BTreeMap::new(),
        rows: record.get("rows").and_then(Value::as_str).unwrap_or_default().to_owned(),
        fill: Some(Ref::new(fill)),
        areas: areas.iter().filter_map(|area| Area::deserialize(area).ok()).collect(),
        elevation: String::new(),
        zones: BTreeMap::new(),
    };
    map.has_fill().then_some(map)
}

fn areas_of(draft: &Draft, key: &RecordKey, map: &Map) -> Painted {
    let ids: Vec<String> = map.terrains().into_iter().map(|terrain| terrain.id().to_owned()).collect();
    let catalog = terrains(draft, key).unwrap_or_default();
    let mut letters: Vec<char> = Vec::with_capacity(ids.len());
    for id in &ids {
        let letter = letter_for(id, |letter| letters.contains(&letter));
        letters.push(letter);
    }
    let terrains = ids.iter().map(|id| terrain(draft, catalog, id)).collect();
    Painted { cells: map.read().kinds, levels: map.levels().0, letters, ids, terrains, form: Form::Areas }
}

/// Returns the catalog of the terrains that legends refer to.
pub fn terrains(draft: &Draft, map: &RecordKey) -> Option<&'static str> {
    let field = Field::record(draft.dialect()?, &map.catalog)?.child("legend")?.value()?;
    match field.kind() {
        FieldKind::Reference { catalog } => Some(catalog),
        _ => None,
    }
}

/// Returns the appearance of a terrain; a missing one has an empty colour.
pub fn terrain(draft: &Draft, catalog: &str, id: &str) -> TerrainView {
    let terrain = draft.merged(&RecordKey::new(catalog, id)).unwrap_or_default();
    let text = |name: &str| terrain.get(name).and_then(Value::as_str).map(str::to_owned);
    let images = terrain.get("images").map(Vec::deserialize);
    let pattern = terrain.get("pattern").map(Pattern::deserialize);
    let borders = terrain.get("borders").and_then(Value::as_array).into_iter().flatten();
    let borders = borders.filter_map(|border| Border::deserialize(border).ok()).collect();
    TerrainView {
        id: id.to_owned(),
        title: text("title").unwrap_or_else(|| id.to_owned()),
        color: text("color").unwrap_or_default(),
        pattern: pattern.and_then(Result::ok).unwrap_or_default(),
        closed: terrain.get("blocks-move").and_then(Value::as_bool).unwrap_or_default(),
        images: images.and_then(Result::ok).unwrap_or_default(),
        borders,
    }
}

/// Returns the keys of a legend with the ids and appearance of their terrains.
fn legend(draft: &Draft, key: &RecordKey, record: &Value) -> Vec<(String, String, TerrainView)> {
    let Some(catalog) = terrains(draft, key) else { return Vec::new() };
    let entries = record.get("legend").and_then(Value::as_object).into_iter().flatten();
    let named = entries.filter_map(|(key, id)| Some((key, id.as_str().filter(|_| !key.is_empty())?)));
    named.map(|(key, id)| (key.clone(), id.to_owned(), terrain(draft, catalog, id))).collect()
}
