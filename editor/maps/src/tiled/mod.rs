//! Tiled: reads TMX and TMJ maps with TSX and TSJ tilesets, and writes TMX.
//!
//! `xml` and `json` read both formats as the same elements (`node`); `layers` and `data` read tile numbers,
//! `tilesets` names them, and `objects` finds the cells of objects by the positions that `pixels` computes.

mod data;
mod json;
mod layers;
mod node;
mod objects;
mod pixels;
mod tilesets;
mod update;
mod write;
mod xml;

use std::collections::BTreeMap;

use foeman_schema::catalogs::mappings::MapFormat;
use foeman_schema::grid::Cell;

use crate::files::Unread;
use crate::finding::{Finding, Warnings};
use crate::foreign::{Codes, ForeignMap, Layer, MOST_CODES};
use crate::limits::{Budget, MOST_ACROSS, check_cells};
use crate::source::{Source, quoted};
use layers::{Block, Context, Layers, TileLayer};
use node::Node;
use objects::Objects;
use pixels::{Orientation, Pixels};
use tilesets::{TURNS, Tilesets, beyond, unturned};

pub use update::{Updated, Wanted, update};
pub use write::{TileImage, picture, tile_size, write};

/// Reads a map. `open` reads the files of tilesets.
pub fn read(
    name: &str,
    bytes: &[u8],
    open: &mut dyn FnMut(&str) -> Result<Vec<u8>, Unread>,
) -> Result<ForeignMap, Finding> {
    let source = &Source::new(name, bytes)?;
    let root = match source.text.trim_start().chars().next() {
        Some('{' | '[') => json::read(source, "map")?,
        _ => xml::read(source)?,
    };
    if root.kind != "map" {
        let hint = if root.kind == "tileset" { "; import the map that uses it" } else { "" };
        return Err(source.error(root.at, format!("expected a map, found {}{hint}", quoted(&root.kind))));
    }
    let (mut warnings, mut budget) = (Warnings::default(), Budget::new());
    let (pixels, size) = grid(source, &root, &mut warnings)?;
    let infinite = match root.word("infinite") {
        "" | "0" | "false" => false,
        "1" | "true" => true,
        other => return Err(source.error(root.at, format!("expected `infinite` 0 or 1, found {}", quoted(other)))),
    };
    let mut tilesets = Tilesets::read(source, &root, open, &mut budget, &mut warnings)?;
    let mut layers = Layers::default();
    let mut context = Context { source, infinite, size, budget: &mut budget, warnings: &mut warnings };
    layers.read(&root, &mut context)?;
    if layers.tiles.is_empty() {
        return Err(source.error(root.at, "expected a tile layer, found none"));
    }
    let (origin, size) = if infinite { used_area(source, &root, &layers.tiles)? } else { ([0, 0], size) };
    let geometry = pixels.geometry(origin, size).map_err(|error| source.error(root.at, error.to_string()))?;

    let mut turned = [0; 4];
    let mut described = Vec::new();
    for layer in &layers.tiles {
        described
            .push(Layer { name: layer.name.to_owned(), counts: counts(source, layer, &mut tilesets, &mut turned)? });
    }
    let (codes, cells) = compose(source, &layers.tiles, &mut tilesets, origin, size)?;
    let turns: usize = turned.iter().sum();
    if turns > 0 {
        let count = foeman_schema::plural::plural(turns, "flip or rotation", "flips and rotations");
        warnings.push(source.warning(root.at, format!("{count} of tiles are not imported")));
    }
    let mut objects = Objects::new(source, pixels, (geometry, origin), &mut tilesets, &mut warnings);
    let mut read = Vec::new();
    for layer in &layers.objects {
        read.extend(objects.read(layer)?);
    }
    let mut properties = root.properties();
    let title = properties.remove("title").map(|(title, _)| title).filter(|title| !title.trim().is_empty());
    for (name, (_, at)) in properties {
        warnings.push(source.warning(at, format!("property {} of the map is not imported", quoted(&name))));
    }
    Ok(ForeignMap {
        format: MapFormat::Tiled,
        file: name.to_owned(),
        title,
        geometry,
        origin,
        cells,
        codes: codes.into_codes(),
        layers: described,
        objects: read,
        levels: Vec::new(),
        turned,
        findings: warnings.into_findings(),
    })
}

