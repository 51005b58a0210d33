//! The ground of a scenario: movement cost, line of sight and height of each cell.

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::Record;
use foeman_schema::dialect::Ref;
use foeman_schema::grid::rows::UNKNOWN;
use foeman_schema::grid::{self, Cells, Geometry, Hex};
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

use crate::catalogs::Terrain;
use crate::constants::{CLIMB_MP, STEEPEST_CLIMB};
use crate::ids::TerrainId;
use foeman_engine::display::{Ground, TerrainView, ZoneView};

/// The ground of a battle, cell by cell.
#[derive(Debug)]
pub struct Battlefield {
    /// The grid.
    pub geometry: Geometry,
    cells: Cells<Cell>,
    /// The level of each cell; `None` if all cells are on the same level.
    levels: Option<Cells<u8>>,
    /// The properties of the terrains, by [`TerrainId`].
    terrains: Vec<Cell>,
}

/// The properties of a cell that matter to figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell {
    cost: Option<u8>,
    blocks_sight: bool,
    terrain: TerrainId,
}

impl Battlefield {
    /// A field of cells that can be entered for 1 MP, or not at all.
    pub(crate) fn even(geometry: Geometry, open: &Cells<bool>) -> Self {
        let cell = |open: bool| Cell { cost: open.then_some(1), blocks_sight: false, terrain: TerrainId(0) };
        Self { geometry, cells: open.map(cell), levels: None, terrains: Vec::new() }
    }

    /// The same field with other terrain in some hexes.
    pub(crate) fn changed(&self, hexes: &[(Hex, TerrainId)]) -> Self {
        let mut cells = self.cells.clone();
        for (hex, terrain) in hexes {
            if let Some(cell) = self.terrains.get(terrain.index()) {
                cells.set(self.geometry.cell(*hex), *cell);
            }
        }
        Self { geometry: self.geometry, cells, levels: self.levels.clone(), terrains: self.terrains.clone() }
    }

    /// Whether a terrain can be entered.
    pub fn is_open(&self, terrain: TerrainId) -> bool {
        self.terrains.get(terrain.index()).is_some_and(|cell| cell.cost.is_some())
    }

    fn at(&self, hex: Hex) -> Option<Cell> {
        self.cells.get(self.geometry.cell(hex))
    }

    /// Whether a hex is on the map.
    pub fn contains(&self, hex: Hex) -> bool {
        // Coordinates far outside the map would overflow the conversion to columns and rows.
        hex.q.unsigned_abs().max(hex.r.unsigned_abs()) < 1 << 20 && self.geometry.index(hex).is_some()
    }

    /// MP for a step into a hex; `None` if it is impassable.
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        self.at(hex)?.cost
    }

    /// Extra MP for climbing from one hex to another: one for each level up, 0 on the level or down, `None` if it is
    /// too steep (an assumption: no rule covers high ground).
    pub fn climb(&self, from: Hex, to: Hex) -> Option<u8> {
        let up = self.level(to).saturating_sub(self.level(from));
        (up <= STEEPEST_CLIMB).then_some(up * CLIMB_MP)
    }

    /// The height of a hex, in levels.
    pub fn level(&self, hex: Hex) -> u8 {
        let Some(levels) = &self.levels else { return 0 };
        levels.get(self.geometry.cell(hex)).unwrap_or_default()
    }

    /// Whether a hex blocks line of sight; hexes outside the map do not.
    pub fn blocks_sight(&self, hex: Hex) -> bool {
        self.at(hex).is_some_and(|cell| cell.blocks_sight)
    }

    /// The terrain of a hex; `None` outside the map.
    pub fn terrain(&self, hex: Hex) -> Option<TerrainId> {
        Some(self.at(hex)?.terrain)
    }
}

/// The ground for the rules, the ground for drawing, and the terrains with their ids, by [`TerrainId`].
pub(crate) struct Laid {
    pub field: Battlefield,
    pub ground: Ground,
    pub terrains: Vec<(String, Terrain)>,
}

