//! Drawing on maps: terrain (by id, whatever its letter), levels, zones, and copy and paste.

use std::collections::BTreeSet;

use foeman_schema::catalogs::board::Terrains;
use foeman_schema::change::{self, Change};
use foeman_schema::dialect::Target as _;
use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_schema::regrid;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Value, json};

use super::action::MapAction;
use super::areas::Stroke;
use super::layer::{Dab, Ink, Layer};
use super::patch::{Patch, Relief, Stamp};
use super::tools::{Tool, Trace};
use super::{chart, shapes, zoning};
use crate::files::Purpose;
use crate::shell::action::Action;
use crate::shell::session::{Session, Tone};

pub(crate) fn draw_on(session: &mut Session, stroke: &mut Stroke, action: MapAction) {
    match action {
        MapAction::Draw { map, verb, dabs } => draw(session, stroke, &map, verb, &dabs),
        MapAction::Cover { map, verb, ink, parts } => super::areas::cover(session, &map, verb, &ink, &parts),
        MapAction::TooMany => session.tell(Tone::Bad, too_many()),
        MapAction::Rewrite(map) => super::areas::rewrite(session, &map),
        MapAction::Start(map, start) => session.view.hand.begin(map, start),
        MapAction::Area(map, area) => session.view.hand.select(map, area),
        MapAction::Copy => drop(copy(session)),
        MapAction::Cut => cut(session, stroke),
        MapAction::Hold => {
            session.view.hand.leave();
            session.view.hand.held = session.view.hand.copied.clone();
        }
        MapAction::Keep(name) => keep(session, name),
        MapAction::Stamp(number) => {
            session.view.hand.leave();
            session.view.hand.held = session.view.stamps.get(number).map(|stamp| stamp.patch.clone());
        }
        MapAction::Forget(number) => {
            if number < session.view.stamps.len() {
                session.view.stamps.remove(number);
            }
        }
        MapAction::Favour(terrain) => {
            let favourites = &mut session.view.favourites;
            if !favourites.remove(&terrain) {
                favourites.insert(terrain);
            }
        }
        MapAction::AskTrace => session.then(Action::Choose(Purpose::Trace)),
        MapAction::Trace(file) => {
            if file.to_str().is_none() {
                let text = format!("Cannot remember {}: its name is not valid text; rename it", file.display());
                session.tell(Tone::Bad, text);
            } else if let Some(map) = super::on_top(session) {
                session.view.lay_trace(&map, Some(Trace::new(file)));
            }
        }
        MapAction::LayTrace(map, trace) => session.view.lay_trace(&map, trace),
        MapAction::Put(map, cell) => put_down(session, stroke, &map, cell),
        MapAction::Turn => session.view.hand.held.iter_mut().for_each(Patch::turn),
        MapAction::Mirror => session.view.hand.held.iter_mut().for_each(Patch::mirror),
        _ => leave_tool(session),
    }
}

pub(crate) fn leave_tool(session: &mut Session) {
    if session.view.hand.leave() {
        return;
    }
    if session.view.tool != Tool::Select {
        session.view.tool = Tool::Select;
    } else if let Some(map) = super::on_top(session) {
        session.view.hand.select(map, BTreeSet::new());
    }
}

/// Paints cells. Successive strokes on one map are one undo step until they settle.
pub(crate) fn draw(session: &mut Session, stroke: &mut Stroke, map: &RecordKey, verb: &str, dabs: &[Dab]) {
    if dabs.iter().any(|dab| super::is_locked(session, dab.ink.layer())) {
        return;
    }
    let Some(pack) = &mut session.pack else { return };
    let (what, field) = match dabs.first().map(|dab| dab.ink.layer()) {
        Some(Layer::Levels) => ("the levels of ", "elevation"),
        Some(Layer::Zones) => ("zones of ", "zones"),
        _ => ("", "rows"),
    };
    let name = format!("{verb} {what}{}", pack.index().title(map));
    if field != "zones" && regrid::is_filled(pack.draft(), map) {
        return super::areas::coat(session, stroke, map, name, dabs);
    }
    let Some(changes) = changes(pack.draft(), map, dabs) else { return };
    let at = map.pointer().child(field);
    let like = [Change::Paint { rows: at.clone(), cells: Vec::new() }];
    let done = pack.change_as(name, at, &like, &changes);
    session.after_edit(done);
}

