//! Rolls: sums with named terms, success rolls, and exact chances.

mod check;
pub mod odds;
pub mod success;
mod sum;

pub use check::Check;
pub use sum::{Addition, Reason, Sum, Term, Total};
