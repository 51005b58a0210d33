//! Effects as they happen: how one begins, what it does, on which occasions, and how it ends.
//!
//! Which effects apply to a value, a status or a permission is asked of
//! [`situation::applying`](super::situation::applying); here is what happens at a moment.
//! [`occasions`] are called by the phases and by attacks, each in one line; [`begin`] lets what is cast or used begin;
//! [`deeds`] carries out one effect on one figure.

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
