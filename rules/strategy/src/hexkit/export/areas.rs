//! Exports the map and the layout at the start.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::zones::Rectangle;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::grid::{Geometry, Shape};
use foeman_schema::text::RecordKey;

use super::Writer;
use crate::catalogs::{Area, Faction, Kept, PlacementSites, Scenario, Terrain};
use crate::hexkit::packing::{Block, packed};
use crate::hexkit::read::{LENGTH, SHIFTS, STANDS};
use crate::hexkit::write::Element;

/// The default side length of a cell in pixels.
const USUAL_LENGTH: &str = "30";

/// The fields of maps that Hexkit supports.
const MAP: &[&str] = &["title", "about", "geometry", "legend", "rows", "fill", "areas"];

impl Writer<'_> {
    pub(super) fn areas(&mut self, place: &str, scenario: &Scenario) -> Element {
        let Some(map) = self.sound::<Map>(scenario.map.id()) else { return Element::new("areas") };
        let at = format!("{}/{}", Map::CATALOG, scenario.map.id());
        self.left(&at, &RecordKey::new(Map::CATALOG, scenario.map.id()), MAP);
        let mut section = self.outset(scenario, &map);
        self.ground(place, scenario, &map, &mut section);
        section.extend(scenario.areas.iter().map(|area| self.area(area)));
        section
    }

    /// Exports the grid, homes and placement sites of a scenario.
    pub(super) fn outset(&self, scenario: &Scenario, map: &Map) -> Element {
        let mut section = Element::new("areas").holding([grid(&map.geometry, &scenario.hexkit)]);
        if let Some(overlay) = scenario.hexkit.get("areas/overlay") {
            section.push_written(overlay);
        }
        let mut homes: Vec<(String, [u16; 2])> = Vec::new();
        for side in &scenario.sides {
            homes.extend(side.home.map(|home| (self.id(&side.faction), home)));
        }
        homes.sort();
        section.extend(
            homes
                .into_iter()
                .map(|(id, home)| Element::new("factionSites").with("id", id).holding([site("homeSite", home)])),
        );
        let mut places = self.places(&scenario.unit_sites);
        places.extend(self.places(&scenario.terrain_sites));
        places.sort_by(|a, b| a.0.cmp(&b.0));
        section.extend(places.into_iter().map(|(id, cells)| {
            let sites = cells.iter().map(|&cell| site("placeSite", cell));
            Element::new("entitySites").with("id", id).holding(sites)
        }));
        section
    }

    fn places<T: Record>(&self, all: &[PlacementSites<T>]) -> Vec<(String, Vec<[u16; 2]>)> {
        all.iter().map(|of| (self.id(&of.class), of.cells.clone())).collect()
    }

    /// Exports the terrains of all cells, and of cells that differ.
    fn ground(&mut self, place: &str, scenario: &Scenario, map: &Map, section: &mut Element) {
        let terrain = |id: &str| Ref::<Terrain>::new(id);
        let is_ground = |id: &str| {
            let known = self.draft.merged(&RecordKey::new(Terrain::CATALOG, id));
            known.is_some_and(|known| known["background"] == true)
        };
        let over = self.entities("terrain", &scenario.ground);
        if scenario.ground.first().is_some_and(|of| is_ground(of.class.id())) {
            section.extend(over);
            return;
        }
        let kinds = map.terrains();
        let painted = map.read().kinds;
        let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
        for cell in map.geometry.cells() {
            *counts.entry(painted.get(cell).unwrap_or_default()).or_default() += 1;
        }
        let name = |kind: u16| kinds.get(usize::from(kind)).map(|of| self.id(&terrain(of.id())));
        let fill = map.fill.as_ref().and_then(|fill| kinds.iter().position(|of| of.id() == fill.id()));
        let most = counts.iter().max_by_key(|&(kind, count)| (*count, std::cmp::Reverse(*kind))).map(|(kind, _)| *kind);
        let usual = fill.and_then(|at| u16::try_from(at).ok()).or(most).unwrap_or_default();
        let Some(id) = name(usual) else {
            return self.note(place, "expected a terrain in every cell of the map, found none");
        };
        section.push(Element::new("terrain").with("id", id));
        section.extend(over.iter().cloned());
        let [width, height] = map.geometry.size().map(|count| count as usize);
        let kind = |[x, y]: [usize; 2]| painted.get([x as i32, y as i32]).filter(|kind| *kind != usual);
        for (kind, blocks) in packed([width, height], kind) {
            let Some(id) = name(kind) else { continue };
            let mut area = Element::new("area").holding(blocks.into_iter().map(bounds));
            area.push(Element::new("terrain").with("id", id));
            area.extend(over.iter().cloned());
            section.push(area);
        }
    }

    fn area(&self, area: &Area) -> Element {
        let faction = |named: &Option<Ref<Faction>>| named.as_ref().map(|named| self.id(named));
        let block = |part: Rectangle| {
            let [[left, top], [right, bottom]] = part.corners().map(|corner| corner.map(|at| at as usize));
            bounds(Block { from: [left, top], size: [right - left + 1, bottom - top + 1] })
        };
        let mut element = Element::new("area")
            .with_some("owner", faction(&area.owner))
            .with_some("unitOwner", faction(&area.units_owner))
            .holding(area.parts().map(block));
        element.extend(self.entities("unit", &area.units));
        element.extend(self.entities("terrain", &area.terrains));
        element.extend(self.entities("effect", &area.effects));
        element
    }
}

fn grid(geometry: &Geometry, kept: &Kept) -> Element {
    let [width, height] = geometry.size();
    let shift = SHIFTS.iter().find(|(_, shift)| *shift == geometry.shift()).map_or("None", |(word, _)| word);
    let stand = STANDS.iter().find(|(_, stand)| *stand == geometry.stand()).map_or("OnEdge", |(word, _)| word);
    let polygon = Element::new("polygon")
        .with("length", kept.get(LENGTH).map_or(USUAL_LENGTH, String::as_str))
        .with("sides", if geometry.shape() == Shape::Square { 4 } else { 6 })
        .with("orientation", stand)
        .unless("vertexNeighbors", geometry.has_vertex_neighbours(), false);
    let grid = Element::new("mapGrid").with("width", width).with("height", height).with("gridShift", shift);
    grid.holding([polygon])
}

fn site(name: &str, [x, y]: [u16; 2]) -> Element {
    Element::new(name).with("x", x).with("y", y)
}

pub(super) fn bounds(block: Block) -> Element {
    let ([left, top], [width, height]) = (block.from, block.size);
    let element = Element::new("bounds").with("left", left).with("top", top);
    element.unless("width", width, 1).unless("height", height, 1)
}
