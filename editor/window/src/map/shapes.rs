//! The cells affected by a map tool, given its start and current cell.

use std::collections::BTreeSet;

use foeman_engine::display::ZoneView;
use foeman_schema::grid::draw::{self, Inside};
use foeman_schema::grid::{Bounds, Cell, Geometry, scatter};

use super::chart::Chart;
use super::layer::{Dab, Ink, Layer};
use super::patch::Patch;
use super::symmetry::Balance;
use super::tools::{StrokeStyle, Tool};

/// The maximum number of cells that a tool handles one by one.
pub(super) const MOST: usize = 1 << 20;
/// The maximum radius of a disc that does not exceed this number.
const FARTHEST: u32 = 500;

/// The cells affected by a tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meant {
    /// Single cells.
    Cells(Vec<Cell>),
    /// More than [`MOST`] cells, as rectangles.
    Parts(Vec<Bounds>),
    /// Too many cells.
    TooMany,
}

/// Returns the cells that a tool paints or selects, or rectangles if there are very many.
///
/// `start` is the start cell; for tools without one, it equals `at`.
pub(super) fn meant(tool: Tool, style: StrokeStyle, layer: Layer, chart: &Chart, start: Cell, at: Cell) -> Meant {
    let ground = &chart.terrain.ground;
    let geometry = &ground.geometry;
    let parts = match tool {
        Tool::Area => Some(vec![corners(start, at)]),
        Tool::Rectangle if style.inside == Inside::Filled => Some(vec![corners(start, at)]),
        Tool::Fill => match layer {
            Layer::Levels => draw::flood(geometry, at, &ground.levels, MOST),
            // A zone is usually an area of uniform terrain.
            _ => draw::flood(geometry, at, &ground.cells, MOST),
        },
        Tool::Round if geometry.distance(start, at) > FARTHEST => None,
        _ => return Meant::Cells(cells(tool, style, layer, chart, start, at)),
    };
    let Some(parts) = parts else { return Meant::TooMany };
    let parts: Vec<Bounds> = parts.iter().filter_map(|part| part.within(&ground.cells.bounds())).collect();
    if parts.iter().map(Bounds::count).sum::<usize>() > MOST {
        return Meant::Parts(parts);
    }
    if tool == Tool::Fill {
        Meant::Cells(each(&parts))
    } else {
        Meant::Cells(cells(tool, style, layer, chart, start, at))
    }
}

/// Returns the cells of rectangles, row by row.
fn each(parts: &[Bounds]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = parts.iter().flat_map(|part| part.cells()).collect();
    cells.sort_by_key(|[column, row]| [*row, *column]);
    cells
}

/// Returns the rectangle between two cells.
pub(super) fn corners(one: Cell, other: Cell) -> Bounds {
    let from = [0, 1].map(|axis| one[axis].min(other[axis]));
    Bounds { from, to: [0, 1].map(|axis| one[axis].max(other[axis])) }
}

/// Returns the affected cells within some bounds, for display; for a fill, all of them.
pub(super) fn shown(
    tool: Tool,
    style: StrokeStyle,
    layer: Layer,
    chart: &Chart,
    [start, at]: [Cell; 2],
    within: Bounds,
) -> Vec<Cell> {
    let geometry = &chart.terrain.ground.geometry;
    let whole = corners(start, at);
    let near = || whole.within(&within).map(Bounds::cells).into_iter().flatten();
    match tool {
        Tool::Area => near().collect(),
        Tool::Rectangle => {
            let is_rim =
                |cell: &Cell| (0..2).any(|axis| cell[axis] == whole.from[axis] || cell[axis] == whole.to[axis]);
            near().filter(|cell| style.inside == Inside::Filled || is_rim(cell)).collect()
        }
        Tool::Round => {
            let radius = geometry.distance(start, at);
            let is_in = |cell: &Cell| match style.inside {
                Inside::Filled => geometry.distance(start, *cell) <= radius,
                Inside::Outline => geometry.distance(start, *cell) == radius,
            };
            within.cells().filter(is_in).collect()
        }
        _ => cells(tool, style, layer, chart, start, at),
    }
}

