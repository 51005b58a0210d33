//! Square and hexagonal grids: expected values, and invariants of every kind of grid.
#![allow(clippy::unwrap_used, reason = "a panic in a test helper fails the test")]

mod drawing;

mod geometries;

mod helpers;

mod laws;

mod lines;

mod numbers;

mod searches;

mod vectors;

use foeman_schema::grid::world::World;
use foeman_schema::grid::{Geometry, Shape, Shift, Stand};

/// Every kind of grid, by its name in the expected values.
const KINDS: [(&str, Shape, Stand, Option<Shift>); 14] = [
    ("square-OnEdge-None", Shape::Square, Stand::Edge, None),
    ("square-OnEdge-vn-None", Shape::Square, Stand::Edge, None),
    ("square-OnVertex-ColumnUp", Shape::Square, Stand::Vertex, Some(Shift::ColumnUp)),
    ("square-OnVertex-ColumnDown", Shape::Square, Stand::Vertex, Some(Shift::ColumnDown)),
    ("square-OnVertex-RowLeft", Shape::Square, Stand::Vertex, Some(Shift::RowLeft)),
    ("square-OnVertex-RowRight", Shape::Square, Stand::Vertex, Some(Shift::RowRight)),
    ("square-OnVertex-vn-ColumnUp", Shape::Square, Stand::Vertex, Some(Shift::ColumnUp)),
    ("square-OnVertex-vn-ColumnDown", Shape::Square, Stand::Vertex, Some(Shift::ColumnDown)),
    ("square-OnVertex-vn-RowLeft", Shape::Square, Stand::Vertex, Some(Shift::RowLeft)),
    ("square-OnVertex-vn-RowRight", Shape::Square, Stand::Vertex, Some(Shift::RowRight)),
    ("hexagon-OnEdge-ColumnUp", Shape::Hex, Stand::Edge, Some(Shift::ColumnUp)),
    ("hexagon-OnEdge-ColumnDown", Shape::Hex, Stand::Edge, Some(Shift::ColumnDown)),
    ("hexagon-OnVertex-RowLeft", Shape::Hex, Stand::Vertex, Some(Shift::RowLeft)),
    ("hexagon-OnVertex-RowRight", Shape::Hex, Stand::Vertex, Some(Shift::RowRight)),
];

/// Returns the geometry of the kind `name`.
fn geometry(name: &str, size: [u32; 2]) -> Geometry {
    let &(_, shape, stand, shift) = KINDS.iter().find(|kind| kind.0 == name).expect("the kind of grid exists");
    let geometry = Geometry::new(shape, stand, shift, size).unwrap();
    if name.contains("-vn-") { geometry.with_vertex_neighbours().unwrap() } else { geometry }
}

/// Returns a grid of the kind `name`, with sides of length 10.
fn world(name: &str, size: [u32; 2]) -> World {
    World::new(geometry(name, size), 10.0).unwrap()
}
