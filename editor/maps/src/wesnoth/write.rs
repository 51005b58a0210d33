//! Writes maps as `.map` files.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::Map;
use foeman_schema::grid::{Cell, Shift};

use crate::mapping::Coded;

/// Returns a map with a border of one cell, which repeats the nearest cells. The error says why Wesnoth cannot have it.
///
/// Zones called `start-NAME` with one cell are starting positions.
pub fn write(map: &Map, coded: &Coded) -> Result<String, String> {
    if map.geometry.shift() != Some(Shift::ColumnDown) {
        let found = map.geometry.shift().map_or("none", Shift::word);
        return Err(format!("Wesnoth has only hexes with the shift `column-down`, and the map has `{found}`"));
    }
    let mut starts: BTreeMap<Cell, Vec<&str>> = BTreeMap::new();
    for (id, zone) in &map.zones {
        if let (Some(name), [cell]) = (id.strip_prefix("start-"), &zone.cells_on(&map.geometry)[..]) {
            starts.entry(*cell).or_default().push(name);
        }
    }
    let [width, height] = map.geometry.size().map(|count| count as i32);
    let mut text = String::new();
    for row in -1..=height {
        let fields: Result<Vec<String>, String> = (-1..=width)
            .map(|column| {
                let inside = [column.clamp(0, width - 1), row.clamp(0, height - 1)];
                let position = map.geometry.position(inside).unwrap_or_default();
                let code = coded.cells.get(position).copied().flatten();
                let code = code.ok_or_else(|| format!("cell {column}, {row} has no code"))?;
                let code = &coded.codes[usize::from(code)];
                let names = starts.get(&[column, row]).map(|names| names.join(" "));
                Ok(names.map_or_else(|| code.clone(), |names| format!("{names} {code}")))
            })
            .collect();
        text.push_str(&fields?.join(", "));
        text.push('\n');
    }
    Ok(text)
}

/// Returns the zones that Wesnoth cannot express.
pub fn lost_zones(map: &Map) -> usize {
    let is_start = |id: &str, count: usize| id.starts_with("start-") && count == 1;
    map.zones.iter().filter(|(id, zone)| !is_start(id, zone.cells_on(&map.geometry).len())).count()
}