/// Returns the cells that a tool paints or selects, without a limit.
pub(super) fn cells(tool: Tool, style: StrokeStyle, layer: Layer, chart: &Chart, start: Cell, at: Cell) -> Vec<Cell> {
    let geometry = &chart.terrain.ground.geometry;
    match tool {
        Tool::Select | Tool::Pick => geometry.contains(at).then_some(at).into_iter().collect(),
        Tool::Paint => draw::disc(geometry, at, style.radius),
        Tool::Line => along(geometry, style, draw::line(geometry, start, at)),
        Tool::Measure => draw::line(geometry, start, at),
        Tool::Area => draw::rectangle(geometry, start, at, Inside::Filled),
        Tool::Rectangle => draw::rectangle(geometry, start, at, style.inside),
        Tool::Round => match style.inside {
            Inside::Filled => draw::disc(geometry, start, geometry.distance(start, at)),
            Inside::Outline => draw::ring(geometry, start, geometry.distance(start, at)),
        },
        Tool::Fill => match meant(tool, style, layer, chart, start, at) {
            Meant::Cells(cells) => cells,
            Meant::Parts(parts) => each(&parts),
            Meant::TooMany => Vec::new(),
        },
    }
}

/// Returns the cells covered by a brush along a path.
pub(super) fn along(geometry: &Geometry, style: StrokeStyle, way: Vec<Cell>) -> Vec<Cell> {
    if style.radius == 0 {
        return way;
    }
    let mut cells: Vec<Cell> = way.iter().flat_map(|cell| draw::disc(geometry, *cell, style.radius)).collect();
    cells.sort_by_key(|[column, row]| [*row, *column]);
    cells.dedup();
    cells
}

/// Returns the paint for some cells. Several terrains are scattered at random, determined by the seed.
///
/// With symmetry, images of the cells are painted too; the image of a zone is the zone of the other side. Cells that
/// already have the ink are skipped.
pub(super) fn painted(chart: &Chart, balance: Balance, inks: &[(Ink, u32)], cells: Vec<Cell>, seed: u64) -> Vec<Dab> {
    let geometry = &chart.terrain.ground.geometry;
    let mut dabs = match inks {
        [] => Vec::new(),
        [(Ink::Zone(id), _)] => zones(chart, balance, id, cells),
        [(ink, _)] => vec![Dab { ink: ink.clone(), cells: balanced(geometry, balance, cells) }],
        _ => strewn(geometry, balance, inks, cells, seed),
    };
    for dab in &mut dabs {
        let painted = chart.painted(&dab.ink);
        dab.cells.retain(|cell| !painted(*cell));
    }
    dabs.retain(|dab| !dab.cells.is_empty());
    dabs
}

/// Distributes cells to inks at random; symmetric cells get the same ink.
fn strewn(geometry: &Geometry, balance: Balance, inks: &[(Ink, u32)], cells: Vec<Cell>, seed: u64) -> Vec<Dab> {
    let (pivot, shares) = (balance.pivot(geometry), inks.iter().map(|(_, share)| *share).collect::<Vec<u32>>());
    let mut dabs: Vec<Dab> = inks.iter().map(|(ink, _)| Dab { ink: ink.clone(), cells: Vec::new() }).collect();
    for cell in balanced(geometry, balance, cells) {
        let alike = balance.images(geometry, pivot, cell).into_iter().min().unwrap_or(cell);
        dabs[scatter::strew(&shares, alike, seed)].cells.push(cell);
    }
    dabs
}

/// Returns the paint for cells of a zone; if the symmetry swaps two sides, their images become cells of the twin zone.
fn zones(chart: &Chart, balance: Balance, id: &str, cells: Vec<Cell>) -> Vec<Dab> {
    let geometry = &chart.terrain.ground.geometry;
    let tile = geometry.lattice().tile();
    let zone = |id: &str, cells| Dab { ink: Ink::Zone(id.to_owned()), cells };
    let symmetries = balance.symmetries(tile);
    let (Some(pivot), &[symmetry]) = (balance.pivot(geometry), symmetries.as_slice()) else {
        return vec![zone(id, balanced(geometry, balance, cells))];
    };
    let image = |cell: &Cell| pivot.image(geometry, symmetry, *cell).filter(|cell| geometry.contains(*cell));
    let own: BTreeSet<Cell> = cells.iter().copied().collect();
    let other = match chart.zones.iter().position(|zone| zone == id) {
        Some(at) => twin(chart, at, image),
        // A zone that crosses the middle is its own twin.
        None if own.iter().filter_map(image).any(|cell| own.contains(&cell)) => None,
        None => Some(chart.free_zone(Some(id))),
    };
    match other {
        Some(other) => {
            let images = cells.iter().filter_map(image).filter(|cell| !own.contains(cell)).collect();
            vec![zone(&other, images), zone(id, cells)]
        }
        None => vec![zone(id, balanced(geometry, balance, cells))],
    }
}

