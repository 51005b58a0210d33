//! Reading a map from a pack as it is written, whatever else is wrong with it.

use std::collections::BTreeMap;

use foeman_rules::told::{Ground, TerrainView, ZoneView};
use foeman_schema::catalogs::board;
use foeman_schema::catalogs::borders::Border;
use foeman_schema::catalogs::zones::Zone;
use foeman_schema::draft::Draft;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::grid::{Geometry, rows};
use foeman_schema::text::RecordKey;
use serde::Deserialize;
use serde_json::Value;

/// A map with the letters that its rows are written in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The cells; the terrains are those of the legend, in its order.
    pub ground: Ground,
    /// The letter of each terrain.
    pub letters: Vec<char>,
    /// The id of each terrain.
    pub ids: Vec<String>,
    /// The id of each zone.
    pub zones: Vec<String>,
}

/// Reads a map; the error says what keeps it from being drawn.
///
/// A terrain that is missing has an empty colour, a cell without a terrain the number [`rows::UNKNOWN`].
pub fn read(draft: &Draft, key: &RecordKey) -> Result<Drawn, String> {
    let record = draft.merged(key).ok_or_else(|| format!("there is no map `{}`", key.id))?;
    let geometry = record.get("geometry").cloned().unwrap_or_default();
    let geometry: Geometry =
        serde_json::from_value(geometry).map_err(|error| format!("its geometry cannot be read: {error}"))?;
    let rows = record.get("rows").and_then(Value::as_str).unwrap_or_default();
    let legend = legend(draft, key, &record);
    let keys: Vec<String> = legend.iter().map(|(key, _, _)| key.clone()).collect();
    let (ids, terrains) = legend.into_iter().map(|(_, id, terrain)| (id, terrain)).unzip();
    let cells = rows::read(&geometry, keys.iter().map(String::as_str), rows).kinds;
    let letters = keys.iter().filter_map(|key| key.chars().next()).collect();
    // What cannot be read is told by the checks; the rest is drawn without it.
    let elevation = record.get("elevation").and_then(Value::as_str).unwrap_or_default();
    let zones: BTreeMap<String, Value> =
        record.get("zones").cloned().and_then(|zones| serde_json::from_value(zones).ok()).unwrap_or_default();
    let sound = |(id, zone): (String, Value)| Some((id, serde_json::from_value(zone).ok()?));
    let zones: BTreeMap<String, Zone> = zones.into_iter().filter_map(sound).collect();
    let zone_ids = zones.keys().cloned().collect();
    let zones = ZoneView::all(&geometry, &zones);
    let levels = if elevation.is_empty() { Vec::new() } else { board::levels(&geometry, elevation).0 };
    Ok(Drawn { ground: Ground { geometry, terrains, cells, levels, zones }, letters, ids, zones: zone_ids })
}

/// The catalog of the terrains that the legends of maps name.
pub fn terrains(draft: &Draft, map: &RecordKey) -> Option<&'static str> {
    let field = Field::record(draft.dialect()?, &map.catalog)?.child("legend")?.value()?;
    match field.kind() {
        FieldKind::Reference { catalog } => Some(catalog),
        _ => None,
    }
}

/// A terrain as it is drawn; one that is missing has an empty colour.
pub fn terrain(draft: &Draft, catalog: &str, id: &str) -> TerrainView {
    let terrain = draft.merged(&RecordKey::new(catalog, id)).unwrap_or_default();
    let text = |name: &str| terrain.get(name).and_then(Value::as_str).map(str::to_owned);
    let images = terrain.get("images").cloned().map(serde_json::from_value);
    let pattern = terrain.get("pattern").cloned().map(serde_json::from_value);
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

/// The keys of a legend with the ids of their terrains.
fn legend(draft: &Draft, key: &RecordKey, record: &Value) -> Vec<(String, String, TerrainView)> {
    let Some(catalog) = terrains(draft, key) else { return Vec::new() };
    let entries = record.get("legend").and_then(Value::as_object).into_iter().flatten();
    let named = entries.filter_map(|(key, id)| Some((key, id.as_str().filter(|_| !key.is_empty())?)));
    named.map(|(key, id)| (key.clone(), id.to_owned(), terrain(draft, catalog, id))).collect()
}
