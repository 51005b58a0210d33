//! Reads a scenario as plots: its cells, the inks for painting them, and its initial board.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::draft::Draft;
use foeman_schema::grid::{Cell, Cells, Geometry, Points, Region};
use foeman_schema::text::{Pointer, RecordKey};
use serde::Deserialize as _;
use serde_json::Value;

use super::super::catalogs::{Area, Faction, MOST_LAID, Scenario, Terrain};
use super::super::look::{Looks, framed};
use super::lots::{Laid, Lot, Spot, class, lay};
use super::{HOMES, OWNERS, SITES, STANDING, TERRAINS, UNITS, get, grounds, title};
use foeman_engine::display::{Board, Ground, NOBODY, SideView, TerrainView, Thing, Token, ZoneView};
use foeman_engine::plots::{Group, Pile, PlotInk, Plots, Standing};

/// The maximum number of cells with contents that are shown, so that scenarios with very many remain fast.
const MOST: usize = 1 << 18;

/// Classes with inherited values, by category and id; `None` for missing ones.
type Classes = BTreeMap<(usize, String), Option<Rc<Value>>>;

/// Reads a scenario; `None` if it or its map is unreadable.
pub(super) fn read(draft: &Draft, id: &str) -> Option<Plots> {
    let at = RecordKey::new(Scenario::CATALOG, id).pointer();
    let scenario = super::scenario(draft, id)?;
    let map: Arc<Map> = draft.kept(&RecordKey::new(Map::CATALOG, scenario.map.id()))?;
    let lots: Vec<Lot> = scenario.areas.iter().enumerate().map(|(at, area)| Lot::of(at, area)).collect();
    let count = |area: &Area| area.parts().map(|part| covered(part.corners())).sum();
    let reader = Reader {
        draft,
        scenario: &scenario,
        geometry: map.geometry,
        grounds: grounds(draft),
        lots,
        spread: scenario.areas.iter().map(count).collect(),
        at,
        classes: RefCell::default(),
    };
    let (owners, laid) = reader.cells();
    let named = map.terrains();
    let title_of = |of: &&Ref<_>| title(draft, <Terrain as Record>::CATALOG, of.id());
    let mut plots = Plots {
        map: RecordKey::new(Map::CATALOG, scenario.map.id()),
        board: Board { sides: reader.sides(), ..Board::default() },
        groups: reader.groups(),
        owners,
        terrains: named.iter().map(title_of).collect(),
        ground: map.read().kinds,
        common: reader.common(),
        piles: laid.iter().map(|(&cell, laid)| (cell, reader.pile(laid))).collect(),
        notes: reader.notes(),
    };
    let ids: Vec<&str> = named.iter().map(|of| of.id()).collect();
    plots.board.ground = Some(Arc::new(reader.ground(&plots, &ids, &laid)));
    reader.stand(&mut plots, &laid);
    Some(plots)
}

struct Reader<'a> {
    draft: &'a Draft,
    scenario: &'a Scenario,
    geometry: Geometry,
    grounds: BTreeSet<String>,
    lots: Vec<Lot>,
    /// The number of cells that each area covers.
    spread: Vec<usize>,
    at: Pointer,
    /// The cached classes.
    classes: RefCell<Classes>,
}

