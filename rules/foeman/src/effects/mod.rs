//! Effects during a battle: how they begin, what they do, on which occasions, and how they end.
//!
//! Queries about the effects that currently apply to a value, a status or a permission are in
//! [`situation::applying`](super::situation::applying); this module handles events. Phases and attacks call the
//! functions of [`occasions`]; [`begin`] starts the effects of spells and used items; [`deeds`] carries out one effect
//! on one figure.

pub mod begin;
pub mod cause;
pub mod deeds;
pub mod ending;
mod harm;
mod making;
mod motion;
pub mod occasions;
pub mod placing;
pub mod renewal;
pub mod schedule;

pub(crate) use occasions::{on_hit, round_ends, round_starts, stepped, tracks};
