//! The balance lab: questions about content that battles answer.

mod compare;

mod parity;

pub use compare::{Comparison, Stop, Unplayable, Until, Verdict, Watch, compare};
pub use parity::{Answer, Parity, Standing, Tried};
