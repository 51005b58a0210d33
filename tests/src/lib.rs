//! What the tests share: [`packs`], the shipped packs to read, copy and spoil, and [`toy`], a whole ruleset made from
//! outside, through public API only.

pub mod packs;

pub mod toy;