/// Reads a map. `others` are terrains that events bring; those that the map does not have come last.
pub(crate) fn read(
    resolved: &Resolved,
    (reference, map): (&Ref<Map>, &Map),
    others: &[&Ref<Terrain>],
) -> Result<Laid, ContentError> {
    let at = Pointer::root().child(Map::CATALOG).child(reference.id());
    let problem = |field: &str, message: String| ContentError { pointer: at.child(field), message };
    let shape = map.geometry.shape();
    if shape != grid::Shape::Hex {
        return Err(problem("geometry", format!("expected a map of hexes, found one of {}", shape.plural())));
    }
    let painted = map.read().kinds;
    // The terrains in the order of their first cells on the map, and for each entry of the legend its position in that
    // order.
    let mut terrains: Vec<(String, Terrain)> = Vec::new();
    let mut known: Vec<u16> = vec![UNKNOWN; map.terrains().len()];
    for kind in order(&painted, known.len()) {
        let Some(terrain) = map.terrains().get(usize::from(kind)).copied() else {
            let strange = |cell| painted.get(cell).is_none_or(|kind| usize::from(kind) >= known.len());
            let [col, row] = map.geometry.cells().find(|cell| strange(*cell)).unwrap_or_default();
            let found = format!("expected a key of the legend at column {col}, row {row}, found an unknown one");
            return Err(problem("rows", found));
        };
        let met = terrains.iter().position(|(id, _)| id == terrain.id());
        let number = match met {
            Some(number) => number,
            None => {
                terrains.push((terrain.id().to_owned(), resolved.get(&Ref::new(terrain.id()))?));
                terrains.len() - 1
            }
        };
        known[usize::from(kind)] = number as u16;
    }
    for other in others {
        if !terrains.iter().any(|(id, _)| id == other.id()) {
            terrains.push((other.id().to_owned(), resolved.get(other)?));
        }
    }
    let painted = painted.map(|kind| known[usize::from(kind)]);
    let meanings: Vec<Cell> = terrains.iter().zip(0..).map(|((_, terrain), number)| meaning(terrain, number)).collect();
    let cells = painted.map(|kind| meanings[usize::from(kind)]);
    let levels = map.levels().0;
    let is_level = levels.even() == Some(0);
    let shown = terrains.iter().map(|(id, terrain)| shown(id, terrain)).collect();
    let ground = Ground {
        geometry: map.geometry,
        terrains: shown,
        cells: painted,
        levels: levels.clone(),
        zones: ZoneView::all(&map.geometry, &map.zones),
    };
    let levels = (!is_level).then_some(levels);
    let field = Battlefield { geometry: map.geometry, cells, levels, terrains: meanings };
    Ok(Laid { field, ground, terrains })
}

/// The numbers of the cells in the order of their first occurrence, row by row. A number that is not below `known` ends
/// the search.
fn order(painted: &Cells<u16>, known: usize) -> Vec<u16> {
    let mut met = Vec::new();
    let mut is_met = vec![false; known];
    for row in 0..painted.size()[1] as i32 {
        for (_, kind) in painted.runs(row) {
            match is_met.get_mut(usize::from(kind)) {
                Some(true) => {}
                Some(seen) => {
                    *seen = true;
                    met.push(kind);
                }
                None => {
                    met.push(kind);
                    return met;
                }
            }
        }
    }
    met
}

fn meaning(terrain: &Terrain, number: u16) -> Cell {
    Cell {
        cost: (!terrain.blocks_move).then_some(terrain.cost),
        blocks_sight: terrain.blocks_sight,
        terrain: TerrainId(number),
    }
}

fn shown(id: &str, terrain: &Terrain) -> TerrainView {
    TerrainView {
        id: id.to_owned(),
        title: terrain.title.clone(),
        color: terrain.color.clone(),
        pattern: terrain.pattern,
        closed: terrain.blocks_move,
        images: terrain.images.clone(),
        borders: terrain.borders.clone(),
    }
}