impl Reader<'_> {
    fn sides(&self) -> Vec<SideView> {
        let side = |id: &str| match get(self.draft, &Ref::<Faction>::new(id)) {
            Some(faction) => SideView { name: faction.title, color: faction.color, human: false },
            None => SideView { name: id.to_owned(), color: String::new(), human: false },
        };
        self.scenario.sides.iter().map(|of| side(of.faction.id())).collect()
    }

    fn side(&self, id: &str) -> Option<usize> {
        self.scenario.sides.iter().position(|side| side.faction.id() == id)
    }

    /// Returns the owner of each cell, and the contents of all cells that are not empty.
    fn cells(&self) -> (Cells<u16>, BTreeMap<Cell, Laid>) {
        let mut owners = vec![u16::MAX; self.geometry.cell_count()];
        let mut all: BTreeMap<Cell, Laid> = BTreeMap::new();
        let [width, height] = self.geometry.size().map(|count| count as i32);
        let mut looked_at = 0;
        for (at, lot) in self.lots.iter().enumerate() {
            let owner = lot.owner.as_deref().map(|owner| self.side(owner).unwrap_or(usize::from(u16::MAX)) as u16);
            let stands = lot.lists.iter().any(|list| !list.is_empty());
            for [[left, top], [right, bottom]] in self.scenario.areas[at].parts().map(|part| part.corners()) {
                let [rows, columns] = [top..(bottom + 1).min(height), left..(right + 1).min(width)];
                // Cells beyond the limit are left out; a check reports them.
                let things: usize = lot.lists.iter().map(Vec::len).sum();
                looked_at += covered([[left, top], [right.min(width - 1), bottom.min(height - 1)]]) * (1 + things);
                if looked_at as u64 > MOST_LAID {
                    break;
                }
                for row in rows {
                    let Some(first) = self.geometry.position([left, row]) else { continue };
                    if let Some(side) = owner {
                        owners[first..first + columns.len()].fill(side);
                    }
                    for (column, position) in columns.clone().zip(first..).filter(|_| stands) {
                        let cell = [column, row];
                        if all.len() < MOST || all.contains_key(&cell) {
                            let known = self.scenario.sides.get(usize::from(owners[position]));
                            let laid = all.entry(cell).or_default();
                            laid.owner = known.map(|side| (side.faction.id().to_owned(), at));
                            lay(laid, at, lot, &self.grounds);
                        }
                    }
                }
            }
        }
        (Cells::from_values(self.geometry.size(), &owners, u16::MAX), all)
    }

    /// Creates an object from its group, its position in the cell, and its place in the file.
    fn standing(&self, group: usize, nth: usize, entity: &Value, pointer: Pointer) -> Standing {
        let class_title = self.record(group, entity).and_then(|record| Some(record.get("title")?.as_str()?.to_owned()));
        let kind = class_title.unwrap_or_else(|| class(entity).unwrap_or_default().to_owned());
        let own = entity.get("name").and_then(Value::as_str).filter(|own| !own.is_empty() && **own != kind);
        let (name, class) = match own {
            Some(own) => (own.to_owned(), Some(kind)),
            None => (kind, None),
        };
        Standing { group: STANDING[group].0, nth, name, class, side: None, pointer, cells: 1 }
    }

    /// Returns the objects that the scenario puts into every cell.
    fn common(&self) -> Vec<Standing> {
        let all = self.scenario.ground.iter().enumerate().map(|(nth, entity)| {
            let entity = serde_json::to_value(entity).unwrap_or_default();
            let at = self.at.child("ground").child(nth.to_string());
            Standing { cells: self.geometry.cell_count(), ..self.standing(TERRAINS, nth, &entity, at) }
        });
        all.collect()
    }

    fn entity(&self, group: usize, (lot, nth): Spot) -> &Value {
        &self.lots[lot].lists[group][nth]
    }

    fn pile(&self, laid: &Laid) -> Pile {
        let mut standing = Vec::new();
        for (group, spots) in laid.lists.iter().enumerate() {
            for (nth, &(lot, place)) in spots.iter().enumerate() {
                let key = STANDING[group].0;
                let at = self.at.child("areas").child(lot.to_string()).child(key).child(place.to_string());
                let owner = if group == UNITS { laid.units_of[nth].as_deref() } else { None };
                standing.push(Standing {
                    side: owner.and_then(|owner| self.side(owner)),
                    cells: self.spread[lot],
                    ..self.standing(group, nth, self.entity(group, (lot, place)), at)
                });
            }
        }
        Pile { replaces: laid.replaces, standing }
    }

    /// Returns the notes of cells: homes and placement sites.
    fn notes(&self) -> BTreeMap<Cell, Vec<String>> {
        let mut notes: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
        for side in &self.scenario.sides {
            if let Some(home) = side.home {
                let text = format!("Home of {}", title(self.draft, Faction::CATALOG, side.faction.id()));
                notes.entry(home.map(i32::from)).or_default().push(text);
            }
        }
        for (id, catalog, cells) in self.placements() {
            let text = format!("{} can be placed here", title(self.draft, catalog, &id));
            cells.iter().for_each(|cell| notes.entry(*cell).or_default().push(text.clone()));
        }
        notes
    }

    /// Returns the classes with placement sites, each with its catalog and cells.
    fn placements(&self) -> Vec<(String, &'static str, Vec<Cell>)> {
        let cells = |cells: &[[u16; 2]]| cells.iter().map(|cell| cell.map(i32::from)).collect();
        let units = self.scenario.unit_sites.iter().map(|of| (of.class.id().to_owned(), SITES[0].1, cells(&of.cells)));
        let terrains = self.scenario.terrain_sites.iter();
        let terrains = terrains.map(|of| (of.class.id().to_owned(), SITES[1].1, cells(&of.cells)));
        units.chain(terrains).collect()
    }

    fn groups(&self) -> Vec<Group> {
        let factions = |single: bool| -> Vec<PlotInk> {
            let ink = |side: &super::super::catalogs::Side| PlotInk {
                id: side.faction.id().to_owned(),
                title: title(self.draft, Faction::CATALOG, side.faction.id()),
                color: get(self.draft, &side.faction).map(|faction| faction.color).unwrap_or_default(),
                cells: side.home.filter(|_| single).map(|home| home.map(i32::from)).into_iter().collect(),
            };
            self.scenario.sides.iter().map(ink).collect()
        };
        let classes = |catalog: &str| -> Vec<PlotInk> {
            let ink = |id: &str| {
                let record = self.draft.merged(&RecordKey::new(catalog, id)).unwrap_or_default();
                let color = record.get("color").and_then(Value::as_str).unwrap_or_default().to_owned();
                PlotInk { id: id.to_owned(), title: title(self.draft, catalog, id), color, cells: Vec::new() }
            };
            self.draft.ids(catalog).map(ink).collect()
        };
        let placed = |catalog: &str| -> Vec<PlotInk> {
            let mut inks = classes(catalog);
            for (id, _, cells) in self.placements().into_iter().filter(|(_, of, _)| *of == catalog) {
                inks.iter_mut().filter(|ink| ink.id == id).for_each(|ink| ink.cells.extend(&cells));
            }
            inks
        };
        let group = |id, title, help, none, inks| Group {
            id,
            title,
            help,
            none,
            inks,
            owned: id == STANDING[UNITS].0,
            single: id == HOMES,
            stands: STANDING.iter().any(|(key, _)| *key == id),
        };
        vec![
            group(OWNERS, "Owners", "Gives cells to a faction", "No owner", factions(false)),
            group("units", "Units", "Adds a unit to the cell", "No units", classes("units")),
            group("terrains", "Terrains", "Adds a terrain on top", "As on the map", classes("terrains")),
            group("effects", "Effects", "Adds an effect to the cell", "No effects", classes("effects")),
            group(HOMES, "Homes", "Makes a cell the home of a faction", "No home", factions(true)),
            group(SITES[0].0, "Sites of units", "Lets a unit be placed there", "No unit", placed("units")),
            group(SITES[1].0, "Sites of terrains", "Lets a terrain be placed there", "No terrain", placed("terrains")),
        ]
    }

    /// Returns the initial map: the topmost terrain and the owner of each cell.
    fn ground(&self, plots: &Plots, map: &[&str], all: &BTreeMap<Cell, Laid>) -> Ground {
        let ids: Vec<&str> = self.draft.ids(<Terrain as Record>::CATALOG).collect();
        let numbers: BTreeMap<&str, u16> = ids.iter().enumerate().map(|(at, id)| (*id, at as u16)).collect();
        let number = |id: &str| numbers.get(id).copied();
        let mut looks = Looks::new(ids.iter().map(|id| self.view(id)).collect());
        let common: Vec<u16> = self.scenario.ground.iter().filter_map(|entity| number(entity.class.id())).collect();
        let replaced = self.scenario.ground.first().is_some_and(|first| self.grounds.contains(first.class.id()));
        let kinds: Vec<Option<u16>> = map.iter().map(|id| number(id)).collect();
        let mut stack = Vec::new();
        let mut look = |kind: Option<u16>, laid: Option<&Laid>| {
            stack.clear();
            if !laid.is_some_and(|laid| laid.replaces) {
                let own = kind.and_then(|kind| *kinds.get(usize::from(kind))?);
                stack.extend(own.filter(|_| !replaced));
                stack.extend(&common);
            }
            for &spot in laid.iter().flat_map(|laid| &laid.lists[TERRAINS]) {
                stack.extend(class(self.entity(TERRAINS, spot)).and_then(number));
            }
            looks.of(&stack)
        };
        // Most cells have only the map's terrain, which is looked up once per terrain.
        let mut bare: BTreeMap<Option<u16>, u16> = BTreeMap::new();
        let mut laid = vec![None; self.geometry.cell_count()];
        for (cell, here) in all.iter().filter(|(_, laid)| laid.replaces || !laid.lists[TERRAINS].is_empty()) {
            self.geometry.position(*cell).into_iter().for_each(|at| laid[at] = Some(here));
        }
        let width = self.geometry.size()[0] as usize;
        let cells = Cells::from_rows(self.geometry.size(), u16::MAX, |row, cells| {
            for (column, cell) in cells.iter_mut().enumerate() {
                let kind = plots.ground.get([column as i32, row as i32]);
                *cell = match laid[row * width + column] {
                    None => *bare.entry(kind).or_insert_with(|| look(kind, None)),
                    laid => look(kind, laid),
                };
            }
        });
        let mut zones: Vec<ZoneView> = Vec::new();
        for (side, of) in plots.board.sides.iter().zip(&self.scenario.sides) {
            let home = of.home.map(|home| home.map(i32::from)).filter(|home| self.geometry.contains(*home));
            zones.push(ZoneView {
                title: side.name.clone(),
                color: side.color.clone(),
                cells: Region::default(),
                home,
            });
        }
        let owned = Region::by_number(&plots.owners, zones.len());
        zones.iter_mut().zip(owned).for_each(|(zone, cells)| zone.cells = cells);
        Ground { zones, ..Ground::new(self.geometry, looks.views(), cells) }
    }

    fn view(&self, id: &str) -> TerrainView {
        let Some(terrain) = get(self.draft, &Ref::<Terrain>::new(id)) else {
            return TerrainView { id: id.to_owned(), title: id.to_owned(), ..TerrainView::default() };
        };
        let difficulty = terrain.difficulty.as_ref().and_then(|difficulty| terrain.values.of(difficulty));
        TerrainView {
            id: id.to_owned(),
            closed: terrain.background && difficulty.is_none_or(|value| value == 0),
            title: terrain.title,
            color: terrain.color,
            pattern: terrain.pattern,
            images: terrain.images,
            borders: Vec::new(),
        }
    }

    /// Adds tokens and things to the board.
    fn stand(&self, plots: &mut Plots, all: &BTreeMap<Cell, Laid>) {
        for (&cell, laid) in all {
            let pile = plots.piles.get(&cell).cloned().unwrap_or_default();
            for standing in &pile.standing {
                let Some(group) = STANDING.iter().position(|(key, _)| *key == standing.group) else { continue };
                let entity = self.entity(group, laid.lists[group][standing.nth]);
                let images = self.images(group, entity);
                if group == UNITS {
                    let strength = self.strength(entity);
                    plots.board.tokens.push(Token {
                        id: plots.board.tokens.len() as u32,
                        name: standing.name.clone(),
                        side: standing.side.unwrap_or(NOBODY),
                        cells: vec![cell],
                        facing: None,
                        points: Points::default(),
                        health: (strength, strength.max(1)),
                        marks: Vec::new(),
                        details: Vec::new(),
                        active: true,
                        images,
                    });
                } else if group != TERRAINS {
                    let (name, side) = (standing.name.clone(), plots.owner(cell).unwrap_or(NOBODY));
                    plots.board.things.push(Thing { name, side, cell, images });
                }
            }
        }
    }

    fn record(&self, group: usize, entity: &Value) -> Option<Rc<Value>> {
        let id = class(entity)?;
        let read = || self.draft.merged(&RecordKey::new(STANDING[group].1, id)).map(Rc::new);
        self.classes.borrow_mut().entry((group, id.to_owned())).or_insert_with(read).clone()
    }

    fn images(&self, group: usize, entity: &Value) -> Vec<ImageLayer> {
        let record = self.record(group, entity);
        let images = record.as_ref().and_then(|record| Vec::<ImageLayer>::deserialize(record.get("images")?).ok());
        let images = images.unwrap_or_default();
        framed(&images, entity.get("frame").and_then(Value::as_u64).unwrap_or_default() as u32)
    }

    /// Returns the strength of a unit by its resource; 1 without one.
    fn strength(&self, entity: &Value) -> i32 {
        let value = || {
            let record = self.record(UNITS, entity)?;
            let named = record.get("strength")?.as_str()?;
            let of = |from: &Value| from.get("values")?.get(named)?.as_i64();
            of(entity).or_else(|| of(&record))
        };
        value().map_or(1, |value| value.clamp(0, i64::from(i32::MAX)) as i32)
    }
}

/// Returns the number of cells in a rectangle.
fn covered([from, to]: [Cell; 2]) -> usize {
    [0, 1].map(|axis| usize::try_from(to[axis] - from[axis] + 1).unwrap_or_default()).iter().product()
}