/// Reads the orientation and size of the grid.
fn grid(source: &Source<'_>, root: &Node<'_>, warnings: &mut Warnings) -> Result<(Pixels, [u32; 2]), Finding> {
    let at = |name: &str| root.attribute(name).map_or(root.at, |attribute| attribute.at);
    let orientation = match root.word("orientation") {
        "hexagonal" => Orientation::Hexagonal,
        "staggered" => Orientation::Staggered,
        "orthogonal" => Orientation::Orthogonal,
        other => {
            let expected = "`hexagonal`, `staggered` or `orthogonal`";
            let message = format!("expected the orientation {expected}, found {}", quoted(other));
            return Err(source.error(at("orientation"), message));
        }
    };
    let stagger_x = match root.word("staggeraxis") {
        "x" => true,
        "y" | "" => false,
        other => {
            let message = format!("expected `staggeraxis` x or y, found {}", quoted(other));
            return Err(source.error(at("staggeraxis"), message));
        }
    };
    let stagger_even = match root.word("staggerindex") {
        "even" => true,
        "odd" | "" => false,
        other => {
            let message = format!("expected `staggerindex` odd or even, found {}", quoted(other));
            return Err(source.error(at("staggerindex"), message));
        }
    };
    let size: [u32; 2] =
        [root.required(source, "width", "a number of columns")?, root.required(source, "height", "a number of rows")?];
    if size.iter().any(|count| !(1..=MOST_ACROSS).contains(count)) {
        let [width, height] = size;
        let message = format!("expected 1 to {MOST_ACROSS} columns and rows, found {width} x {height}");
        return Err(source.error(at("width"), message));
    }
    check_cells(size).map_err(|message| source.error(at("width"), message))?;
    let tile: [u32; 2] = [
        root.required(source, "tilewidth", "a number of pixels")?,
        root.required(source, "tileheight", "a number of pixels")?,
    ];
    if tile.iter().any(|length| !(1..=10_000).contains(length)) {
        let message = format!("expected tiles of 1 to 10000 pixels, found {} x {}", tile[0], tile[1]);
        return Err(source.error(at("tilewidth"), message));
    }
    // Tiled rounds the tiles of shifted maps down to even sizes.
    let even = |length: u32| if orientation == Orientation::Orthogonal { length } else { (length & !1).max(2) };
    let tile = tile.map(|length| f64::from(even(length)));
    let side = root.number::<u32>(source, "hexsidelength", "a number of pixels")?.map_or(0.0, f64::from);
    if orientation == Orientation::Hexagonal {
        let along = if stagger_x { tile[0] } else { tile[1] };
        if side >= along {
            let message = format!("expected a `hexsidelength` below the size of a tile, {along}, found {side}");
            return Err(source.error(at("hexsidelength"), message));
        }
        if side == 0.0 {
            let message = "`hexsidelength` is 0, so Tiled draws diamonds; the cells are imported as hexes";
            warnings.push(source.warning(at("hexsidelength"), message));
        }
    }
    Ok((Pixels { orientation, stagger_x, stagger_even, tile, side }, size))
}

/// Returns the first cell and the size of the smallest rectangle with all tiles.
fn used_area(source: &Source<'_>, root: &Node<'_>, layers: &[TileLayer<'_, '_>]) -> Result<(Cell, [u32; 2]), Finding> {
    let (mut from, mut to) = ([i32::MAX; 2], [i32::MIN; 2]);
    for block in layers.iter().flat_map(|layer| &layer.blocks) {
        for (cell, _) in block.tiles() {
            for axis in 0..2 {
                from[axis] = from[axis].min(cell[axis]);
                to[axis] = to[axis].max(cell[axis]);
            }
        }
    }
    if from[0] > to[0] {
        return Err(source.error(root.at, "expected tiles, found only empty cells"));
    }
    let size = [0, 1].map(|axis| to[axis].abs_diff(from[axis]) + 1);
    if size.iter().any(|count| *count > MOST_ACROSS) {
        let message = format!("expected at most {MOST_ACROSS} columns and rows, found {} x {}", size[0], size[1]);
        return Err(source.error(root.at, message));
    }
    check_cells(size).map_err(|message| source.error(root.at, message))?;
    Ok((from, size))
}

