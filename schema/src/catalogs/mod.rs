//! The record types: [`board`] is shared, each ruleset has its own folder.

pub mod board;

pub mod foeman;

pub mod action_codes;
