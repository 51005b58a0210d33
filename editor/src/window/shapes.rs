//! Which cells a tool is about, from where it began and where it is.

use foeman_schema::grid::draw::{self, Inside};
use foeman_schema::grid::{Cell, Geometry};

use super::chart::Chart;
use super::view::{StrokeStyle, Tool};

/// The cells that a tool paints or selects; `start` is where it began, the same as `at` where it has only one end.
pub fn cells(tool: Tool, style: StrokeStyle, chart: &Chart, start: Cell, at: Cell) -> Vec<Cell> {
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
            let kind = chart.terrain.ground.kind(at);
            draw::flood(geometry, at, |cell| chart.terrain.ground.kind(cell) == kind)
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
