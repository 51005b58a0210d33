//! The toy's own checks, one file each.

foeman_schema::checks! {
    /// All checks, sorted by name.
    pub(super) static CHECKS = [
        off_centre_knot,
    ]
}
