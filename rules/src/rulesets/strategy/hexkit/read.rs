//! A scenario of Hexkit as the records of a pack.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::{Map, Pattern};
use foeman_schema::catalogs::control::Control;
use foeman_schema::catalogs::zones::Rectangle;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::grid::{Geometry, Shape, Shift, Stand};
use foeman_schema::text::RecordKey;
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value;

use super::include::Expanded;
use super::records::{Sheet, entities, named};
use crate::exchange::Note;
use crate::rulesets::strategy::catalogs::{
    Area, Condition, Effect, Entity, Faction, Measure, Options, PlacementSites, Scenario, Side, Terrain, Unit, Upgrade,
    Variable, VariableKind,
};

/// The most elements that a scenario can have.
const MOST_NODES: u32 = 1 << 20;

/// The colours that factions without one of their own have, in the order of their turns, as in Hexkit.
const FACTION_COLORS: [&str; 8] =
    ["#ff0000", "#0080ff", "#900090", "#009000", "#ffd800", "#c0c0c0", "#40d8d8", "#806020"];

/// Colours for terrains, whose images are not read.
const TERRAIN_COLORS: [&str; 8] =
    ["#8fb573", "#c9b37e", "#6f9bc1", "#9a8f86", "#5f8f5a", "#b98a6a", "#a7a35a", "#7f86a8"];

/// Patterns for terrains, so that they differ by more than hue.
const TERRAIN_PATTERNS: [Pattern; 7] =
    [Pattern::Plain, Pattern::Dots, Pattern::Waves, Pattern::Stones, Pattern::Bushes, Pattern::Tufts, Pattern::Hatch];

/// A scenario as it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Read {
    /// What it is called.
    pub title: String,
    /// The key of the scenario itself.
    pub scenario: RecordKey,
    /// Records by catalog and id.
    pub records: BTreeMap<String, BTreeMap<String, Value>>,
    /// What could not be carried over, and where it stands.
    pub notes: Vec<Note>,
}

/// Reads a scenario; the error says why its text is none.
pub fn read(expanded: &Expanded) -> Result<Read, Note> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&expanded.text, options).map_err(|error| Note {
        place: expanded.origin(error.pos().row as usize),
        message: format!("expected XML, but {error}"),
    })?;
    let root = document.root_element();
    let mut reader =
        Reader { sheet: Sheet { document: &document, expanded, notes: Vec::new() }, records: BTreeMap::new() };
    if root.tag_name().name() != "scenario" {
        let message = format!("expected a scenario, but found `{}`", root.tag_name().name());
        return Err(Note { place: reader.sheet.place(root), message });
    }
    let title = reader.scenario(root);
    Ok(Read {
        title,
        scenario: RecordKey::new(Scenario::CATALOG, "scenario"),
        records: reader.records,
        notes: reader.sheet.notes,
    })
}

struct Reader<'a> {
    sheet: Sheet<'a>,
    records: BTreeMap<String, BTreeMap<String, Value>>,
}

impl<'a> Reader<'a> {
    /// Keeps a record under the id of its element; of two with one id the first.
    fn keep<T: Record>(&mut self, node: Node<'a, 'a>, id: &str, record: &T) {
        let known = self.records.entry(T::CATALOG.to_owned()).or_default();
        if id.is_empty() || known.contains_key(id) {
            let found = if id.is_empty() { "none".to_owned() } else { format!("`{id}` twice") };
            self.sheet.note(node, format!("expected an id of its own, but found {found}: the first is kept"));
            return;
        }
        known.insert(id.to_owned(), serde_json::to_value(record).expect("records are JSON"));
    }