pub(crate) fn draw_once(session: &mut Session, stroke: &mut Stroke, map: &RecordKey, verb: &str, dabs: &[Dab]) {
    session.settle();
    draw(session, stroke, map, verb, dabs);
    session.settle();
}

/// Copies the selected area of the shown map.
pub(crate) fn copy(session: &mut Session) -> Option<RecordKey> {
    let map = super::on_top(session)?;
    let chart = chart::read(session.pack.as_ref()?, &map).ok()?;
    let patch = shapes::copied(&chart, session.view.hand.area(&map))?;
    let hexes = patch.len();
    session.clipboard = Some(patch.text().to_owned());
    session.view.hand.copied = Some(patch);
    session.tell(Tone::Good, format!("Copied {hexes} cells"));
    Some(map)
}

/// Saves the selected area as a stamp; a stamp of the same name is replaced.
pub(crate) fn keep(session: &mut Session, name: String) {
    let patch = || {
        let map = super::on_top(session)?;
        let chart = chart::read(session.pack.as_ref()?, &map).ok()?;
        shapes::copied(&chart, session.view.hand.area(&map))
    };
    let Some(patch) = patch() else {
        return session.tell(Tone::Bad, "Select an area to keep it as a stamp".to_owned());
    };
    let before = session.view.stamps.len();
    session.view.stamps.retain(|stamp| stamp.name != name);
    let instead = if session.view.stamps.len() < before { ", replacing the old one" } else { "" };
    let text = format!("Saved {} cells as the stamp {name}{instead}", patch.len());
    session.view.stamps.push(Stamp { name, patch });
    session.tell(Tone::Good, text);
}

/// Copies the area and paints it with the current terrain, or else with the most common terrain of the map.
pub(crate) fn cut(session: &mut Session, stroke: &mut Stroke) {
    let Some(map) = copy(session) else { return };
    let Some(chart) = session.pack.as_ref().and_then(|pack| chart::read(pack, &map).ok()) else { return };
    let common = || {
        let counts = chart.terrain.ground.counts();
        let most = (0..counts.len()).rev().max_by_key(|kind| counts[*kind])?;
        Some(chart.legend.get(most)?.terrain.clone())
    };
    let Some(terrain) = session.view.brush.clone().or_else(common) else { return };
    let cells = session.view.hand.area(&map).iter().copied().collect();
    draw_once(session, stroke, &map, "Cut from", &[Dab { ink: Ink::Terrain(terrain), cells }]);
}

pub(crate) fn put_down(session: &mut Session, stroke: &mut Stroke, map: &RecordKey, cell: Cell) {
    let (Some(pack), Some(held)) = (&session.pack, &session.view.hand.held) else { return };
    let Some(geometry) = regrid::written(pack.draft(), map).and_then(|written| written.fit().ok()) else { return };
    if !held.fits(&geometry) {
        let text = "The copied cells have a different shape; paste them on a map with the same shape of cells";
        return session.tell(Tone::Bad, text.to_owned());
    }
    let gone = held.terrains().find(|id| !pack.draft().contains(&RecordKey::new(Terrains::TARGET, *id)));
    if let Some(gone) = gone {
        let text = format!("The copied cells have the terrain `{gone}`, which is not in the pack");
        return session.tell(Tone::Bad, text);
    }
    let relief = chart::read(pack, map).map_or(Relief::Level, |chart| Relief::of(&chart.terrain.ground.levels));
    let dabs = shapes::balanced_dabs(&geometry, session.view.balance, held.dabs(&geometry, cell, relief));
    draw_once(session, stroke, map, "Paste into", &dabs);
}

/// Returns the message for a tool applied to more cells than the limit.
fn too_many() -> String {
    let most = shapes::MOST;
    format!(
        "At most {most} cells can be painted one by one. Rectangles and fills of any size are possible with one terrain \
        or level and without symmetry, on maps stored as fill and areas"
    )
}

