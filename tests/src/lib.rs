//! What the tests share: [`packs`], the shipped packs to read, copy and spoil, [`big`], a pack of any size for measuring,
//! [`geometries`](mod@geometries), [`coverage`], what became of every rule, [`sequences`], counts of what can be
//! commanded, [`endurance`] and [`passivity`], what goes wrong in many battles, [`fuzz`], what is thrown at the program, [`slips`] in
//! texts that are nearly right, [`marches`], a small pack of two factions, [`world`], one with a map of any size, [`offscreen`], a window without a screen, and two
//! rulesets made from outside, through public API only: [`toy`], a whole one, and [`seek`], in which much is hidden.

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
