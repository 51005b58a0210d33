//! The record types that rulesets share; each ruleset has those of its own in its folder.

pub mod areas;

pub mod board;

pub mod borders;

pub mod checks;

pub mod control;

pub mod images;

pub mod terrains;

pub mod zones;
