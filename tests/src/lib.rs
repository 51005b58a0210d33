//! Shared test code: [`packs`] (the shipped packs), [`big`] (a pack of any size for benchmarks),
//! [`geometries`](mod@geometries), [`coverage`] (lists of implemented rules), [`sequences`] (counts of legal commands),
//! [`endurance`] and [`passivity`] (failures in many battles), [`fuzz`] (fuzz targets), [`mutations`] (planted
//! mistakes), [`slips`] (malformed notations), [`marches`] (a small pack of two factions), [`world`] (a map of any
//! size), [`offscreen`] (a window without a screen), and two rulesets that use only the public API: [`toy`], a complete
//! one, and [`seek`], with hidden information.

pub mod big;

pub mod coverage;

pub mod endurance;

pub mod fuzz;

pub mod geometries;

pub mod marches;

pub mod mutations;

pub mod offscreen;

pub mod packs;

pub mod passivity;

pub mod seek;

pub mod sequences;

pub mod slips;

pub mod toy;

pub mod world;
