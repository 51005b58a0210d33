//! What the tests share: [`toy`], a whole ruleset made from outside, through public API only.

pub mod toy;
