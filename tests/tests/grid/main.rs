//! Grids of squares and hexagons: expected values, and laws over every kind of grid.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod helpers;

mod laws;

mod searches;

mod vectors;

use foeman_rules::grid::polygon::RegularPolygon;
use foeman_rules::grid::polygon_grid::PolygonGrid;
use foeman_schema::hex::{Shift, Stand};

/// Every kind of grid there is, by the name that the expected values use.
const KINDS: [(&str, u32, Stand, Option<Shift>); 14] = [
    ("square-OnEdge-None", 4, Stand::Edge, None),
    ("square-OnEdge-vn-None", 4, Stand::Edge, None),
    ("square-OnVertex-ColumnUp", 4, Stand::Vertex, Some(Shift::ColumnUp)),
    ("square-OnVertex-ColumnDown", 4, Stand::Vertex, Some(Shift::ColumnDown)),
    ("square-OnVertex-RowLeft", 4, Stand::Vertex, Some(Shift::RowLeft)),
    ("square-OnVertex-RowRight", 4, Stand::Vertex, Some(Shift::RowRight)),
    ("square-OnVertex-vn-ColumnUp", 4, Stand::Vertex, Some(Shift::ColumnUp)),
    ("square-OnVertex-vn-ColumnDown", 4, Stand::Vertex, Some(Shift::ColumnDown)),
    ("square-OnVertex-vn-RowLeft", 4, Stand::Vertex, Some(Shift::RowLeft)),
    ("square-OnVertex-vn-RowRight", 4, Stand::Vertex, Some(Shift::RowRight)),
    ("hexagon-OnEdge-ColumnUp", 6, Stand::Edge, Some(Shift::ColumnUp)),
    ("hexagon-OnEdge-ColumnDown", 6, Stand::Edge, Some(Shift::ColumnDown)),
    ("hexagon-OnVertex-RowLeft", 6, Stand::Vertex, Some(Shift::RowLeft)),
    ("hexagon-OnVertex-RowRight", 6, Stand::Vertex, Some(Shift::RowRight)),
];

/// The kind of grid called `name`, with sides of 10.
fn grid(name: &str, size: [u32; 2]) -> PolygonGrid {
    let &(_, sides, stand, shift) = KINDS.iter().find(|kind| kind.0 == name).expect("there is such a kind of grid");
    let mut element = RegularPolygon::new(10.0, sides, stand).unwrap();
    if name.contains("-vn-") {
        element = element.with_vertex_neighbours().unwrap();
    }
    PolygonGrid::new(element).unwrap().with_shift(shift).unwrap().with_size(size).unwrap()
}