impl Block<'_, '_> {
    /// Returns the cells with tiles, with the positions of their numbers.
    fn tiles(&self) -> impl Iterator<Item = (Cell, usize)> {
        let width = self.size[0] as usize;
        let full = self.numbers.all.iter().enumerate().filter(|(_, number)| unturned(**number) != 0);
        full.map(move |(at, _)| {
            let place = [at % width, at / width].map(|n| n as i32);
            ([self.from[0] + place[0], self.from[1] + place[1]], at)
        })
    }
}

/// Counts the tiles of a layer by name, and those that are turned. Fails for a number beyond every tileset.
fn counts(
    source: &Source<'_>,
    layer: &TileLayer<'_, '_>,
    tilesets: &mut Tilesets,
    turned: &mut [usize; 4],
) -> Result<BTreeMap<String, usize>, Finding> {
    let mut numbers: BTreeMap<u32, usize> = BTreeMap::new();
    for block in &layer.blocks {
        // Neighbours are often equal, so runs are counted together.
        for run in block.numbers.all.chunk_by(|one, other| one == other) {
            let number = unturned(run[0]);
            if number == 0 {
                continue;
            }
            *numbers.entry(number).or_default() += run.len();
            if numbers.len() > MOST_CODES {
                let message = format!("expected at most {MOST_CODES} different tiles in a layer, found more");
                return Err(source.error(block.node.at, message));
            }
            for (count, bit) in turned.iter_mut().zip(TURNS) {
                *count += if run[0] & bit == 0 { 0 } else { run.len() };
            }
            if tilesets.name(number).is_none() {
                let at = block.numbers.all.iter().position(|other| unturned(*other) == number).unwrap_or_default();
                return Err(beyond(source, data::offset_of(block.node, block.encoding, &block.numbers, at), number));
            }
        }
    }
    let mut counts = BTreeMap::new();
    for (number, count) in numbers {
        let name = tilesets.name(number).unwrap_or_default().to_owned();
        *counts.entry(name).or_default() += count;
    }
    Ok(counts)
}

/// Returns the codes, and the code of each cell: the lowest tile, and the highest one above it.
fn compose(
    source: &Source<'_>,
    layers: &[TileLayer<'_, '_>],
    tilesets: &mut Tilesets,
    origin: Cell,
    size: [u32; 2],
) -> Result<(Codes, Vec<Option<u32>>), Finding> {
    let [width, height] = size.map(|count| count as usize);
    let mut stacks: Vec<[u32; 2]> = vec![[0, 0]; width * height];
    for block in layers.iter().flat_map(|layer| &layer.blocks) {
        for ([column, row], at) in block.tiles() {
            let stack = &mut stacks[(row - origin[1]) as usize * width + (column - origin[0]) as usize];
            let number = unturned(block.numbers.all[at]);
            if stack[0] == 0 { stack[0] = number } else { stack[1] = number }
        }
    }
    let mut codes = Codes::default();
    let mut known: std::collections::HashMap<[u32; 2], u32> = std::collections::HashMap::new();
    let mut cells = Vec::with_capacity(stacks.len());
    for (position, stack) in stacks.into_iter().enumerate() {
        if stack == [0, 0] {
            cells.push(None);
            continue;
        }
        if let Some(&number) = known.get(&stack) {
            codes.count_again(number);
            cells.push(Some(number));
            continue;
        }
        let [base, overlay] = stack.map(|gid| {
            let name = if gid == 0 { None } else { tilesets.name(gid) };
            name.unwrap_or_default().to_owned()
        });
        let cell = [(position % width) as i32 + origin[0], (position / width) as i32 + origin[1]];
        let number = codes.count(&base, &overlay, || source.position(offset_of(layers, cell)));
        let number = number.map_err(|message| source.error(0, message))?;
        known.insert(stack, number);
        cells.push(Some(number));
    }
    Ok((codes, cells))
}

/// Returns the offset of the highest tile in a cell.
fn offset_of(layers: &[TileLayer<'_, '_>], cell: Cell) -> usize {
    let blocks = layers.iter().rev().flat_map(|layer| &layer.blocks);
    let found = blocks.filter_map(|block| {
        let [x, y] = [0, 1].map(|axis| cell[axis] - block.from[axis]);
        let inside = (0..block.size[0] as i32).contains(&x) && (0..block.size[1] as i32).contains(&y);
        let at = inside.then(|| y as usize * block.size[0] as usize + x as usize)?;
        (unturned(block.numbers.all[at]) != 0).then(|| data::offset_of(block.node, block.encoding, &block.numbers, at))
    });
    found.into_iter().next().unwrap_or_default()
}
