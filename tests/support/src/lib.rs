//! What tests of several crates share, without the window.
//!
//! - [`packs`]: the shipped packs, to read, copy and damage; [`world`] and [`marches`]: packs made for a test
//! - [`mutations`] and [`slips`]: damage for valid packs, with the finding that each must cause
//! - [`corpus`]: mutated packs that other validators have judged
//! - [`clock`]: CPU time and memory of benchmarks
//! - [`geometries`]: all kinds of map grids
//! - [`duel`]: a recorded battle that does not depend on the computer players
//! - [`sequences`], [`endurance`], [`passivity`]: what happens in many battles
//! - [`coverage`]: which rules of the sources are implemented and tested
//! - [`toy`] and [`seek`]: rulesets written against the public API alone, one with capabilities and one with fog of war;
//!   [`foeman_engine::nim`] has neither

pub mod clock;

pub mod corpus;

pub mod coverage;

pub mod duel;

pub mod endurance;

pub mod geometries;

pub mod marches;

pub mod mutations;

pub mod packs;

pub mod passivity;

pub mod seek;

pub mod sequences;

pub mod slips;

pub mod toy;

pub mod world;
