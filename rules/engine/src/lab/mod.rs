//! The balance lab: answers questions about content by playing many battles.

mod compare;

mod parity;

pub use compare::{Comparison, Stop, Unplayable, Until, Verdict, Watch, compare};
pub use parity::{Answer, Parity, Standing, Tried};
