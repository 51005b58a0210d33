//! The checks that every ruleset shares, one file each.

use crate::check::Check;
use crate::dialect::Dialect;

/// Lists checks, one line each and sorted by name: makes the module of each, and the static of this name that holds
/// their `CHECK`s.
///
/// ```text
/// checks! {
///     /// All of them, sorted by name.
///     pub static CHECKS = [above_iq, acting_feature]
/// }
/// ```
#[macro_export]
macro_rules! checks {
    ($(#[$doc:meta])* $vis:vis static $all:ident = [$($check:ident),* $(,)?]) => {
        $(mod $check;)*

        $(#[$doc])*
        $vis static $all: &[&$crate::check::Check] = &[$(&$check::CHECK),*];
    };
}

checks! {
    /// The checks that every ruleset shares, sorted by name.
    pub static COMMON = [
        blank_title,
        duplicate_id,
        duplicate_key,
        extends_cycle,
        invalid_id,
        invalid_notation,
        invalid_value,
        license_form,
        limits,
        map_geometry,
        map_rows,
        missing_field,
        pack_header,
        same_as_inherited,
        same_title,
        terrain_colors,
        unknown_catalog,
        unknown_key,
        unknown_reference,
        unused_legend_key,
        wrong_type,
        yaml_syntax,
    ]
}

/// All checks that apply to packs of `dialect`, sorted by name.
pub fn checks_of(dialect: &Dialect) -> Vec<&'static Check> {
    let mut all: Vec<_> = COMMON.iter().chain(dialect.checks).copied().collect();
    all.sort_by_key(|check| check.name);
    all
}
