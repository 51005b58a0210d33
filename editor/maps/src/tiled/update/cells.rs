//! The tiles of changed cells.

use std::collections::{BTreeMap, HashMap};

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::mappings::MapFormat;
use foeman_schema::grid::Cell;

use super::{Original, Wanted};
use crate::finding::Finding;
use crate::foreign::ForeignMap;
use crate::mapping::{Code, Terrained, code, terrain_of};
use crate::tiled::tilesets::unturned;

/// New tile numbers.
#[derive(Debug, Default)]
pub(super) struct Strokes {
    /// The number of cells with another terrain.
    pub(super) cells: usize,
    /// In blocks of a layer, by layer and block: the positions of the numbers.
    pub(super) inside: BTreeMap<(usize, usize), BTreeMap<usize, u32>>,
    /// Outside of all blocks of a layer: row and column in the file.
    pub(super) outside: BTreeMap<usize, BTreeMap<[i32; 2], u32>>,
}

/// How a terrain is written.
#[derive(Clone, Debug)]
enum Tile {
    Empty,
    /// In the ground layer.
    Number(u32),
    /// A number for each layer, as in another cell of the file.
    Stack(Vec<u32>),
}

/// Chooses tiles.
pub(super) struct Painter<'p, 'n, 'a> {
    original: &'p mut Original<'n, 'a>,
    foreign: &'p ForeignMap,
    before: &'p Terrained,
    wanted: Wanted<'p>,
    /// The position of the layer in which terrains are written.
    ground: usize,
    /// The number of cells with each tile.
    counts: HashMap<u32, usize>,
    tiles: HashMap<String, Tile>,
    /// The terrains of pairs of tiles.
    known: HashMap<[u32; 2], Option<&'p str>>,
    /// The block of each layer that was found last.
    last: Vec<usize>,
    /// Terrains without a tile, with their codes.
    added: Vec<(String, String)>,
}

/// Returns the terrain of each cell of a map.
pub(super) fn terrains_of(map: &Map) -> Terrained {
    let terrains = map.terrains().into_iter().map(|terrain| terrain.id().to_owned()).collect();
    Terrained { terrains, cells: map.read().kinds.values().collect() }
}

/// Returns the number of the first added tile.
pub(super) fn first_added(original: &Original<'_, '_>) -> Result<u32, Finding> {
    original.tilesets.end().map_err(|name| {
        let message = format!(
            "new tiles need free numbers, but the number of tiles of the tileset `{name}` is unknown; put its file next \
             to the map"
        );
        original.source.error(original.root.at, message)
    })
}

impl<'p, 'n, 'a> Painter<'p, 'n, 'a> {
    pub(super) fn new(
        original: &'p mut Original<'n, 'a>,
        foreign: &'p ForeignMap,
        before: &'p Terrained,
        wanted: Wanted<'p>,
    ) -> Self {
        let layers = &original.layers.tiles;
        let ground = layers.iter().position(|layer| layer.name.eq_ignore_ascii_case("ground")).unwrap_or(0);
        let mut counts: HashMap<u32, usize> = HashMap::new();
        for block in layers.iter().flat_map(|layer| &layer.blocks) {
            for run in block.numbers.all.chunk_by(|one, other| one == other) {
                *counts.entry(unturned(run[0])).or_default() += run.len();
            }
        }
        let last = vec![0; layers.len()];
        let (tiles, known) = (HashMap::new(), HashMap::new());
        Self { original, foreign, before, wanted, ground, counts, tiles, known, last, added: Vec::new() }
    }

    /// Returns the numbers to write for cells with another terrain, and empties cells that the map no longer has.
    pub(super) fn strokes(&mut self) -> Result<Strokes, Finding> {
        let mut strokes = Strokes::default();
        let map = self.wanted.map;
        let after = terrains_of(map);
        let (origin, width) = (self.original.origin, self.foreign.geometry.width() as usize);
        for (cell, kind) in map.geometry.cells().zip(&after.cells) {
            let Some(terrain) = after.terrains.get(usize::from(*kind)) else { continue };
            if self.foreign.geometry.contains(cell) {
                let old = self.before.cells[cell[1] as usize * width + cell[0] as usize];
                if self.before.terrains[usize::from(old)] == *terrain {
                    continue;
                }
            }
            strokes.cells += 1;
            let place = [cell[0] + origin[0], cell[1] + origin[1]];
            let found: Vec<Option<(usize, usize)>> =
                (0..self.last.len()).map(|layer| self.find(layer, place)).collect();
            let old: Vec<u32> = (0..found.len()).map(|layer| self.number(layer, found[layer])).collect();
            let new = self.stack(terrain, &old)?;
            for layer in (0..new.len()).filter(|layer| new[*layer] != old[*layer]) {
                match found[layer] {
                    Some((block, at)) => drop(strokes.inside.entry((layer, block)).or_default().insert(at, new[layer])),
                    None => drop(strokes.outside.entry(layer).or_default().insert([place[1], place[0]], new[layer])),
                }
            }
        }
        if self.original.infinite {
            self.empty_beyond(map, &mut strokes);
        }
        Ok(strokes)
    }

    /// Empties the cells of an infinite map that are beyond the new size.
    fn empty_beyond(&self, map: &Map, strokes: &mut Strokes) {
        let origin = self.original.origin;
        for (number, layer) in self.original.layers.tiles.iter().enumerate() {
            for (at, block) in layer.blocks.iter().enumerate() {
                for (cell, index) in block.tiles() {
                    if !map.geometry.contains([cell[0] - origin[0], cell[1] - origin[1]]) {
                        strokes.inside.entry((number, at)).or_default().insert(index, 0);
                    }
                }
            }
        }
    }

