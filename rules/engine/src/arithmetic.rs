//! The [arithmetic of packs](foeman_schema::arithmetic), under the name by which rulesets know it.

pub use foeman_schema::arithmetic::*;
