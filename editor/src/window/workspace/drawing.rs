//! Drawing on maps: terrain by its id, whatever letter stands for it, levels, zones, and what is copied and put down.

use std::collections::BTreeSet;

use foeman_schema::catalogs::board::Terrains;
use foeman_schema::change::{self, Change};
use foeman_schema::dialect::Target as _;
use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_schema::regrid;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Value, json};

use super::super::action::MapAction;
use super::super::browser::Purpose;
use super::super::chart;
use super::super::shapes;
use super::super::view::{Dab, Ink, Layer, Patch, Relief, Stamp, Tool, Trace};
use super::{Tone, Workspace, zoning};

impl Workspace {
    pub(super) fn draw_on(&mut self, action: MapAction) {
        match action {
            MapAction::Draw { map, verb, dabs } => self.draw(&map, verb, &dabs),
            MapAction::Start(map, start) => self.view.hand.begin(map, start),
            MapAction::Area(map, area) => self.view.hand.select(map, area),
            MapAction::Copy => drop(self.copy()),
            MapAction::Cut => self.cut(),
            MapAction::Hold => {
                self.view.hand.leave();
                self.view.hand.held = self.view.hand.copied.clone();
            }
            MapAction::Keep(name) => self.keep(name),
            MapAction::Stamp(number) => {
                self.view.hand.leave();
                self.view.hand.held = self.view.stamps.get(number).map(|stamp| stamp.patch.clone());
            }
            MapAction::Forget(number) => {
                if number < self.view.stamps.len() {
                    self.view.stamps.remove(number);
                }
            }
            MapAction::AskTrace => self.choose(Purpose::Trace),
            MapAction::Trace(file) => {
                if file.to_str().is_none() {
                    let text = format!("{} cannot be remembered: its name is no text; give it another", file.display());
                    self.tell(Tone::Bad, text);
                } else if let Some(map) = self.map() {
                    self.view.lay_trace(&map, Some(Trace::new(file)));
                }
            }
            MapAction::LayTrace(map, trace) => self.view.lay_trace(&map, trace),
            MapAction::Put(map, cell) => self.put_down(&map, cell),
            MapAction::Turn => self.view.hand.held.iter_mut().for_each(Patch::turn),
            MapAction::Mirror => self.view.hand.held.iter_mut().for_each(Patch::mirror),
            _ => self.leave_tool(),
        }
    }

    fn leave_tool(&mut self) {
        if self.view.hand.leave() {
            return;
        }
        if self.view.tool != Tool::Select {
            self.view.tool = Tool::Select;
        } else if let Some(map) = self.map() {
            self.view.hand.select(map, BTreeSet::new());
        }
    }

    /// Paints cells; strokes on one map are one step until they settle.
    fn draw(&mut self, map: &RecordKey, verb: &str, dabs: &[Dab]) {
        if let Some(locked) = dabs.iter().map(|dab| dab.ink.layer()).find(|layer| self.view.locked.contains(layer)) {
            let text = format!("{} is locked on maps: unlock it beside the choice of the layer", locked.name());
            return self.tell(Tone::Bad, text);
        }
        let Some(pack) = &mut self.pack else { return };
        let Some(changes) = changes(pack.draft(), map, dabs) else { return };
        let (what, field) = match dabs.first().map(|dab| dab.ink.layer()) {
            Some(Layer::Levels) => ("the levels of ", "elevation"),
            Some(Layer::Zones) => ("zones of ", "zones"),
            _ => ("", "rows"),
        };
        let name = format!("{verb} {what}{}", pack.index().title(map));
        let at = map.pointer().child(field);
        let like = [Change::Paint { rows: at.clone(), cells: Vec::new() }];
        let done = pack.change_as(name, at, &like, &changes);
        self.after_edit(done);
    }

    pub(super) fn draw_once(&mut self, map: &RecordKey, verb: &str, dabs: &[Dab]) {
        self.settle();
        self.draw(map, verb, dabs);
        self.settle();
    }

    /// Keeps a copy of the area that is selected on the map that is shown.
    fn copy(&mut self) -> Option<RecordKey> {
        let map = self.map()?;
        let chart = chart::read(self.pack.as_ref()?, &map).ok()?;
        let patch = shapes::copied(&chart, self.view.hand.area(&map))?;
        let hexes = patch.len();
        self.clipboard = Some(patch.text().to_owned());
        self.view.hand.copied = Some(patch);
        self.tell(Tone::Good, format!("Copied {hexes} cells"));
        Some(map)
    }

