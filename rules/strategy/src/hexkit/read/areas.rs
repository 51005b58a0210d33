//! Imports the map and the layout at the start.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::zones::Rectangle;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::grid::{Geometry, Shape, Shift, Stand};
use roxmltree::Node;

use super::{Kind, Reader, named};
use crate::catalogs::{Area, Entity, Options, PlacementSites, Scenario, Side, Terrain, Unit};

/// The keywords for the shift of a grid.
pub(in super::super) const SHIFTS: [(&str, Option<Shift>); 5] = [
    ("None", None),
    ("ColumnUp", Some(Shift::ColumnUp)),
    ("ColumnDown", Some(Shift::ColumnDown)),
    ("RowRight", Some(Shift::RowRight)),
    ("RowLeft", Some(Shift::RowLeft)),
];

/// The keywords for the orientation of cells.
pub(in super::super) const STANDS: [(&str, Stand); 2] = [("OnEdge", Stand::Edge), ("OnVertex", Stand::Vertex)];

/// The turn limit of imported scenarios, since Hexkit's games have none.
pub(in super::super) const TURNS: u16 = 500;

/// The path under which the side length of a cell is kept.
pub(in super::super) const LENGTH: &str = "areas/mapGrid/polygon/length";

impl<'a> Reader<'a> {
    pub(super) fn areas(&mut self, section: Node<'a, 'a>, id: &str, title: &str, about: String, mut sides: Vec<Side>) {
        let known = ["mapGrid", "overlay", "factionSites", "entitySites", "terrain", "area"];
        self.sheet.only(section, &[], &known);
        let Some(geometry) = self.geometry(section) else { return };
        if let Some(node) = named(section, "overlay").next() {
            let message = "expected no picture below the map, found one: it is kept and not shown";
            self.sheet.note(node, message.to_owned());
            let written = self.sheet.written(node);
            self.kept.insert("areas/overlay".to_owned(), written);
        }
        self.homes(section, &mut sides);
        let (unit_sites, terrain_sites) = self.placement(section);
        let Some((fill, ground)) = self.ground(section) else { return };
        let areas = named(section, "area").filter_map(|node| self.area(node)).collect();
        let map = Map {
            title: title.to_owned(),
            about: String::new(),
            geometry,
            legend: BTreeMap::new(),
            rows: String::new(),
            fill: Some(Ref::new(fill)),
            areas: Vec::new(),
            elevation: String::new(),
            zones: BTreeMap::new(),
        };
        self.keep(id, &map);
        let scenario = Scenario {
            title: title.to_owned(),
            about,
            map: Ref::new(id),
            sides,
            ground,
            areas,
            unit_sites,
            terrain_sites,
            turns: TURNS,
            options: Options { original_behaviour: true },
            rules: Vec::new(),
            hexkit: std::mem::take(&mut self.kept),
        };
        self.keep(id, &scenario);
    }

