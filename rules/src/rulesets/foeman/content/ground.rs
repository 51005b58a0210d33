//! The ground of a scenario, cell by cell.

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::Record;
use foeman_schema::dialect::Ref;
use foeman_schema::grid::{self, Geometry, Hex};
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

use crate::rulesets::foeman::catalogs::Terrain;
use crate::rulesets::foeman::constants::{CLIMB_MP, STEEPEST_CLIMB};
use crate::rulesets::foeman::ids::TerrainId;
use crate::told::{Ground, TerrainView, ZoneView};

/// The ground, cell by cell.
#[derive(Debug)]
pub struct Battlefield {
    /// The grid.
    pub geometry: Geometry,
    cells: Vec<Cell>,
    /// By cell, how high it lies; empty where all lie level.
    levels: Vec<u8>,
}

/// What a cell means to figures.
#[derive(Clone, Copy, Debug)]
struct Cell {
    cost: Option<u8>,
    blocks_sight: bool,
    terrain: TerrainId,
}

impl Battlefield {
    /// A field of cells in row order that can be entered for 1 MP, or not at all.
    pub(in crate::rulesets::foeman) fn even(geometry: Geometry, open: impl Iterator<Item = bool>) -> Self {
        let cell = |open: bool| Cell { cost: open.then_some(1), blocks_sight: false, terrain: TerrainId(0) };
        Self { geometry, cells: open.map(cell).collect(), levels: Vec::new() }
    }

    /// Whether a hex is on the map.
    pub fn contains(&self, hex: Hex) -> bool {
        // Far beyond any map, columns and rows could no longer be told in numbers of this size.
        hex.q.unsigned_abs().max(hex.r.unsigned_abs()) < 1 << 20 && self.geometry.index(hex).is_some()
    }

    /// MP for a step into a hex; `None` where nobody can go.
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        self.cells[self.geometry.index(hex)?].cost
    }

    /// MP for climbing from one hex to another, over and above what the ground costs: one for each level up, nothing on
    /// the level and down, and `None` where it is too steep (a fill: no rule tells of high ground).
    pub fn climb(&self, from: Hex, to: Hex) -> Option<u8> {
        let up = self.level(to).saturating_sub(self.level(from));
        (up <= STEEPEST_CLIMB).then_some(up * CLIMB_MP)
    }

    /// How high a hex lies, in levels.
    pub fn level(&self, hex: Hex) -> u8 {
        if self.levels.is_empty() {
            return 0;
        }
        let level = self.geometry.index(hex).and_then(|cell| self.levels.get(cell));
        level.copied().unwrap_or_default()
    }

    /// Whether nobody sees through a hex; off the map nothing is in the way.
    pub fn blocks_sight(&self, hex: Hex) -> bool {
        self.geometry.index(hex).is_some_and(|cell| self.cells[cell].blocks_sight)
    }

    /// What the ground of a hex is; `None` off the map.
    pub fn terrain(&self, hex: Hex) -> Option<TerrainId> {
        Some(self.cells[self.geometry.index(hex)?].terrain)
    }
}

/// The ground as it is fought on, as it is drawn, and its terrains with their ids, by [`TerrainId`].
pub(super) struct Laid {
    pub field: Battlefield,
    pub ground: Ground,
    pub terrains: Vec<(String, Terrain)>,
}

/// Reads a map.
pub(super) fn read(resolved: &Resolved, reference: &Ref<Map>, map: &Map) -> Result<Laid, ContentError> {
    let at = Pointer::root().child(Map::CATALOG).child(reference.id());
    let problem = |field: &str, message: String| ContentError { pointer: at.child(field), message };
    let shape = map.geometry.shape();
    if shape != grid::Shape::Hex {
        return Err(problem("geometry", format!("expected a map of hexes, but found one of {}", shape.plural())));
    }
    let legend: Vec<_> = map.terrains().collect();
    let mut terrains: Vec<(String, Terrain)> = Vec::new();
    let mut cells = Vec::with_capacity(map.geometry.cell_count());
    let mut painted = Vec::with_capacity(map.geometry.cell_count());
    // By position in the legend, the position in the order in which terrains turn up on the map.
    let mut known: Vec<Option<usize>> = vec![None; legend.len()];
    for (index, entry) in map.read().kinds.into_iter().map(usize::from).enumerate() {
        let Some(terrain) = legend.get(entry) else {
            let [col, row] = map.geometry.cell_at(index);
            let found = format!("expected a key of the legend at column {col}, row {row}, but found nothing known");
            return Err(problem("rows", found));
        };
        let kind = match known[entry].or_else(|| terrains.iter().position(|(id, _)| id == terrain.id())) {
            Some(kind) => kind,
            None => {
                terrains.push((terrain.id().to_owned(), resolved.get(&Ref::new(terrain.id()))?));
                terrains.len() - 1
            }
        };
        known[entry] = Some(kind);
        let terrain = &terrains[kind].1;
        cells.push(Cell {
            cost: (!terrain.blocks_move).then_some(terrain.cost),
            blocks_sight: terrain.blocks_sight,
            terrain: TerrainId(kind as u16),
        });
        painted.push(kind as u16);
    }
    let levels = map.levels().0;
    let is_level = levels.iter().all(|&level| level == 0);
    let shown = terrains.iter().map(|(id, terrain)| shown(id, terrain)).collect();
    let ground = Ground {
        geometry: map.geometry,
        terrains: shown,
        cells: painted,
        levels: levels.clone(),
        zones: ZoneView::all(&map.geometry, &map.zones),
    };
    let levels = if is_level { Vec::new() } else { levels };
    Ok(Laid { field: Battlefield { geometry: map.geometry, cells, levels }, ground, terrains })
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
