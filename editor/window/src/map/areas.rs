//! Painting on maps stored as areas over a fill: strokes are appended to the list of areas as rectangles.

use std::collections::BTreeMap;

use foeman_schema::catalogs::areas::Area;
use foeman_schema::catalogs::board::Terrains;
use foeman_schema::change::Change;
use foeman_schema::dialect::Ref;
use foeman_schema::draft::Draft;
use foeman_schema::grid::draw::rectangles;
use foeman_schema::grid::{Bounds, Cell, Geometry};
use foeman_schema::regrid;
use foeman_schema::text::RecordKey;
use serde_json::{Value, json};

use super::layer::{Dab, Ink, Layer};
use crate::shell::session::{Session, Tone};

/// The cells painted by the current stroke.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stroke {
    terrains: Vec<String>,
    cells: BTreeMap<Cell, Coat>,
}

/// The paint of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Coat {
    /// An index into the terrains of the stroke.
    terrain: Option<usize>,
    level: Option<u8>,
}

impl Stroke {
    pub(crate) fn paint(&mut self, dabs: &[Dab], geometry: &Geometry) {
        for dab in dabs {
            let (terrain, level) = match &dab.ink {
                Ink::Terrain(id) => (Some(self.number(id)), None),
                Ink::Level(level) => (None, Some((*level).min(9))),
                Ink::Zone(_) | Ink::NoZone => continue,
            };
            for cell in dab.cells.iter().filter(|cell| geometry.contains(**cell)) {
                let coat = self.cells.entry(*cell).or_default();
                coat.terrain = terrain.or(coat.terrain);
                coat.level = level.or(coat.level);
            }
        }
    }

    pub(crate) fn number(&mut self, id: &str) -> usize {
        self.terrains.iter().position(|terrain| terrain == id).unwrap_or_else(|| {
            self.terrains.push(id.to_owned());
            self.terrains.len() - 1
        })
    }

    /// Returns a small number of areas that cover the cells. No two of them overlap, so their order is irrelevant.
    pub(crate) fn areas(&self) -> Vec<Area> {
        let mut by_coat: BTreeMap<Coat, Vec<Cell>> = BTreeMap::new();
        self.cells.iter().for_each(|(cell, coat)| by_coat.entry(*coat).or_default().push(*cell));
        let areas = by_coat.into_iter().flat_map(|(coat, cells)| {
            let terrain = coat.terrain.map(|number| Ref::new(self.terrains[number].as_str()));
            rectangles(cells).into_iter().map(move |bounds| area(bounds, terrain.clone(), coat.level))
        });
        areas.collect()
    }
}

/// Paints terrain and levels. Successive strokes on one map are one undo step, whose areas are merged until it
/// settles.
pub(crate) fn coat(session: &mut Session, stroke: &mut Stroke, map: &RecordKey, name: String, dabs: &[Dab]) {
    let Some(pack) = &mut session.pack else { return };
    let Some(geometry) = regrid::written(pack.draft(), map).and_then(|written| written.fit().ok()) else { return };
    let list = map.pointer().child("areas");
    let like = [Change::Append { list: list.clone(), items: Vec::new() }];
    if !pack.grows(&like) {
        *stroke = Stroke::default();
    }
    stroke.paint(dabs, &geometry);
    let areas = stroke.areas();
    let done = pack.set_with(name, list, &like, |draft| appended(draft, map, &areas));
    session.after_edit(done);
}

/// Fills rectangles of any size, as a separate undo step.
pub(crate) fn cover(session: &mut Session, map: &RecordKey, verb: &str, ink: &Ink, parts: &[Bounds]) {
    if super::is_locked(session, ink.layer()) {
        return;
    }
    let Some(pack) = &session.pack else { return };
    let (terrain, level) = match ink {
        Ink::Terrain(id) => (Some(Ref::new(id.as_str())), None),
        Ink::Level(level) => (None, Some(*level)),
        Ink::Zone(_) | Ink::NoZone => return,
    };
    if parts.len() > regrid::MOST_AREAS {
        let (most, found) = (regrid::MOST_AREAS, parts.len());
        let text = format!("This needs {found} areas, but at most {most} can be added at once; paint a part of it");
        return session.tell(Tone::Bad, text);
    }
    let areas: Vec<Area> = parts.iter().map(|part| area(*part, terrain.clone(), level)).collect();
    let changes = appended(pack.draft(), map, &areas);
    let what = if ink.layer() == Layer::Levels { "the levels of " } else { "" };
    let name = format!("{verb} {what}{}", pack.index().title(map));
    session.change_once(name, map.pointer().child("areas"), &changes);
}

/// Converts a map between rows of letters and areas.
pub(crate) fn rewrite(session: &mut Session, map: &RecordKey) {
    let Some(pack) = &session.pack else { return };
    let title = pack.index().title(map).to_owned();
    let (name, told) = match regrid::is_filled(pack.draft(), map) {
        true => (format!("Convert {title} to rows"), "as rows of letters"),
        false => (format!("Convert {title} to fill and areas"), "as areas on a fill"),
    };
    match regrid::rewritten(pack.draft(), map) {
        Ok(changes) => {
            if session.change_once(name, map.pointer(), &changes) {
                session.tell(Tone::Good, format!("{title} is now stored {told}"));
            }
        }
        Err(why) => session.tell(Tone::Bad, format!("Cannot convert {title}: {why}")),
    }
}

fn area(bounds: Bounds, terrain: Option<Ref<Terrains>>, level: Option<u8>) -> Area {
    let [from, to] = [bounds.from, bounds.to].map(|corner| corner.map(|count| count as u16));
    Area { terrain, level, from, to }
}

/// Returns the changes that append areas. An inherited list is written out first.
fn appended(draft: &Draft, map: &RecordKey, areas: &[Area]) -> Vec<Change> {
    let at = map.pointer().child("areas");
    let inherited = || draft.merged(map)?.get("areas")?.as_array().cloned().filter(|list| !list.is_empty());
    if !draft.defined(&at)
        && let Some(mut list) = inherited()
    {
        list.extend(areas.iter().map(|area| json!(area)));
        return vec![Change::Set { at, value: Value::Array(list) }];
    }
    regrid::appended(map, areas).into_iter().collect()
}
