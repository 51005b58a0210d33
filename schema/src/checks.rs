//! The checks that every ruleset shares, one file each.

mod blank_title;
mod duplicate_id;
mod duplicate_key;
mod extends_cycle;
mod invalid_id;
mod invalid_notation;
mod invalid_value;
mod license_form;
mod limits;
mod map_geometry;
mod map_rows;
mod missing_field;
mod pack_header;
mod same_as_inherited;
mod same_title;
mod terrain_colors;
mod unknown_catalog;
mod unknown_key;
mod unknown_reference;
mod unused_legend_key;
mod wrong_type;
mod yaml_syntax;

use crate::check::Check;

/// Sorted by name.
pub(crate) static COMMON: &[&Check] = &[
    &blank_title::CHECK,
    &duplicate_id::CHECK,
    &duplicate_key::CHECK,
    &extends_cycle::CHECK,
    &invalid_id::CHECK,
    &invalid_notation::CHECK,
    &invalid_value::CHECK,
    &license_form::CHECK,
    &limits::CHECK,
    &map_geometry::CHECK,
    &map_rows::CHECK,
    &missing_field::CHECK,
    &pack_header::CHECK,
    &same_as_inherited::CHECK,
    &same_title::CHECK,
    &terrain_colors::CHECK,
    &unknown_catalog::CHECK,
    &unknown_key::CHECK,
    &unknown_reference::CHECK,
    &unused_legend_key::CHECK,
    &wrong_type::CHECK,
    &yaml_syntax::CHECK,
];
