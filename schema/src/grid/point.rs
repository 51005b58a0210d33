//! Points in the plane.

/// A point in world coordinates, or the vector between two points; `y` grows downwards.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}
