//! The checks that every ruleset shares, one file each.

mod duplicate_id;
mod duplicate_key;
mod extends_cycle;
mod invalid_id;
mod invalid_notation;
mod invalid_value;
mod limits;
mod map_geometry;
mod map_rows;
mod missing_field;
mod pack_header;
mod unknown_catalog;
mod unknown_key;
mod unknown_reference;
mod wrong_type;
mod yaml_syntax;

use crate::check::Check;

/// Sorted by name.
pub(crate) static COMMON: &[&Check] = &[
    &duplicate_id::CHECK,
    &duplicate_key::CHECK,
    &extends_cycle::CHECK,
    &invalid_id::CHECK,
    &invalid_notation::CHECK,
    &invalid_value::CHECK,
    &limits::CHECK,
    &map_geometry::CHECK,
    &map_rows::CHECK,
    &missing_field::CHECK,
    &pack_header::CHECK,
    &unknown_catalog::CHECK,
    &unknown_key::CHECK,
    &unknown_reference::CHECK,
    &wrong_type::CHECK,
    &yaml_syntax::CHECK,
];
