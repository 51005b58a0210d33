//! The Foeman rules: expected values, invariants, and fights of plain figures with one trait each.
#![allow(clippy::disallowed_methods, reason = "only the rules must not read files or the environment; tests may")]

mod acting;

mod amendments;

mod arena;

mod blows;

mod scene;

mod spellings;

mod chances;

mod checks;

mod closing;

mod codes;

mod goals;

mod great;

mod ground;

mod holding;

mod large;

mod laws;

mod map_queries;

mod looting;

mod fights;

mod bypass;

mod bodies;

mod body_laws;

mod manoeuvres;

mod missiles;

mod move_rows;

mod mutations;

mod names;

mod observing;

mod places;
mod player;

mod prospects;
mod quarters;

mod records;

mod rolled;

mod rows;

mod schedules;

mod sources;

mod spells;

mod shapes;

mod turns;

mod uses;

mod vectors;
mod walks;

mod wild;

mod decided;
mod declared;

mod effects;

mod encounters;
mod endurance;
mod events;

mod magic;

mod magic_laws;

mod exchange;

mod exhibition;

mod expressions;

mod outcomes;

mod sheets;

mod shown;

mod coverage;

mod fidgets;

mod floods;

mod strengths;

mod situations;
