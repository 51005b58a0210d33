//! Converts maps between rows of letters and areas on a fill.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::catalogs::areas::Area;
use crate::catalogs::board::{Map, Terrains};
use crate::change::Change;
use crate::dialect::Ref;
use crate::draft::Draft;
use crate::grid::draw::stacked;
use crate::grid::{Bounds, Cells, MOST_LETTERS_ACROSS};
use crate::plural::plural;
use crate::text::RecordKey;

/// Maximum number of areas that rows are converted to; more would be longer than the rows.
pub const MOST_AREAS: usize = 50_000;

/// Converts a map to areas: the terrain of most cells as fill, and areas for the rest. The error says why this is not
/// possible.
pub fn as_areas(map: &Map) -> Result<(Ref<Terrains>, Vec<Area>), String> {
    let (read, levels) = (map.read(), map.levels().0);
    let terrains = map.terrains();
    let mut counts = vec![0_usize; terrains.len()];
    let mut strays = 0;
    read.kinds.for_each_stretch(|kind, cells| match counts.get_mut(usize::from(kind)) {
        Some(count) => *count += cells,
        None => strays += cells,
    });
    if strays > 0 {
        let cells = plural(strays, "cell has", "cells have");
        return Err(format!("{cells} no terrain; fix the rows first"));
    }
    let most = (0..counts.len()).rev().max_by_key(|kind| counts[*kind]).ok_or("the map has no terrain")?;
    let area = |bounds: Bounds, terrain: Option<&Ref<Terrains>>, level| {
        let [from, to] = [bounds.from, bounds.to].map(|corner| corner.map(|count| count as u16));
        Area { terrain: terrain.cloned(), level, from, to }
    };
    let lying = parts(&read.kinds, most as u16)?;
    let mut areas: Vec<Area> =
        lying.into_iter().map(|(bounds, kind)| area(bounds, Some(terrains[usize::from(kind)]), None)).collect();
    areas.extend(parts(&levels, 0)?.into_iter().map(|(bounds, level)| area(bounds, None, Some(level))));
    if areas.len() > MOST_AREAS {
        return Err(too_many(areas.len()));
    }
    Ok((terrains[most].clone(), areas))
}

/// Returns the cells that differ from the most common value, as rectangles of one value each, in row order.
fn parts<T: Copy + Ord>(cells: &Cells<T>, most: T) -> Result<Vec<(Bounds, T)>, String> {
    let mut runs: BTreeMap<T, Vec<(i32, [i32; 2])>> = BTreeMap::new();
    let mut count = 0;
    for row in 0..cells.size()[1] as i32 {
        for (run, value) in cells.runs(row).filter(|(_, value)| *value != most) {
            runs.entry(value).or_default().push((row, run));
            count += 1;
        }
        // Scattered cells give hardly fewer rectangles than runs.
        if count > 40 * MOST_AREAS {
            return Err(too_many(count));
        }
    }
    let parts = runs.into_iter().flat_map(|(value, runs)| stacked(runs).into_iter().map(move |part| (part, value)));
    let mut parts: Vec<_> = parts.collect();
    parts.sort_by_key(|(bounds, _)| [bounds.from[1], bounds.from[0]]);
    Ok(parts)
}

fn too_many(found: usize) -> String {
    format!("the map needs at least {found} areas, but at most {MOST_AREAS} are allowed; keep the rows")
}

/// A map as rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letters {
    /// The terrain of each letter.
    pub legend: BTreeMap<String, Ref<Terrains>>,
    /// One letter per cell.
    pub rows: String,
    /// One digit per cell for the elevation; empty for a flat map.
    pub elevation: String,
}

