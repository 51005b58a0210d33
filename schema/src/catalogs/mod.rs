//! The record types that rulesets share. Types of a single ruleset are in its folder.

pub mod areas;

pub mod board;

pub mod borders;

pub mod checks;

pub mod control;

pub mod images;

pub mod mappings;

pub mod standards;

pub mod terrains;

pub mod zones;