    /// Keeps the selected area as a stamp; one of the same name gives way.
    fn keep(&mut self, name: String) {
        let patch = || {
            let map = self.map()?;
            let chart = chart::read(self.pack.as_ref()?, &map).ok()?;
            shapes::copied(&chart, self.view.hand.area(&map))
        };
        let Some(patch) = patch() else {
            return self.tell(Tone::Bad, "Select an area to keep it as a stamp".to_owned());
        };
        let before = self.view.stamps.len();
        self.view.stamps.retain(|stamp| stamp.name != name);
        let instead = if self.view.stamps.len() < before { ", instead of the one of that name" } else { "" };
        let text = format!("Kept {} cells as the stamp {name}{instead}", patch.len());
        self.view.stamps.push(Stamp { name, patch });
        self.tell(Tone::Good, text);
    }

    /// Copies the area and paints it with what is painted with; without that, with the terrain that most of the map has.
    fn cut(&mut self) {
        let Some(map) = self.copy() else { return };
        let Some(chart) = self.pack.as_ref().and_then(|pack| chart::read(pack, &map).ok()) else { return };
        let common = || {
            let mut counts = vec![0_usize; chart.legend.len()];
            let kinds = chart.terrain.ground.cells.iter().map(|kind| usize::from(*kind));
            kinds.for_each(|kind| counts.get_mut(kind).into_iter().for_each(|count| *count += 1));
            let most = (0..counts.len()).rev().max_by_key(|kind| counts[*kind])?;
            Some(chart.legend.get(most)?.terrain.clone())
        };
        let Some(terrain) = self.view.brush.clone().or_else(common) else { return };
        let cells = self.view.hand.area(&map).iter().copied().collect();
        self.draw_once(&map, "Cut from", &[Dab { ink: Ink::Terrain(terrain), cells }]);
    }

    fn put_down(&mut self, map: &RecordKey, cell: Cell) {
        let (Some(pack), Some(held)) = (&self.pack, &self.view.hand.held) else { return };
        let Some(geometry) = regrid::written(pack.draft(), map).and_then(|written| written.fit().ok()) else { return };
        if !held.fits(&geometry) {
            let text =
                "What was copied has cells of another kind: paste it on a map whose cells are like those it is from";
            return self.tell(Tone::Bad, text.to_owned());
        }
        let gone = held.terrains().find(|id| !pack.draft().contains(&RecordKey::new(Terrains::TARGET, *id)));
        if let Some(gone) = gone {
            let text = format!("What is held has the terrain `{gone}`, which is not in the pack");
            return self.tell(Tone::Bad, text);
        }
        let relief = chart::read(pack, map).map_or(Relief::Level, |chart| Relief::of(&chart.terrain.ground.levels));
        let dabs = shapes::balanced_dabs(&geometry, self.view.balance, held.dabs(&geometry, cell, relief));
        self.draw_once(map, "Paste into", &dabs);
    }
}

/// The changes that paint, each layer for itself.
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

/// Rows of letters made to fit their map, and written where they were inherited or not there at all.
fn fitted(draft: &Draft, at: &Pointer, text: &str, size: [u32; 2], fill: char) -> Option<Change> {
    // Every stroke asks on every frame; most maps fit.
    let sound = draft.defined(at) && regrid::fits(text, size);
    (!sound).then(|| Change::Set { at: at.clone(), value: Value::from(regrid::moved(text, size, [0, 0], fill)) })
}

fn places(cells: &[Cell], key: char) -> Vec<change::Cell> {
    let place = |[column, row]: &Cell| Some((u32::try_from(*column).ok()?, u32::try_from(*row).ok()?));
    cells.iter().filter_map(place).map(|(col, row)| change::Cell { col, row, key }).collect()
}

/// The changes that paint terrain: one without a letter gets one.
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
            let letter = letter_for(terrain, taken);
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

/// A letter of a legend with its terrain; nothing for a key that is no single letter.
fn entry((key, terrain): (&String, &Value)) -> Option<(char, String)> {
    let mut letters = key.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    Some((letter, terrain.as_str()?.to_owned()))
}

/// A letter for a terrain: one of its id, small or capital, else the next that is free.
fn letter_for(terrain: &str, taken: impl Fn(char) -> bool) -> char {
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
