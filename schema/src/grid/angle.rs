//! Angles in degrees, clockwise from east as rows grow downwards, and the eight compass directions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::point::Point;

/// A compass direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Compass {
    /// 0°, towards lower rows.
    North,
    /// 45°.
    NorthEast,
    /// 90°, towards higher columns.
    East,
    /// 135°.
    SouthEast,
    /// 180°.
    South,
    /// 225°.
    SouthWest,
    /// 270°.
    West,
    /// 315°.
    NorthWest,
}

impl Compass {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// Returns the angle in whole degrees clockwise from north, 0..=315.
    pub fn degrees(self) -> u32 {
        45 * self as u32
    }

    /// Returns the direction nearest to an angle in degrees clockwise from north; the clockwise one if two are equally
    /// near.
    pub fn from_degrees(degrees: f64) -> Self {
        let eighths = normalise_degrees(degrees + 22.5) / 45.0;
        Self::ALL[eighths.floor() as usize % 8]
    }
}

/// Returns the same angle in 0..360.
pub fn normalise_degrees(degrees: f64) -> f64 {
    let rest = degrees % 360.0;
    let positive = if rest < 0.0 { rest + 360.0 } else { rest };
    // A tiny negative remainder plus 360 rounds up to 360.
    if positive >= 360.0 { 0.0 } else { positive }
}

/// Returns the angle from `a` to `b` as seen from the origin, in radians, clockwise as rows grow downwards, from -π to
/// π.
///
/// The last digit depends on the machine's arc tangent: use it for display, not for decisions.
pub fn angle_between(a: Point, b: Point) -> f64 {
    let (cross, dot) = (a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
    cross.atan2(dot)
}
