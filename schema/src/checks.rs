//! The checks that every ruleset shares, one file each.

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
    /// All of them, sorted by name.
    pub(crate) static COMMON = [
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
