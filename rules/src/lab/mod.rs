//! The balance lab: questions about content that battles answer.

mod compare;

pub use compare::{Comparison, Stop, Unplayable, Until, Verdict, Watch, compare};
