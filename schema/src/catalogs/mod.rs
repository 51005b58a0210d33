//! The record types: [`board`], [`control`], [`effects`] and [`kind`] are shared, each ruleset has its own folder.

pub mod board;

pub mod control;

pub mod effects;

pub mod kind;

pub mod action_codes;

pub mod entropy;

pub mod foeman;