/// Converts a map to rows of letters. The error says why this is not possible.
pub fn as_rows(map: &Map) -> Result<Letters, String> {
    let [width, height] = map.geometry.size();
    if width.max(height) > MOST_LETTERS_ACROSS {
        let most = MOST_LETTERS_ACROSS;
        return Err(format!("expected at most {most} columns and rows, found {width} x {height}"));
    }
    let (kinds, levels) = (map.read().kinds, map.levels().0);
    let mut letters: Vec<char> = Vec::new();
    let mut used = vec![false; map.terrains().len()];
    kinds.for_each_stretch(|kind, _| used.get_mut(usize::from(kind)).into_iter().for_each(|used| *used = true));
    let mut legend = BTreeMap::new();
    for (terrain, used) in map.terrains().into_iter().zip(used) {
        let letter = letter_for(terrain.id(), |letter| letters.contains(&letter));
        letters.push(letter);
        if used {
            legend.insert(letter.to_string(), terrain.clone());
        }
    }
    let text = |letter: &dyn Fn([i32; 2]) -> char| {
        let mut rows = String::with_capacity((width as usize + 1) * height as usize);
        for row in 0..height as i32 {
            rows.extend((0..width as i32).map(|column| letter([column, row])));
            rows.push('\n');
        }
        rows
    };
    let rows = text(&|cell| kinds.get(cell).and_then(|kind| letters.get(usize::from(kind)).copied()).unwrap_or('.'));
    let digit = |cell| char::from(b'0' + levels.get(cell).unwrap_or_default().min(9));
    let elevation = if levels.even() == Some(0) { String::new() } else { text(&digit) };
    Ok(Letters { legend, rows, elevation })
}

/// Returns the changes that convert a map from rows to areas or back, without changing its cells. The error says why
/// this is not possible.
pub fn rewritten(draft: &Draft, key: &RecordKey) -> Result<Vec<Change>, String> {
    let at = |field: &str| key.pointer().child(field);
    if let Some(from) = draft.lineage(key).get(1) {
        return Err(format!(
            "the map extends `{}` and may inherit its cells; convert that map, or remove `extends`",
            from.id
        ));
    }
    let map = draft.typed::<Map>(key).ok_or("there is no such map")?;
    let map = &map.map_err(|error| format!("the map cannot be read: {error}"))?;
    let set = |field: &str, value: Value| Change::Set { at: at(field), value };
    let (mut changes, gone): (Vec<Change>, &[&str]) = match map.has_fill() {
        true => {
            let Letters { legend, rows, elevation } = as_rows(map)?;
            let mut changes = vec![set("legend", json!(legend)), set("rows", json!(rows))];
            changes.extend((!elevation.is_empty()).then(|| set("elevation", json!(elevation))));
            (changes, &["fill", "areas"])
        }
        false => {
            let (fill, areas) = as_areas(map)?;
            let mut changes = vec![set("fill", json!(fill))];
            changes.extend(appended(key, &areas));
            (changes, &["rows", "legend", "elevation"])
        }
    };
    changes.extend(gone.iter().map(|field| at(field)).filter(|at| draft.defined(at)).map(|at| Change::Remove { at }));
    Ok(changes)
}

/// Returns whether a map is written as areas on a fill, without reading all of it.
pub fn is_filled(draft: &Draft, key: &RecordKey) -> bool {
    let lineage = draft.lineage(key);
    let has = |field: &str| {
        let node = |key: &RecordKey| draft.find(&key.pointer().child(field))?.node;
        let nearest = lineage.iter().find_map(node);
        nearest.is_some_and(|node| !node.is_null() && node.text().is_some_and(|text| !text.is_empty()))
    };
    has("fill") && !has("rows")
}

/// Returns the change that appends areas to a map; `None` if there are none.
pub fn appended(key: &RecordKey, areas: &[Area]) -> Option<Change> {
    let items: Vec<Value> = areas.iter().map(|area| json!(area)).collect();
    (!items.is_empty()).then(|| Change::Append { list: key.pointer().child("areas"), items })
}

/// Returns a free letter for a terrain: one of its id in either case, or else the next free one.
pub fn letter_for(terrain: &str, taken: impl Fn(char) -> bool) -> char {
    let own = || terrain.chars().filter(char::is_ascii_alphabetic);
    let capitals = own().map(|letter| letter.to_ascii_uppercase());
    let all = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{e0}'..='\u{ff}').chain('\u{100}'..='\u{24f}');
    let mut free = own().chain(capitals).chain(all).filter(|letter| letter.is_alphanumeric() && !taken(*letter));
    free.next().unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terrain_gets_the_first_free_letter_of_its_id() {
        assert_eq!(letter_for("mud", |_| false), 'm');
        assert_eq!(letter_for("mud", |letter| letter == 'm'), 'u');
        assert_eq!(letter_for("mud", |letter| "mud".contains(letter)), 'M');
        assert_eq!(letter_for("mud", |letter| "mudMUD".contains(letter)), 'a');
        assert_eq!(letter_for("mud", |letter| letter.is_ascii()), '\u{e0}');
    }
}