    /// Returns the terrains without a tile, with their codes.
    pub(super) fn into_added(self) -> Vec<(String, String)> {
        self.added
    }

    /// Returns the block of a layer with a cell of the file, and the position of its number.
    fn find(&mut self, layer: usize, cell: Cell) -> Option<(usize, usize)> {
        let blocks = &self.original.layers.tiles[layer].blocks;
        let at = |number: usize| {
            let block = blocks.get(number)?;
            let [x, y] = [0, 1].map(|axis| cell[axis] - block.from[axis]);
            let inside = (0..block.size[0] as i32).contains(&x) && (0..block.size[1] as i32).contains(&y);
            inside.then(|| (number, y as usize * block.size[0] as usize + x as usize))
        };
        // Neighbours are mostly in the same block.
        let found = at(self.last[layer]).or_else(|| (0..blocks.len()).find_map(at));
        self.last[layer] = found.map_or(self.last[layer], |(number, _)| number);
        found
    }

    fn number(&self, layer: usize, place: Option<(usize, usize)>) -> u32 {
        place.map_or(0, |(block, at)| self.original.layers.tiles[layer].blocks[block].numbers.all[at])
    }

    /// Returns the numbers of a cell with a terrain. Tiles above and below the ground stay if they do not change the
    /// terrain.
    fn stack(&mut self, terrain: &str, old: &[u32]) -> Result<Vec<u32>, Finding> {
        let tile = match self.tiles.get(terrain) {
            Some(tile) => tile.clone(),
            None => {
                let tile = self.tile(terrain)?;
                self.tiles.insert(terrain.to_owned(), tile.clone());
                tile
            }
        };
        match tile {
            Tile::Empty => Ok(vec![0; old.len()]),
            Tile::Stack(stack) => Ok(stack),
            Tile::Number(number) => {
                let mut new = old.to_vec();
                new[self.ground] = number;
                if self.terrain_of(&new) != Some(terrain) {
                    new[self.ground + 1..].fill(0);
                }
                if self.terrain_of(&new) != Some(terrain) {
                    new[..self.ground].fill(0);
                }
                Ok(new)
            }
        }
    }

    /// Returns the terrain of a cell with a number in each layer; `None` also for an added tile.
    fn terrain_of(&mut self, stack: &[u32]) -> Option<&'p str> {
        let mut full = stack.iter().map(|number| unturned(*number)).filter(|number| *number != 0);
        let base = full.next()?;
        let pair = [base, full.next_back().unwrap_or(0)];
        if let Some(terrain) = self.known.get(&pair) {
            return *terrain;
        }
        let tilesets = &mut self.original.tilesets;
        let names = pair.map(|number| tilesets.name(number).unwrap_or_default().to_owned());
        let mapping = self.wanted.mapping.map(|(_, mapping)| mapping);
        let terrain = terrain_of(mapping, MapFormat::Tiled, self.wanted.terrains, [&names[0], &names[1]]);
        self.known.insert(pair, terrain);
        terrain
    }

    /// Chooses how a terrain is written: with a tile of the author for its code, else as in most cells of the file with
    /// this terrain, else with an added tile.
    fn tile(&mut self, terrain: &str) -> Result<Tile, Finding> {
        let code = match code(self.wanted.mapping, MapFormat::Tiled, terrain) {
            Ok(Code::Empty) => return Ok(Tile::Empty),
            Ok(Code::Text(code)) => Ok(code),
            Ok(Code::Missing) => Err(format!("no code for `{terrain}`; add a rule with `export` to the mapping")),
            Err(message) => Err(message),
        };
        if let Ok(code) = &code {
            let numbers = self.original.tilesets.named(code);
            let used = |number: &u32| (self.counts.get(number).copied().unwrap_or(0), std::cmp::Reverse(*number));
            if let Some(number) = numbers.into_iter().max_by_key(used) {
                return Ok(Tile::Number(number));
            }
        }
        if let Some(stack) = self.usual(terrain) {
            return Ok(Tile::Stack(stack));
        }
        let code = code.map_err(|message| self.original.source.error(self.original.root.at, message))?;
        let number = first_added(self.original)?.checked_add(self.added.len() as u32);
        let number = number.filter(|number| unturned(*number) == *number).ok_or_else(|| {
            self.original.source.error(self.original.root.at, "the tilesets leave no numbers for new tiles")
        })?;
        self.added.push((terrain.to_owned(), code));
        Ok(Tile::Number(number))
    }

    /// Returns the numbers of a cell of the file with a terrain and the most frequent code for it.
    fn usual(&mut self, terrain: &str) -> Option<Vec<u32>> {
        let of = |cell: usize| &*self.before.terrains[usize::from(self.before.cells[cell])];
        let mut first: BTreeMap<u32, usize> = BTreeMap::new();
        for (cell, code) in self.foreign.cells.iter().enumerate() {
            if let Some(code) = code.filter(|_| of(cell) == terrain) {
                first.entry(code).or_insert(cell);
            }
        }
        let count = |code: u32| self.foreign.codes[code as usize].count;
        let (_, cell) = first.into_iter().max_by_key(|(code, _)| (count(*code), std::cmp::Reverse(*code)))?;
        let cell = self.foreign.geometry.cell_at(cell);
        let place = [0, 1].map(|axis| cell[axis] + self.original.origin[axis]);
        Some(
            (0..self.last.len())
                .map(|layer| {
                    let found = self.find(layer, place);
                    self.number(layer, found)
                })
                .collect(),
        )
    }
}
