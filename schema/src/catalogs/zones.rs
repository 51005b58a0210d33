//! Zones: named parts of a map, for any purpose of a ruleset, such as objectives.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::grid::{Bounds, Cell, Geometry};

/// A named part of a map: single cells, rectangles, or both. It need not be connected.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Zone {
    /// Display name.
    pub title: String,
    /// Colour of its outline on the map, `#rrggbb`; without it, the highlight colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#b8860b"]))]
    pub color: Option<String>,
    /// Its single cells, each as column and row, from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<[u16; 2]>,
    /// Its rectangles of columns and rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rectangles: Vec<Rectangle>,
}

/// All cells from one column and row to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rectangle {
    /// Column and row of one corner, from 0.
    pub from: [u16; 2],
    /// Column and row of the opposite corner.
    pub to: [u16; 2],
}

/// Maximum number of cells in a zone, since rules and drawing visit each cell.
pub const MOST_ZONE_CELLS: usize = 1 << 20;

impl Zone {
    /// Returns the total number of cells of its parts on a map; overlapping cells count for each part.
    pub(crate) fn count_on(&self, geometry: &Geometry) -> usize {
        let whole = Bounds { from: [0, 0], to: geometry.size().map(|count| count as i32 - 1) };
        let parts = self.rectangles.iter().filter_map(|part| {
            let [from, to] = part.corners();
            Bounds { from, to }.within(&whole)
        });
        parts.map(|part| part.count()).sum::<usize>() + self.cells.len()
    }

    /// Returns its cells that are on a map, each once, in row order. For a zone with more than [`MOST_ZONE_CELLS`],
    /// only the parts before the limit is exceeded.
    pub fn cells_on(&self, geometry: &Geometry) -> Vec<Cell> {
        let mut positions: BTreeSet<usize> = BTreeSet::new();
        let [width, height] = geometry.size();
        let mut count = 0;
        for rectangle in &self.rectangles {
            let [[left, top], [right, bottom]] = rectangle.corners();
            let alone = Self { rectangles: vec![*rectangle], ..Self::default() };
            count += alone.count_on(geometry);
            if count > MOST_ZONE_CELLS {
                break;
            }
            for row in top..(bottom + 1).min(height as i32) {
                let columns = left..(right + 1).min(width as i32);
                positions.extend(columns.filter_map(|column| geometry.position([column, row])));
            }
        }
        positions.extend(self.cells.iter().filter_map(|cell| geometry.position(cell.map(i32::from))));
        positions.into_iter().map(|position| geometry.cell_at(position)).collect()
    }
}

impl Rectangle {
    /// Returns the minimum and maximum column and row. The corners may be in any order.
    pub fn corners(&self) -> [Cell; 2] {
        let both = |pick: fn(u16, u16) -> u16| [0, 1].map(|axis| i32::from(pick(self.from[axis], self.to[axis])));
        [both(u16::min), both(u16::max)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, Stand};

    #[test]
    fn a_zone_has_each_of_its_cells_on_the_map_once() {
        let geometry = Geometry::new(Shape::Hex, Stand::Edge, None, [4, 3]).unwrap();
        let zone = Zone {
            cells: vec![[0, 0], [2, 1], [9, 9]],
            rectangles: vec![
                Rectangle { from: [3, 2], to: [2, 1] },
                Rectangle { from: [3, 2], to: [u16::MAX, u16::MAX] },
            ],
            ..Zone::default()
        };
        assert_eq!(zone.cells_on(&geometry), [[0, 0], [2, 1], [3, 1], [2, 2], [3, 2]]);
    }
}
