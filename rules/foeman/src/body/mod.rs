//! Bodies on the map: the hexes they occupy, where steps lead, how far it is, and who sees whom (`F2`).

pub mod paths;
pub mod shape;
pub mod sight;
pub mod step;