/// Returns the zone with the largest overlap with the image of a zone, if it is larger than the zone's own overlap.
fn twin(chart: &Chart, at: usize, image: impl Fn(&Cell) -> Option<Cell>) -> Option<String> {
    let zones = &chart.terrain.ground.zones;
    let images: BTreeSet<Cell> = zones.get(at)?.cells.cells().filter_map(|cell| image(&cell)).collect();
    let shared = |zone: &ZoneView| zone.cells.cells().filter(|cell| images.contains(cell)).count();
    let others = zones.iter().enumerate().filter(|(number, _)| *number != at);
    let (most, best) = others.map(|(number, zone)| (shared(zone), number)).max_by_key(|(most, _)| *most)?;
    (most > shared(&zones[at])).then(|| chart.zones.get(best).cloned()).flatten()
}

/// Returns cells with their symmetric images, row by row.
pub(super) fn balanced(geometry: &Geometry, balance: Balance, cells: Vec<Cell>) -> Vec<Cell> {
    let Some(pivot) = balance.pivot(geometry) else { return cells };
    let mut all: Vec<Cell> = cells.into_iter().flat_map(|cell| balance.images(geometry, Some(pivot), cell)).collect();
    all.sort_by_key(|[column, row]| [*row, *column]);
    all.dedup();
    all
}

/// Returns paint with its symmetric images. In case of conflicts, painted cells take precedence over images.
pub(super) fn balanced_dabs(geometry: &Geometry, balance: Balance, dabs: Vec<Dab>) -> Vec<Dab> {
    let Some(pivot) = balance.pivot(geometry) else { return dabs };
    let meant: BTreeSet<Cell> = dabs.iter().flat_map(|dab| dab.cells.iter().copied()).collect();
    let alike = |dab: &Dab| {
        let images = dab.cells.iter().flat_map(|cell| balance.images(geometry, Some(pivot), *cell));
        let cells = images.filter(|cell| !meant.contains(cell)).collect();
        Dab { ink: dab.ink.clone(), cells }
    };
    let images: Vec<Dab> = dabs.iter().map(alike).collect();
    images.into_iter().chain(dabs).collect()
}

/// Returns a copy of some cells of a map; `None` if there are none.
pub(super) fn copied<'c>(chart: &Chart, cells: impl IntoIterator<Item = &'c Cell>) -> Option<Patch> {
    let ground = &chart.terrain.ground;
    let cells: Vec<Cell> = cells.into_iter().copied().filter(|cell| chart.terrain(*cell).is_some()).collect();
    let least = |axis: usize| cells.iter().map(|cell| cell[axis]).min();
    let most = |axis: usize| cells.iter().map(|cell| cell[axis]).max();
    let (left, top, right, bottom) = (least(0)?, least(1)?, most(0)?, most(1)?);
    let lattice = ground.geometry.lattice();
    let handle = lattice.centre([(left + right) / 2, (top + bottom) / 2]);
    let copy =
        |cell: &Cell| Some((lattice.centre(*cell) - handle, chart.terrain(*cell)?.to_owned(), ground.level(*cell)));
    let mut lines = vec![vec![' '; (right - left + 1) as usize]; (bottom - top + 1) as usize];
    for cell in &cells {
        if let Some(paint) = ground.kind(*cell).and_then(|kind| chart.legend.get(kind)) {
            lines[(cell[1] - top) as usize][(cell[0] - left) as usize] = paint.key;
        }
    }
    let lines = lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned() + "\n");
    let cells = cells.iter().filter_map(copy).collect();
    Some(Patch::new(lattice.tile(), cells, lines.collect()))
}
