//! Bodies on the map: the hexes that figures occupy, steps, distances and line of sight (`F2`).

pub mod paths;
pub mod shape;
pub mod step;
pub mod vistas;