    fn geometry(&mut self, section: Node<'a, 'a>) -> Option<Geometry> {
        let Some(grid) = named(section, "mapGrid").next() else {
            self.sheet.note(section, "expected a `mapGrid`, found none".to_owned());
            return None;
        };
        let sheet = &mut self.sheet;
        sheet.only(grid, &["width", "height", "gridShift"], &["polygon"]);
        let size = ["width", "height"].map(|name| sheet.whole(grid, name).unwrap_or(1).max(0) as u32);
        let polygon = named(grid, "polygon").next();
        if let Some(polygon) = polygon {
            sheet.only(polygon, &["length", "sides", "orientation", "vertexNeighbors"], &[]);
            let length = polygon.attribute("length").map(str::trim);
            if let Some(found) = length.filter(|text| !is_length(text)) {
                sheet.note(polygon, format!("expected a `length` above 0, found `{found}`: 10 is used"));
            }
            let length = length.filter(|text| is_length(text));
            self.kept.extend(length.map(|length| (LENGTH.to_owned(), length.to_owned())));
        }
        self.kept.entry(LENGTH.to_owned()).or_insert_with(|| "10".to_owned());
        let sides = polygon.and_then(|node| sheet.whole(node, "sides")).unwrap_or(6);
        if ![4, 6].contains(&sides) {
            sheet.note(grid, format!("expected 4 or 6 `sides`, found {sides}: 6 is used"));
        }
        let shape = if sides == 4 { Shape::Square } else { Shape::Hex };
        let stand = polygon.and_then(|node| sheet.word(node, "orientation", &STANDS)).unwrap_or(Stand::Vertex);
        let shift = sheet.word(grid, "gridShift", &SHIFTS).unwrap_or_else(|| {
            sheet.note(grid, "expected a `gridShift`, found none: `RowRight` is used".to_owned());
            Some(Shift::RowRight)
        });
        let corners = polygon.filter(|&node| sheet.flag(node, "vertexNeighbors", false));
        if let Some(polygon) = corners.filter(|_| shape == Shape::Hex) {
            let message = "expected `vertexNeighbors` only for squares, found it for hexagons: it is ignored";
            sheet.note(polygon, message.to_owned());
        }
        let corners = corners.is_some() && shape == Shape::Square;
        let read = Geometry::new(shape, stand, shift, size).or_else(|error| {
            sheet.note(grid, error.to_string());
            Geometry::new(shape, stand, None, size.map(|count| count.clamp(1, 10_000)))
        });
        let read = read.and_then(|geometry| if corners { geometry.with_vertex_neighbours() } else { Ok(geometry) });
        read.map_err(|error| sheet.note(grid, error.to_string())).ok()
    }

    fn homes(&mut self, section: Node<'a, 'a>, sides: &mut [Side]) {
        let mut met = BTreeSet::new();
        for node in named(section, "factionSites") {
            self.sheet.only(node, &["id"], &["homeSite"]);
            let theirs = node.attribute("id").unwrap_or_default();
            if !met.insert(theirs) {
                let message = format!("expected one `factionSites` of `{theirs}`, found two: the last home counts");
                self.sheet.note(node, message);
            }
            if let Some(second) = named(node, "homeSite").nth(1) {
                self.sheet.note(second, "expected one `homeSite`, found two: the last counts".to_owned());
            }
            let home = named(node, "homeSite").last().and_then(|node| self.sheet.cell(node));
            let id = self.names.has(Kind::Faction, theirs).then(|| self.names.get(Kind::Faction, theirs).0);
            match sides.iter_mut().find(|side| id.as_deref() == Some(side.faction.id())) {
                Some(side) => side.home = home.or(side.home),
                None => {
                    let message = format!("expected a faction of the scenario, found `{theirs}`: it is left out");
                    self.sheet.note(node, message);
                }
            }
        }
    }

    /// Reads the placement sites of units and terrains, by id.
    #[allow(clippy::type_complexity, reason = "two lists of the same shape, read once by the caller")]
    fn placement(&mut self, section: Node<'a, 'a>) -> (Vec<PlacementSites<Unit>>, Vec<PlacementSites<Terrain>>) {
        let (mut units, mut terrains) = (BTreeMap::<String, Vec<_>>::new(), BTreeMap::<String, Vec<_>>::new());
        let mut met = BTreeSet::new();
        for node in named(section, "entitySites") {
            self.sheet.only(node, &["id"], &["placeSite"]);
            let theirs = node.attribute("id").unwrap_or_default();
            if !met.insert(theirs) {
                let message =
                    format!("expected one `entitySites` of `{theirs}`, found two: the sites of both are kept");
                self.sheet.note(node, message);
            }
            let cells: Vec<[u16; 2]> = named(node, "placeSite").filter_map(|node| self.sheet.cell(node)).collect();
            let kind = [Kind::Unit, Kind::Terrain].into_iter().find(|kind| self.names.has(*kind, theirs));
            let Some(kind) = kind else {
                let message = format!("expected a unit or terrain, found `{theirs}`: its sites are left out");
                self.sheet.note(node, message);
                continue;
            };
            let id = self.names.get(kind, theirs).0;
            let of = if kind == Kind::Unit { &mut units } else { &mut terrains };
            of.entry(id).or_default().extend(cells);
        }
        (sites(units), sites(terrains))
    }