    fn scenario(&mut self, root: Node<'a, 'a>) -> String {
        let section = |name: &'static str| named(root, name).next();
        let title = section("title").map_or_else(String::new, |node| self.sheet.text(node));
        let title = if title.is_empty() { "Untitled".to_owned() } else { title };
        let about = section("info").map_or_else(String::new, |node| self.sheet.paragraphs(node));
        if let Some(rules) = section("rules") {
            let href = rules.attribute("href").unwrap_or_default();
            let message = format!("expected the usual rules, but found the program `{href}`: no program is read");
            self.sheet.note(rules, message);
        }
        let mut images = Vec::new();
        if let Some(section) = section("images") {
            images.extend(named(section, "image").filter_map(|node| node.attribute("id")));
            self.sheet.note(section, "expected no images, but found some: terrains get colours instead".to_owned());
        }
        section("variables").into_iter().for_each(|node| self.variables(node));
        if let Some(node) = section("entities") {
            self.classes(node, &images);
        }
        let mut sides = Vec::new();
        if let Some(node) = section("factions") {
            sides = named(node, "factionClass").enumerate().map(|(at, node)| self.faction(at, node)).collect();
        }
        if let Some(node) = section("areas") {
            self.areas(node, &title, about, sides);
        }
        for name in ["variables", "entities", "factions", "areas"] {
            if section(name).is_none() {
                self.sheet.note(root, format!("expected a section `{name}`, but found none: include it"));
            }
        }
        title
    }

