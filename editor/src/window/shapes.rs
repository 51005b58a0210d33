//! Which cells a tool is about, from where it began and where it is.

use std::collections::BTreeSet;

use foeman_schema::grid::draw::{self, Inside};
use foeman_schema::grid::{Cell, Geometry};

use super::chart::Chart;
use super::view::{Balance, Dab, Layer, Patch, StrokeStyle, Tool};

/// The cells that a tool paints or selects; `start` is where it began, the same as `at` where it has only one end.
pub fn cells(tool: Tool, style: StrokeStyle, layer: Layer, chart: &Chart, start: Cell, at: Cell) -> Vec<Cell> {
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
        Tool::Fill => {
            let ground = &chart.terrain.ground;
            match layer {
                Layer::Levels => draw::flood(geometry, at, |cell| ground.level(cell) == ground.level(at)),
                // A zone is mostly a place that looks the same.
                Layer::Terrain | Layer::Zones => draw::flood(geometry, at, |cell| ground.kind(cell) == ground.kind(at)),
            }
        }
    }
}

/// What a brush of this size covers on its way.
pub fn along(geometry: &Geometry, style: StrokeStyle, way: Vec<Cell>) -> Vec<Cell> {
    if style.radius == 0 {
        return way;
    }
    let mut cells: Vec<Cell> = way.iter().flat_map(|cell| draw::disc(geometry, *cell, style.radius)).collect();
    cells.sort_by_key(|[column, row]| [*row, *column]);
    cells.dedup();
    cells
}

/// Cells with those that are drawn alike with them, row by row.
pub fn balanced(geometry: &Geometry, balance: Balance, cells: Vec<Cell>) -> Vec<Cell> {
    let Some(pivot) = balance.pivot(geometry) else { return cells };
    let mut all: Vec<Cell> = cells.into_iter().flat_map(|cell| balance.images(geometry, Some(pivot), cell)).collect();
    all.sort_by_key(|[column, row]| [*row, *column]);
    all.dedup();
    all
}

/// The same for several terrains; where two meet, what was meant goes before what is drawn alike.
pub fn balanced_dabs(geometry: &Geometry, balance: Balance, dabs: Vec<Dab>) -> Vec<Dab> {
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

/// A copy of some cells of a map; nothing where there are none.
pub fn copied<'c>(chart: &Chart, cells: impl IntoIterator<Item = &'c Cell>) -> Option<Patch> {
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