    /// Reads the terrain of every cell, and everything on it; `None` if there is no ground.
    fn ground(&mut self, section: Node<'a, 'a>) -> Option<(String, Vec<Entity<Terrain>>)> {
        let mut ground: Vec<Entity<Terrain>> = self.entities(section, Kind::Terrain);
        let lowest = self.background(&ground);
        // In a file with this section only, it is unknown which terrain is the ground; the lowest one is assumed.
        let is_known = self.records.contains_key(Terrain::CATALOG);
        let Some(lowest) = lowest.or_else(|| (!is_known && !ground.is_empty()).then_some(0)) else {
            self.sheet.note(section, "expected a background terrain in all sites, found none".to_owned());
            return None;
        };
        if lowest > 0 {
            let message = "expected nothing below the ground of all sites, found terrains there: they are left out";
            self.sheet.note(section, message.to_owned());
        }
        ground.drain(..lowest);
        let fill = ground[0].class.id().to_owned();
        if ground == [Entity::plain(Ref::new(fill.clone()))] {
            ground.clear();
        }
        Some((fill, ground))
    }

    /// Returns the position of the topmost terrain that is a ground.
    fn background(&self, terrains: &[Entity<Terrain>]) -> Option<usize> {
        let is_background = |of: &Entity<Terrain>| {
            self.record(Terrain::CATALOG, of.class.id()).is_some_and(|known| known["background"] == true)
        };
        terrains.iter().rposition(is_background)
    }

    fn area(&mut self, node: Node<'a, 'a>) -> Option<Area> {
        self.sheet.only(node, &["owner", "unitOwner"], &["bounds", "unit", "terrain", "effect"]);
        let parts: Vec<Rectangle> = named(node, "bounds").map(|node| self.bounds(node)).collect();
        if parts.is_empty() {
            self.sheet.note(node, "expected `bounds`, found none: the area is left out".to_owned());
            return None;
        }
        // Listed individually if all are single cells, to preserve their order.
        let (cells, rectangles) = match parts.iter().all(|part| part.from == part.to) {
            true => (parts.iter().map(|part| part.from).collect(), Vec::new()),
            false => (Vec::new(), parts),
        };
        let (owner, units_owner) =
            (self.named_by(node, "owner", Kind::Faction), self.named_by(node, "unitOwner", Kind::Faction));
        let mut terrains: Vec<Entity<Terrain>> = self.entities(node, Kind::Terrain);
        if let Some(covered @ 1..) = self.background(&terrains) {
            terrains.drain(..covered);
            let message = "expected nothing below the ground of an area, found terrains there: they are left out";
            self.sheet.note(node, message.to_owned());
        }
        Some(Area {
            cells,
            rectangles,
            owner,
            units_owner,
            terrains,
            units: self.entities(node, Kind::Unit),
            effects: self.entities(node, Kind::Effect),
        })
    }

    fn bounds(&mut self, node: Node<'a, 'a>) -> Rectangle {
        self.sheet.only(node, &["left", "top", "width", "height"], &[]);
        let mut part = |name: &str, otherwise: i32| self.sheet.whole(node, name).unwrap_or(otherwise);
        let (from, size) = ([part("left", 0), part("top", 0)], [part("width", 1), part("height", 1)]);
        if from.iter().any(|&at| at < 0) || size.iter().any(|&count| count < 1) {
            let message = format!("expected sites of the map, found {size:?} sites at {from:?}");
            self.sheet.note(node, message);
        }
        let fits = |value: i32| u16::try_from(value).unwrap_or(if value < 0 { 0 } else { u16::MAX });
        let to = [0, 1].map(|axis| fits(from[axis].saturating_add(size[axis].max(1) - 1)));
        Rectangle { from: from.map(fits), to }
    }
}

/// Whether a text is a number above 0; its value is not used.
fn is_length(text: &str) -> bool {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let is_number = digits.chars().all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
    let mantissa = digits.split(['e', 'E']).next().unwrap_or_default();
    is_number && !digits.starts_with('-') && mantissa.contains(|c: char| c.is_ascii_digit() && c != '0')
}

fn sites<T>(of: BTreeMap<String, Vec<[u16; 2]>>) -> Vec<PlacementSites<T>> {
    let some = of.into_iter().filter(|(_, cells)| !cells.is_empty());
    some.map(|(id, cells)| PlacementSites { class: Ref::new(id), cells }).collect()
}
