//! Changes the terrain of one cell in the record of a map.

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::Record as _;
use serde_json::{Value, json};

/// Letters for terrains that the legend does not have yet.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Returns the record of a map with one cell changed. The error gives the reason if that is impossible.
pub(super) fn painted(record: &Value, cell: [i32; 2], terrain: &str) -> Result<Value, String> {
    let [column, row] = cell;
    let map = Map::from_value(record).map_err(|error| format!("the map cannot be read: {error}"))?;
    if !map.geometry.contains(cell) {
        return Err(format!("expected a cell of the map, found {column},{row}"));
    }
    if map.terrain(cell).is_some_and(|now| now.id() == terrain) {
        return Err(format!("{column},{row} is already `{terrain}`"));
    }
    let mut painted = record.clone();
    if map.has_fill() {
        let area = json!({ "terrain": terrain, "from": cell, "to": cell });
        match painted.get_mut("areas").and_then(Value::as_array_mut) {
            Some(areas) => areas.push(area),
            None => painted["areas"] = json!([area]),
        }
        return Ok(painted);
    }
    let known = map.legend.iter().find(|(_, named)| named.id() == terrain).map(|(letter, _)| letter.clone());
    let free = || LETTERS.chars().map(String::from).find(|letter| !map.legend.contains_key(letter));
    let letter = known.or_else(free).ok_or("the map's legend has no free letter")?;
    let lines: Vec<String> = map
        .rows
        .lines()
        .enumerate()
        .map(|(at, line)| match usize::try_from(row) {
            Ok(row) if row == at => {
                let letters = line.chars().enumerate();
                letters
                    .map(|(at, own)| if usize::try_from(column) == Ok(at) { letter.clone() } else { own.into() })
                    .collect()
            }
            _ => line.to_owned(),
        })
        .collect();
    painted["legend"][&letter] = json!(terrain);
    painted["rows"] = json!(lines.join("\n") + "\n");
    Ok(painted)
}
