//! Adds an imported map to a pack: the map with its zones, and the placements and features of a scenario.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::areas::Area;
use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::mappings::{MapFormat, Mapping};
use foeman_schema::catalogs::terrains::Terrains;
use foeman_schema::catalogs::zones::Zone;
use foeman_schema::change::Change;
use foeman_schema::dialect::{Record, Ref, Target};
use foeman_schema::draft::Draft;
use foeman_schema::edit::written;
use foeman_schema::fmt;
use foeman_schema::grid::{MOST_LETTERS_ACROSS, draw};
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Value, json};

use crate::finding::{Finding, Level, Warnings};
use crate::foreign::ForeignMap;
use crate::mapping::Terrained;
use crate::placing::Placing;
use crate::zones::{gathered, title_of};

/// The first lines of a new file of a pack.
const FIRST: &str = "# yaml-language-server: $schema=.foeman/schema.json\n\n";

/// The characters for a legend, after the letters of the terrains.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;+-=~^*%&$@!?/<>()[]{}|_";

/// The highest elevation of a map.
const MOST_LEVEL: i32 = 9;

/// What to import where.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The id of the map.
    pub id: &'a str,
    /// The scenario that gets the placements and features, if any.
    pub scenario: Option<&'a str>,
    /// Whether a map with this id is replaced.
    pub replace: bool,
    /// Whether a replaced map of the same size keeps its grid, because the file does not contain one.
    pub keep_grid: bool,
}

/// The changes of a pack for an imported map.
#[derive(Clone, Debug)]
pub struct Added {
    /// The changes, in order.
    pub changes: Vec<Change>,
    /// Parts of the map that are not imported.
    pub findings: Vec<Finding>,
    /// The numbers of zones, placements and features.
    pub counts: [usize; 3],
}

/// Returns the ids of the terrains of a pack.
pub fn terrains(draft: &Draft) -> BTreeSet<&str> {
    draft.ids(Terrains::TARGET).collect()
}

/// Returns the changes that add a map to a pack. The error says why the pack cannot have it.
pub fn changes(draft: &Draft, map: &ForeignMap, of: &Terrained, target: Options<'_>) -> Result<Added, String> {
    let mut adding = Adding { draft, map, warnings: Warnings::default(), changes: Vec::new(), counts: [0; 3] };
    let key = RecordKey::new(Map::CATALOG, target.id);
    let record = adding.record(of, target)?;
    let value = serde_json::to_value(&record).map_err(|error| error.to_string())?;
    if draft.contains(&key) {
        if !target.replace {
            return Err(format!(
                "the pack already has a map `{}`; choose another `--id`, or use `--replace`",
                target.id
            ));
        }
        adding.replace(&key, &value, target.keep_grid);
    } else {
        adding.changes.push(new_record(draft, &key, &value));
    }
    let Adding { mut warnings, mut changes, mut counts, .. } = adding;
    let mut placing = Placing { draft, map, warnings: &mut warnings, changes: &mut changes };
    [counts[1], counts[2]] = placing.place(target.scenario)?;
    Ok(Added { changes, findings: warnings.into_findings(), counts })
}

/// Returns the change that adds a mapping to a pack.
pub fn mapping_change(draft: &Draft, id: &str, mapping: &Mapping) -> Result<Change, String> {
    let key = RecordKey::new(Mapping::CATALOG, id);
    if draft.dialect().is_none_or(|dialect| dialect.catalog(Mapping::CATALOG).is_none()) {
        return Err("packs of this ruleset have no maps".to_owned());
    }
    if draft.contains(&key) {
        return Err(format!("the pack already has a mapping `{id}`; choose another id with `--mapping`"));
    }
    let value = serde_json::to_value(mapping).map_err(|error| error.to_string())?;
    Ok(new_record(draft, &key, &value))
}

/// Adds a record next to others of its catalog, or in a file with the name of the catalog.
fn new_record(draft: &Draft, key: &RecordKey, value: &Value) -> Change {
    let path = format!("{}.yaml", key.catalog);
    let file = draft.path(draft.header_file());
    let single = draft.root().is_some_and(|root| !root.is_dir()) || file != foeman_schema::draft::PACK_FILE;
    if single || draft.own_ids(&key.catalog).next().is_some() || draft.file_at(&path).is_some() {
        return Change::Insert { at: key.pointer(), value: value.clone() };
    }
    let text = format!("{FIRST}{}:\n  {}\n", key.catalog, written(&key.id, value, 2));
    Change::CreateFile { path, text: fmt::text(&text).unwrap_or(text) }
}

