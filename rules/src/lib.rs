//! What content *does*: dice, commands, instructions, journal, computer players and simulation, and the rulesets.
//!
//! Pure: no files, no clock, no window, no global random numbers; the same content, seed and commands give the same
//! journal on every machine and thread count.
//! Read the modules in this order: [`ruleset`] (what a ruleset must say), [`emit`] (how plans change a state),
//! [`dice`], [`battle`] and [`journal`] (a game and its record), [`player`], [`simulate`](mod@simulate),
//! [`game`] (the object-safe face that windows and command lines use), [`rulesets`] (the registry).

pub mod ruleset;

pub mod emit;

pub mod dice;

pub mod told;

pub mod battle;

pub mod journal;

pub mod player;

pub mod simulate;

pub mod game;

pub mod rulesets;
