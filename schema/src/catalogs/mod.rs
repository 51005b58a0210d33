//! The record types: [`board`] and [`control`] are shared, each ruleset has its own folder.

pub mod board;

pub mod control;

pub mod action_codes;

pub mod entropy;

pub mod foeman;