struct Adding<'a> {
    draft: &'a Draft,
    map: &'a ForeignMap,
    warnings: Warnings,
    changes: Vec<Change>,
    counts: [usize; 3],
}

impl Adding<'_> {
    fn warn(&mut self, (line, column): (usize, usize), message: String) {
        self.warnings.push(Finding { file: self.map.file.clone(), line, column, level: Level::Warning, message });
    }

    fn record(&mut self, of: &Terrained, target: Options<'_>) -> Result<Map, String> {
        let map = self.map;
        let title = map.title.clone().unwrap_or_else(|| title_of(target.id));
        let zones: BTreeMap<String, Zone> =
            gathered(map)?.into_iter().map(|(id, zone)| (id, zone.into_zone())).collect();
        self.counts[0] = zones.len();
        let mut record = Map {
            title,
            about: String::new(),
            geometry: map.geometry,
            legend: BTreeMap::new(),
            rows: String::new(),
            fill: None,
            areas: Vec::new(),
            elevation: String::new(),
            zones,
        };
        let width = map.geometry.width() as usize;
        let letters = letters(&of.terrains);
        let levels = self.levels();
        let fits = map.geometry.width().max(map.geometry.height()) <= MOST_LETTERS_ACROSS;
        let Some(letters) = letters.filter(|_| fits) else {
            if levels.is_some() {
                self.warn((1, 1), "the map is too large for rows of letters; its levels are not imported".to_owned());
            }
            painted(&mut record, of, width);
            return Ok(record);
        };
        for row in of.cells.chunks(width) {
            record.rows.extend(row.iter().map(|kind| letters[usize::from(*kind)]));
            record.rows.push('\n');
        }
        for (letter, terrain) in letters.iter().zip(&of.terrains) {
            record.legend.insert(letter.to_string(), Ref::new(terrain.clone()));
        }
        for row in levels.iter().flat_map(|levels| levels.chunks(width)) {
            record.elevation.extend(row.iter().map(|level| char::from(b'0' + level)));
            record.elevation.push('\n');
        }
        Ok(record)
    }

    /// Returns the levels, raised so that the lowest one is 0; `None` if all are equal or they cannot be expressed.
    fn levels(&mut self) -> Option<Vec<u8>> {
        let levels = &self.map.levels;
        let (low, high) = (*levels.iter().min()?, *levels.iter().max()?);
        if low == high {
            return None;
        }
        if high - low > MOST_LEVEL {
            let message =
                format!("levels {low} to {high} are not imported; a map has at most {} levels", MOST_LEVEL + 1);
            self.warn((1, 1), message);
            return None;
        }
        if low != 0 {
            let (verb, by) = if low < 0 { ("raised", -low) } else { ("lowered", low) };
            let message = format!("levels are {verb} by {by}, so that the lowest one is 0");
            self.warn((1, 1), message);
        }
        Some(levels.iter().map(|level| (level - low) as u8).collect())
    }

    /// Replaces the ground of a map and the zones that the format has; keeps its title and description, and levels if
    /// the size stays and the format has none.
    fn replace(&mut self, key: &RecordKey, value: &Value, keep_grid: bool) {
        let at = |field: &str| key.pointer().child(field);
        let old = self.draft.typed::<Map>(key).and_then(Result::ok);
        let same_size = old.as_ref().is_some_and(|old| old.geometry.size() == self.map.geometry.size());
        // No format has neighbours across vertices.
        let same_grid = old.as_ref().is_some_and(|old| old.geometry.without_vertex_neighbours() == self.map.geometry);
        let mut value = value.clone();
        let mut fields = vec!["legend", "rows", "fill", "areas"];
        if !(same_grid || keep_grid && same_size) {
            fields.push("geometry");
        }
        if !(same_size && self.map.levels.is_empty()) {
            fields.push("elevation");
        }
        match self.map.format {
            MapFormat::Tiled => fields.push("zones"),
            MapFormat::Wesnoth => {
                fields.push("zones");
                let others = old.into_iter().flat_map(|old| old.zones);
                for (id, zone) in others.filter(|(id, _)| !id.starts_with("start-")) {
                    value["zones"][id] = json!(zone);
                }
            }
            MapFormat::Megamek | MapFormat::Csv => {}
        }
        let raw = self.draft.raw(key).unwrap_or_default();
        for field in fields {
            match value.get(field) {
                // Unchanged fields keep their layout and comments.
                Some(value) if raw.get(field) == Some(value) => {}
                Some(value) => self.changes.push(Change::Set { at: at(field), value: value.clone() }),
                None if self.draft.defined(&at(field)) => self.changes.push(Change::Remove { at: at(field) }),
                None => {}
            }
        }
    }
}

