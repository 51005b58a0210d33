//! All geometries of maps.

use foeman_schema::grid::hex_layout::Tile;
use foeman_schema::grid::{Geometry, Shape, Stand};

/// Returns a map of this size for each shape, stand, shift and neighbourhood.
pub fn geometries(size: [u32; 2]) -> Vec<Geometry> {
    let mut all = Vec::new();
    for shape in [Shape::Hex, Shape::Square] {
        for stand in [Stand::Edge, Stand::Vertex] {
            for shift in Tile::of(shape, stand).shifts() {
                let geometry = Geometry::new(shape, stand, *shift, size).expect("a listed shift is valid for its tile");
                all.push(geometry);
                all.extend(geometry.with_vertex_neighbours());
            }
        }
    }
    all
}
