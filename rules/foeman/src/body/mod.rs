//! Bodies on the map: the hexes that figures occupy, steps, distances and line of sight (`F2`).

pub mod line_of_sight;
pub mod paths;
pub mod shape;
pub mod step;
