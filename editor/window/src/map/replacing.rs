//! Replacing a terrain by another, on one map or all.

use foeman_schema::change::{self, Change};
use foeman_schema::dialect::RecordView;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Value, json};

use super::chart;
use super::dialog_state::{Maps, Replacing};
use crate::pack::Pack;
use crate::shell::session::{Question, Session, Tone};
use foeman_scene::chart::Form;

pub(crate) fn ask_replace(session: &mut Session, map: RecordKey) {
    let Some(chart) = session.pack.as_ref().and_then(|pack| chart::read(pack, &map).ok()) else { return };
    let under = super::cursor(session).and_then(|cell| chart.terrain(cell));
    let first = chart.legend.first().map(|paint| paint.terrain.as_str());
    let from = under.or(first).unwrap_or_default().to_owned();
    let to = session.view.brush.clone().unwrap_or_else(|| from.clone());
    replacing(session, Replacing { map, from, to, maps: Maps::This, found: [0, 0] });
}

pub(crate) fn replacing(session: &mut Session, mut asked: Replacing) {
    let Some(pack) = &session.pack else { return };
    let found: Vec<usize> = maps(pack, &asked).iter().map(|map| count(pack, map, &asked.from)).collect();
    asked.found = [found.iter().sum(), found.iter().filter(|cells| **cells > 0).count()];
    session.question = Some(Question::Replace(asked));
}

pub(crate) fn replace(session: &mut Session) {
    let (Some(pack), Some(Question::Replace(asked))) = (&session.pack, &session.question) else { return };
    let changes: Vec<Change> = maps(pack, asked).iter().flat_map(|map| changes(pack, map, asked)).collect();
    let title = |id: &str| {
        let catalog = foeman_scene::chart::terrains(pack.draft(), &asked.map).unwrap_or_default();
        pack.index().title(&RecordKey::new(catalog, id)).to_owned()
    };
    let name = format!("Replace {} with {}", title(&asked.from), title(&asked.to));
    let ([cells, of], at) = (asked.found, asked.map.pointer().child("rows"));
    session.question = None;
    if session.change_once(name, at, &changes) {
        let maps = if of == 1 { "1 map".to_owned() } else { format!("{of} maps") };
        session.tell(Tone::Good, format!("Replaced {cells} cells of {maps}"));
    }
}

fn maps(pack: &Pack, asked: &Replacing) -> Vec<RecordKey> {
    if asked.maps == Maps::This {
        return vec![asked.map.clone()];
    }
    let catalogs = pack.index().catalogs.iter().filter(|catalog| catalog.def.view == RecordView::Map);
    catalogs.flat_map(|catalog| catalog.records.iter().map(|entry| entry.key.clone())).collect()
}

/// Counts the cells of a map with a terrain.
fn count(pack: &Pack, map: &RecordKey, terrain: &str) -> usize {
    let Ok(chart) = chart::read(pack, map) else { return 0 };
    let counts = chart.terrain.ground.counts().into_iter().zip(chart.legend.iter());
    counts.filter(|(_, paint)| paint.terrain == terrain).map(|(cells, _)| cells).sum()
}

/// Returns the changes for a map stored as areas: all references to the old terrain are replaced.
fn renamed(pack: &Pack, map: &RecordKey, asked: &Replacing) -> Vec<Change> {
    let (draft, at) = (pack.draft(), |field: &str| map.pointer().child(field));
    let record = draft.merged(map).unwrap_or_default();
    let is_old = |value: &Value| value.as_str() == Some(asked.from.as_str());
    let areas = record.get("areas").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let named = areas.iter().enumerate().filter(|(_, area)| is_old(&area["terrain"]));
    let named = named.map(|(number, _)| at("areas").child(number.to_string()).child("terrain"));
    let fill = is_old(&record["fill"]).then(|| at("fill"));
    let places: Vec<Pointer> = fill.into_iter().chain(named).filter(|at| draft.defined(at)).collect();
    places.into_iter().map(|at| Change::Set { at, value: json!(asked.to) }).collect()
}

fn places(pack: &Pack, map: &RecordKey, terrain: &str) -> Vec<[i32; 2]> {
    let Ok(chart) = chart::read(pack, map) else { return Vec::new() };
    chart.terrain.ground.geometry.cells().filter(|cell| chart.terrain(*cell) == Some(terrain)).collect()
}

/// Returns the changes for a map. If it lacks the new terrain, the legend entry is replaced; otherwise the cells are
/// painted and the old legend entry is removed.
fn changes(pack: &Pack, map: &RecordKey, asked: &Replacing) -> Vec<Change> {
    let (draft, Ok(chart)) = (pack.draft(), chart::read(pack, map)) else { return Vec::new() };
    if chart.form == Form::Areas {
        return renamed(pack, map, asked);
    }
    let at = |field: &str| map.pointer().child(field);
    let letters = |terrain: &str| -> Vec<char> {
        chart.legend.iter().filter(|paint| paint.terrain == terrain).map(|paint| paint.key).collect()
    };
    let old = letters(&asked.from);
    let Some(&key) = letters(&asked.to).first() else {
        let set = |letter: &char| Change::Set { at: at("legend").child(*letter), value: json!(asked.to) };
        return old.iter().map(set).collect();
    };
    let place = |[column, row]: [i32; 2]| change::Cell { col: column as u32, row: row as u32, key };
    let cells: Vec<change::Cell> = places(pack, map, &asked.from).into_iter().map(place).collect();
    let written = old.iter().map(|letter| at("legend").child(*letter)).filter(|at| draft.defined(at));
    let removals: Vec<Change> = written.map(|at| Change::Remove { at }).collect();
    let paint = (!cells.is_empty()).then(|| Change::Paint { rows: at("rows"), cells });
    paint.into_iter().chain(removals).collect()
}
