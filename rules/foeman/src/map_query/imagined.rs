//! A made-up scenario with one figure on a map, for overlays without a real scenario.

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::grid::{Cell, Hex, Shape};
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde_json::json;

use super::{MOST_CELLS, Watch};
use crate::catalogs::{FigureType, Roster, Scenario, Side, Terrain};
use crate::notation::pattern;
use foeman_engine::map_query::{Imagined, MapQuery};

/// The id of all made-up records.
const MADE_UP: &str = "imagined";

/// Builds a map query for a map with one figure of a type.
pub(super) fn map_query(draft: &Draft, imagined: &Imagined<'_>) -> Result<Box<dyn MapQuery>, String> {
    let read = |error| format!("The map cannot be read: {error}");
    let map: Map = draft.typed(imagined.map).ok_or("The map cannot be read")?.map_err(read)?;
    if map.geometry.shape() != Shape::Hex {
        return Err(format!("Expected a map of hexes, found one of {}", map.geometry.shape().plural()));
    }
    let key = RecordKey::new(FigureType::CATALOG, imagined.id);
    let title = draft.title_of_record(&key).unwrap_or(imagined.id);
    let kind: Option<FigureType> = draft.typed(&key).and_then(Result::ok);
    let kind = kind.ok_or_else(|| format!("{title} cannot be read; fix its problems first"))?;
    let (hex, facing) = room(draft, &map, kind.hexes).ok_or_else(|| format!("The map has no room for {title}"))?;
    let place = json!({ "hex": hex, "facing": facing });
    let figures = json!({ MADE_UP: { "name": title, "type": imagined.id } });
    let made_up = [
        (Roster::CATALOG, json!({ "title": "", "figures": figures })),
        (Side::CATALOG, json!({ "title": "", "color": "#808080", "roster": MADE_UP })),
        (
            Scenario::CATALOG,
            json!({
                "title": "",
                "map": imagined.map.id,
                "sides": [{ "side": MADE_UP, "place": { MADE_UP: place } }],
            }),
        ),
    ];
    let made_up = made_up.map(|(catalog, value)| (RecordKey::new(catalog, MADE_UP), value)).into();
    let scenario = RecordKey::new(Scenario::CATALOG, MADE_UP);
    Ok(Box::new(Watch::new(&Resolved::made_up(draft, scenario, made_up))?))
}

/// The first cell and facing with room for a figure of this many hexes.
fn room(draft: &Draft, map: &Map, hexes: u8) -> Option<(Cell, i32)> {
    let is_open = |id: &str| {
        let terrain = draft.typed::<Terrain>(&RecordKey::new(Terrain::CATALOG, id));
        terrain.is_some_and(|terrain| terrain.is_ok_and(|terrain| !terrain.blocks_move))
    };
    let open: Vec<bool> = map.terrains().into_iter().map(|terrain| is_open(terrain.id())).collect();
    let kinds = map.read().kinds;
    let is_free = |hex: Hex| {
        let kind = kinds.get(map.geometry.cell(hex));
        kind.is_some_and(|kind| open.get(usize::from(kind)) == Some(&true))
    };
    let layout = pattern::layout(hexes);
    map.geometry.cells().take(MOST_CELLS).find_map(|cell| {
        let head = map.geometry.hex(cell);
        let fits = |facing: &i32| layout.iter().all(|hex| is_free(head + hex.turned(*facing)));
        Some((cell, (0..6).find(fits)?))
    })
}
