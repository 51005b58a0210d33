//! The toy's own checks, one file each.

foeman_schema::checks! {
    /// All of them, sorted by name.
    pub(super) static CHECKS = [
        off_centre_knot,
    ]
}
