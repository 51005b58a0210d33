//! Effects during a battle: how they begin, what they do, on which occasions, and how they end.
//!
//! Queries about the effects that currently apply to a value, a status or a permission are in
//! [`situation::applying`](super::situation::applying); this module handles events. Phases and attacks call the
//! functions of [`occasions`]. Since one effect can trigger others, `chain` keeps a stack of pending `steps`: modules
//! such as [`deeds`] carry out one step and add those that follow from it.

mod begin;
pub mod cause;
mod chain;
pub mod deeds;
mod ending;
mod harm;
mod making;
mod motion;
pub mod occasions;
pub mod placing;
pub mod renewal;
pub mod schedule;
mod steps;
mod triggers;

pub(crate) use making::has_room;
pub(crate) use occasions::{end, on_hit, round_ends, round_starts, start, stepped, tracks};
