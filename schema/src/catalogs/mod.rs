//! The record types: [`board`] is shared, each ruleset has its own folder.

pub mod board;

pub mod entropy;

pub mod foeman;