/// Paints a map as areas on a fill.
fn painted(record: &mut Map, of: &Terrained, width: usize) {
    let mut counts = vec![0_usize; of.terrains.len()];
    of.cells.iter().for_each(|kind| counts[usize::from(*kind)] += 1);
    let fill = (0..counts.len()).max_by_key(|kind| counts[*kind]).unwrap_or_default();
    record.fill = of.terrains.get(fill).map(|id| Ref::new(id.clone()));
    let mut runs: Vec<Vec<(i32, [i32; 2])>> = vec![Vec::new(); of.terrains.len()];
    for (row, cells) in of.cells.chunks(width).enumerate() {
        let mut column = 0;
        for run in cells.chunk_by(|one, other| one == other) {
            let end = column + run.len() as i32;
            runs[usize::from(run[0])].push((row as i32, [column, end - 1]));
            column = end;
        }
    }
    for (kind, runs) in runs.into_iter().enumerate().filter(|(kind, _)| *kind != fill) {
        for part in draw::stacked(runs) {
            let [from, to] = [part.from, part.to].map(|cell| cell.map(|n| n as u16));
            record.areas.push(Area { terrain: Some(Ref::new(of.terrains[kind].clone())), level: None, from, to });
        }
    }
}

/// Returns a character for each terrain, if possible one of its id; `None` if there are too many terrains.
fn letters(terrains: &[String]) -> Option<Vec<char>> {
    let mut used = BTreeSet::new();
    let mut letters = Vec::new();
    for id in terrains {
        let own = id.chars().filter(char::is_ascii_alphanumeric).flat_map(|own| [own, own.to_ascii_uppercase()]);
        let more = ('\u{e0}'..'\u{250}').filter(|letter| letter.is_alphabetic());
        let letter = own.chain(LETTERS.chars()).chain(more).find(|letter| !used.contains(letter))?;
        used.insert(letter);
        letters.push(letter);
    }
    Some(letters)
}

/// Returns the mapping of a pack with an id, or the only one of a format.
pub fn find_mapping<'d>(
    draft: &'d Draft,
    id: Option<&'d str>,
    format: MapFormat,
) -> Result<Option<(&'d str, Mapping)>, String> {
    let read = |id: &str| -> Result<Mapping, String> {
        let typed = draft.typed::<Mapping>(&RecordKey::new(Mapping::CATALOG, id));
        let typed = typed.ok_or_else(|| format!("the pack has no mapping `{id}`"))?;
        typed.map_err(|error| format!("the mapping `{id}` cannot be read: {error}; run `foeman check`"))
    };
    if let Some(id) = id {
        let mapping = read(id)?;
        if mapping.format != format {
            let [expected, found] = [format, mapping.format].map(|format| format.word());
            return Err(format!("expected a mapping of the format `{expected}`, found `{id}` of `{found}`"));
        }
        return Ok(Some((id, mapping)));
    }
    let all = draft.ids(Mapping::CATALOG).filter_map(|id| Some((id, read(id).ok()?)));
    let mut fitting: Vec<(&str, Mapping)> = all.filter(|(_, mapping)| mapping.format == format).collect();
    match fitting.len() {
        0 | 1 => Ok(fitting.pop()),
        _ => {
            let ids: Vec<String> = fitting.iter().map(|(id, _)| format!("`{id}`")).collect();
            Err(format!("several mappings fit; choose one with `--mapping`: {}", ids.join(", ")))
        }
    }
}

/// Returns the pointer of a map.
pub fn map_pointer(id: &str) -> Pointer {
    RecordKey::new(Map::CATALOG, id).pointer()
}