/// Returns the changes that paint cells, layer by layer.
fn changes(draft: &Draft, map: &RecordKey, dabs: &[Dab]) -> Option<Vec<Change>> {
    let record = draft.merged(map)?;
    let written = regrid::written(draft, map)?;
    let size = written.size;
    let mut changes = Vec::new();
    let on = |layer: Layer| dabs.iter().filter(move |dab| dab.ink.layer() == layer);
    if on(Layer::Terrain).next().is_some() {
        changes.extend(terrains(draft, map, &record, size, on(Layer::Terrain)));
    }
    if on(Layer::Levels).next().is_some() {
        let at = map.pointer().child("elevation");
        let text = record.get("elevation").and_then(Value::as_str).unwrap_or_default();
        changes.extend(fitted(draft, &at, text, size, '0'));
        let cells = on(Layer::Levels).flat_map(|dab| match dab.ink {
            Ink::Level(level) => places(&dab.cells, char::from(b'0' + level.min(9))),
            _ => Vec::new(),
        });
        changes.push(Change::Paint { rows: at, cells: cells.collect() });
    }
    let geometry = written.fit().ok();
    for (dab, geometry) in on(Layer::Zones).filter_map(|dab| Some((dab, geometry?))) {
        changes.extend(match &dab.ink {
            Ink::Zone(id) => zoning::add(draft, map, &geometry, id, &dab.cells),
            _ => zoning::remove(draft, map, &geometry, &dab.cells),
        });
    }
    Some(changes)
}

/// Returns the change that makes rows of letters match the map size, and writes them into the record if they are
/// inherited or missing.
fn fitted(draft: &Draft, at: &Pointer, text: &str, size: [u32; 2], fill: char) -> Option<Change> {
    // This runs for every stroke in every frame, and most maps already fit.
    let sound = draft.defined(at) && regrid::fits(text, size);
    (!sound).then(|| Change::Set { at: at.clone(), value: Value::from(regrid::moved(text, size, [0, 0], fill)) })
}

fn places(cells: &[Cell], key: char) -> Vec<change::Cell> {
    let place = |[column, row]: &Cell| Some((u32::try_from(*column).ok()?, u32::try_from(*row).ok()?));
    cells.iter().filter_map(place).map(|(col, row)| change::Cell { col, row, key }).collect()
}

/// Returns the changes that paint terrain; a terrain without a letter gets one.
fn terrains<'d>(
    draft: &Draft,
    map: &RecordKey,
    record: &Value,
    size: [u32; 2],
    dabs: impl Iterator<Item = &'d Dab>,
) -> Vec<Change> {
    let at = |field: &str| map.pointer().child(field);
    let text = record.get("rows").and_then(Value::as_str).unwrap_or_default();
    let fill = regrid::rim(text).or_else(|| first_letter(record)).unwrap_or('.');
    let mut changes: Vec<Change> = fitted(draft, &at("rows"), text, size, fill).into_iter().collect();
    let legend = record.get("legend").and_then(Value::as_object);
    let mut letters: Vec<(char, String)> = legend.into_iter().flatten().filter_map(entry).collect();
    let mut cells = Vec::new();
    for dab in dabs {
        let Ink::Terrain(terrain) = &dab.ink else { continue };
        let known = letters.iter().find(|(_, other)| other == terrain).map(|(letter, _)| *letter);
        let key = known.unwrap_or_else(|| {
            let taken = |letter: char| letters.iter().any(|(other, _)| *other == letter) || text.contains(letter);
            let letter = regrid::letter_for(terrain, taken);
            letters.push((letter, terrain.clone()));
            changes.push(Change::Set { at: at("legend").child(letter), value: json!(terrain) });
            letter
        });
        cells.extend(places(&dab.cells, key));
    }
    changes.push(Change::Paint { rows: at("rows"), cells });
    changes
}

fn first_letter(map: &Value) -> Option<char> {
    map.get("legend")?.as_object()?.iter().find_map(entry).map(|(letter, _)| letter)
}

/// Returns a legend entry as letter and terrain; `None` if the key is not a single letter.
fn entry((key, terrain): (&String, &Value)) -> Option<(char, String)> {
    let mut letters = key.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    Some((letter, terrain.as_str()?.to_owned()))
}
