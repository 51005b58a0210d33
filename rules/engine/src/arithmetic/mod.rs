//! The [arithmetic of packs](foeman_schema::arithmetic), with the parts of expressions for builders.

pub mod parts;

pub use foeman_schema::arithmetic::*;
