//! The checks that every ruleset shares, one file each.

mod unknown_key;
mod unknown_reference;
mod yaml_syntax;

use crate::check::Check;

/// Sorted by name.
pub(crate) static COMMON: &[&Check] = &[&unknown_key::CHECK, &unknown_reference::CHECK, &yaml_syntax::CHECK];