    fn variables(&mut self, section: Node<'a, 'a>) {
        for node in section.children().filter(Node::is_element) {
            let kind = match node.tag_name().name() {
                "attribute" => VariableKind::Attribute,
                "counter" => VariableKind::Counter,
                "resource" => VariableKind::Resource,
                _ => {
                    self.sheet.unknown(node);
                    continue;
                }
            };
            let id = node.attribute("id").unwrap_or_default();
            let part = |name: &'static str| named(node, name).next();
            let (range, condition, modifier) = (part("range"), part("condition"), part("modifier"));
            let number = |sheet: &mut Sheet<'a>, from: Option<Node<'a, 'a>>, name: &str| {
                from.and_then(|node| sheet.whole(node, name))
            };
            let flag = |sheet: &mut Sheet<'a>, name: &str| modifier.is_some_and(|node| sheet.flag(node, name, false));
            let sheet = &mut self.sheet;
            let variable = Variable {
                title: sheet.title(node),
                about: sheet.paragraphs(node),
                kind,
                minimum: number(sheet, range, "minimum").unwrap_or(0),
                maximum: number(sheet, range, "maximum").unwrap_or(1000),
                scale: number(sheet, range, "scale").map_or(1, |scale| scale.clamp(1, 100) as u8),
                defeat: number(sheet, condition, "defeat"),
                victory: number(sheet, condition, "victory"),
                reset: flag(sheet, "reset"),
                limit: flag(sheet, "limit"),
                deplete: flag(sheet, "deplete"),
            };
            self.keep(node, id, &variable);
        }
    }

    fn classes(&mut self, section: Node<'a, 'a>, images: &[&str]) {
        let mut terrains = 0;
        for node in section.children().filter(Node::is_element) {
            let id = node.attribute("id").unwrap_or_default();
            self.images(node, images);
            let home = self.sheet.flag(node, "defaultPlace", false);
            let blocks_attack = self.sheet.flag(node, "blocksAttack", true);
            let known = self.sheet.class(node);
            let sheet = &mut self.sheet;
            match node.tag_name().name() {
                "unit" => {
                    let unit = Unit {
                        title: known.title,
                        about: known.about,
                        values: known.values,
                        modifiers: known.modifiers,
                        modifier_range: known.modifier_range,
                        cost: known.cost,
                        worth: known.worth,
                        strength: sheet.mapped(node, "strengthResource"),
                        morale: sheet.mapped(node, "moraleResource"),
                        movement: sheet.mapped(node, "movementAttribute"),
                        attack_range: sheet.mapped(node, "attackRangeAttribute"),
                        ranged: sheet.ranged(node),
                        captures: sheet.flag(node, "capture", false),
                        defends_only: sheet.flag(node, "defendOnly", false),
                        heals: sheet.flag(node, "healing", false),
                        placed_at_home: home,
                        blocks_attack,
                    };
                    self.keep(node, id, &unit);
                }
                "terrain" => {
                    let terrain = Terrain {
                        title: known.title,
                        about: known.about,
                        color: TERRAIN_COLORS[terrains % TERRAIN_COLORS.len()].to_owned(),
                        pattern: TERRAIN_PATTERNS[terrains % TERRAIN_PATTERNS.len()],
                        values: known.values,
                        modifiers: known.modifiers,
                        modifier_range: known.modifier_range,
                        cost: known.cost,
                        worth: known.worth,
                        transfer: known.transfer,
                        difficulty: sheet.mapped(node, "difficultyAttribute"),
                        elevation: sheet.mapped(node, "elevationAttribute"),
                        background: sheet.flag(node, "background", false),
                        capturable: sheet.flag(node, "capture", false),
                        destroyable: sheet.flag(node, "destroy", false),
                        placed_at_home: home,
                        blocks_attack,
                    };
                    terrains += 1;
                    self.keep(node, id, &terrain);
                }
                "effect" => {
                    let effect = Effect {
                        title: known.title,
                        about: known.about,
                        values: known.values,
                        modifiers: known.modifiers,
                        modifier_range: known.modifier_range,
                        worth: known.worth,
                        transfer: known.transfer,
                        blocks_attack,
                    };
                    self.keep(node, id, &effect);
                }
                "upgrade" => {
                    let upgrade = Upgrade {
                        title: known.title,
                        about: known.about,
                        values: known.values,
                        modifiers: known.modifiers,
                        modifier_range: known.modifier_range,
                        cost: known.cost,
                        worth: known.worth,
                        transfer: known.transfer,
                    };
                    self.keep(node, id, &upgrade);
                }
                _ => self.sheet.unknown(node),
            }
        }
    }

    /// Images are not read; but a scenario that could not be played for one says so.
    fn images(&mut self, node: Node<'a, 'a>, images: &[&str]) {
        let mut stack = named(node, "imageStack").chain(named(node, "images")).peekable();
        if stack.peek().is_none() {
            self.sheet.note(node, "expected an image, but found none".to_owned());
        }
        for image in stack {
            let id = image.attribute("id").or(image.attribute("ids")).unwrap_or_default();
            for id in id.split_whitespace().filter(|id| !images.contains(id)) {
                self.sheet.note(image, format!("expected an image of the scenario, but found `{id}`"));
            }
        }
    }

    fn faction(&mut self, at: usize, node: Node<'a, 'a>) -> Side {
        let id = node.attribute("id").unwrap_or_default();
        let sheet = &mut self.sheet;
        let color = named(node, "color").next().map(|color| {
            let part = |name: &str, sheet: &mut Sheet<'a>| sheet.whole(color, name).unwrap_or(0).clamp(0, 255);
            format!("#{:02x}{:02x}{:02x}", part("red", sheet), part("green", sheet), part("blue", sheet))
        });
        let faction = Faction {
            title: sheet.title(node),
            about: sheet.paragraphs(node),
            color: color.unwrap_or_else(|| FACTION_COLORS[at % FACTION_COLORS.len()].to_owned()),
            values: sheet.amounts(node, &["counter", "resource"]),
            income: sheet.amounts(node, &["resourceModifier"]),
            supplies: self.supplies(node),
            builds_units: refs(node, "buildableUnits"),
            builds_terrains: refs(node, "buildableTerrains"),
            builds_upgrades: refs(node, "buildableUpgrades"),
            victory: self.conditions(node, "victory"),
            defeat: self.conditions(node, "defeat"),
        };
        self.keep(node, id, &faction);
        let is_machine = named(node, "computer").next().is_some();
        Side {
            faction: Ref::new(id),
            control: if is_machine { Control::Machine } else { Control::Human },
            home: None,
            units: entities(&mut self.sheet, node, "unit"),
            terrains: entities(&mut self.sheet, node, "terrain"),
            upgrades: entities(&mut self.sheet, node, "upgrade"),
        }
    }

    /// Supplies that are no variables have no use, and the original passes over them.
    fn supplies(&mut self, node: Node<'a, 'a>) -> Vec<Ref<Variable>> {
        let known = self.records.get(Variable::CATALOG).cloned().unwrap_or_default();
        let named: Vec<Ref<Variable>> = refs(node, "supplyResources");
        let (known, unknown): (Vec<_>, Vec<_>) = named.into_iter().partition(|of| known.contains_key(of.id()));
        for of in unknown {
            self.sheet.note(node, format!("expected supplies that are variables, but found `{}`", of.id()));
        }
        known
    }

    fn conditions(&mut self, node: Node<'a, 'a>, name: &'static str) -> Vec<Condition> {
        let mut conditions: Vec<Condition> = Vec::new();
        for node in named(node, name) {
            let measures = [
                ("Sites", Measure::Sites),
                ("Units", Measure::Units),
                ("UnitStrength", Measure::UnitStrength),
                ("Turns", Measure::Turns),
            ];
            let Some(measure) = self.sheet.word(node, "parameter", &measures) else { continue };
            let condition = Condition { measure, threshold: self.sheet.whole(node, "threshold").unwrap_or(0) };
            if conditions.iter().any(|other| other.measure == measure && *other != condition) {
                self.sheet
                    .note(node, "expected one threshold of each kind, but found two: the first is kept".to_owned());
            } else if !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
        conditions
    }

    fn geometry(&mut self, section: Node<'a, 'a>) -> Option<Geometry> {
        let Some(grid) = named(section, "mapGrid").next() else {
            self.sheet.note(section, "expected a `mapGrid`, but found none".to_owned());
            return None;
        };
        let sheet = &mut self.sheet;
        let size = ["width", "height"].map(|name| sheet.whole(grid, name).unwrap_or(1).max(0) as u32);
        let polygon = named(grid, "polygon").next();
        let sides = polygon.and_then(|node| sheet.whole(node, "sides")).unwrap_or(6);
        let shape = if sides == 4 { Shape::Square } else { Shape::Hex };
        let stands = [("OnEdge", Stand::Edge), ("OnVertex", Stand::Vertex)];
        let stand = polygon.and_then(|node| sheet.word(node, "orientation", &stands)).unwrap_or(Stand::Vertex);
        let shifts = [
            ("None", None),
            ("ColumnUp", Some(Shift::ColumnUp)),
            ("ColumnDown", Some(Shift::ColumnDown)),
            ("RowRight", Some(Shift::RowRight)),
            ("RowLeft", Some(Shift::RowLeft)),
        ];
        let shift = sheet.word(grid, "gridShift", &shifts).unwrap_or_else(|| {
            sheet.note(grid, "expected a `gridShift`, but found none: `RowRight` is meant".to_owned());
            Some(Shift::RowRight)
        });
        let corners = polygon.is_some_and(|node| sheet.flag(node, "vertexNeighbors", false)) && shape == Shape::Square;
        let read = Geometry::new(shape, stand, shift, size).or_else(|error| {
            sheet.note(grid, error.to_string());
            Geometry::new(shape, stand, None, size.map(|count| count.clamp(1, 10_000)))
        });
        let read = read.and_then(|geometry| if corners { geometry.with_vertex_neighbours() } else { Ok(geometry) });
        read.map_err(|error| sheet.note(grid, error.to_string())).ok()
    }

    fn areas(&mut self, section: Node<'a, 'a>, title: &str, about: String, mut sides: Vec<Side>) {
        let Some(geometry) = self.geometry(section) else { return };
        for node in named(section, "factionSites") {
            let id = node.attribute("id").unwrap_or_default();
            let home = named(node, "homeSite").last().and_then(|node| self.sheet.cell(node));
            if let Some(side) = sides.iter_mut().find(|side| side.faction.id() == id) {
                side.home = home;
            }
        }
        if let Some(node) = named(section, "overlay").next() {
            self.sheet.note(node, "expected no picture below the map, but found one: it is left out".to_owned());
        }
        let (mut unit_sites, mut terrain_sites) = (Vec::new(), Vec::new());
        for node in named(section, "entitySites") {
            let id = node.attribute("id").unwrap_or_default();
            let cells: Vec<[u16; 2]> = named(node, "placeSite").filter_map(|node| self.sheet.cell(node)).collect();
            let is_known = |catalog: &str| self.records.get(catalog).is_some_and(|known| known.contains_key(id));
            match (is_known(Unit::CATALOG), is_known(Terrain::CATALOG)) {
                _ if cells.is_empty() => {}
                (true, _) => unit_sites.push(PlacementSites { class: Ref::new(id), cells }),
                (_, true) => terrain_sites.push(PlacementSites { class: Ref::new(id), cells }),
                _ => self
                    .sheet
                    .note(node, format!("expected a unit or terrain, but found `{id}`: its sites are left out")),
            }
        }
        let mut ground: Vec<Entity<Terrain>> = entities(&mut self.sheet, section, "terrain");
        let is_background = |of: &Entity<Terrain>| {
            let known = self.records.get(Terrain::CATALOG).and_then(|known| known.get(of.class.id()));
            known.is_some_and(|known| known["background"] == true)
        };
        let lowest = ground.iter().rposition(is_background);
        let Some(lowest) = lowest else {
            self.sheet.note(section, "expected a background terrain in all sites, but found none".to_owned());
            return;
        };
        ground.drain(..lowest);
        let fill = ground[0].class.clone();
        if ground == [Entity::plain(fill.clone())] {
            ground.clear();
        }
        let areas = named(section, "area").map(|node| self.area(node)).collect();
        let map = Map {
            title: title.to_owned(),
            about: String::new(),
            geometry,
            legend: BTreeMap::new(),
            rows: String::new(),
            fill: Some(Ref::new(fill.id())),
            areas: Vec::new(),
            elevation: String::new(),
            zones: BTreeMap::new(),
        };
        self.keep(section, "map", &map);
        let scenario = Scenario {
            title: title.to_owned(),
            about,
            map: Ref::new("map"),
            sides,
            ground,
            areas,
            unit_sites,
            terrain_sites,
            turns: 500,
            options: Options { original_behaviour: true },
        };
        self.keep(section, "scenario", &scenario);
    }

    fn area(&mut self, node: Node<'a, 'a>) -> Area {
        let mut cells = Vec::new();
        for node in named(node, "bounds") {
            let mut part = |name: &str, otherwise: i32| self.sheet.whole(node, name).unwrap_or(otherwise);
            let (from, size) = ([part("left", 0), part("top", 0)], [part("width", 1), part("height", 1)]);
            let fits = |value: i32| u16::try_from(value).unwrap_or(u16::MAX);
            let to = [0, 1].map(|axis| fits(from[axis].saturating_add(size[axis].max(1) - 1)));
            cells.push(Rectangle { from: from.map(fits), to });
        }
        let faction = |name: &str| node.attribute(name).map(Ref::new);
        Area {
            cells,
            owner: faction("owner"),
            units_owner: faction("unitOwner"),
            terrains: entities(&mut self.sheet, node, "terrain"),
            units: entities(&mut self.sheet, node, "unit"),
            effects: entities(&mut self.sheet, node, "effect"),
        }
    }
}

/// The ids that an element lists.
fn refs<T>(node: Node<'_, '_>, name: &'static str) -> Vec<Ref<T>> {
    let lists = named(node, name).filter_map(|list| list.attribute("ids"));
    lists.flat_map(str::split_whitespace).map(Ref::new).collect()
}
