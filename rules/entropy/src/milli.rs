//! Fixed-point amounts in thousandths (`E11`).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use serde::{Deserialize, Serialize};

use super::catalogs::Decimal;

/// A fixed-point amount in thousandths: a level, a flow, an efficiency, damage (`E11`).
///
/// Sums are exact; every [product](Self::times) and [quotient](Self::over) is rounded once, half away from zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Milli(pub i64);

impl Milli {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// Creates a whole amount.
    pub const fn whole(amount: i32) -> Self {
        Self(amount as i64 * 1000)
    }

    /// Returns the product, rounded (`E11`).
    #[must_use]
    pub fn times(self, factor: Self) -> Self {
        Self(divided(self.0 * factor.0, 1000))
    }

    /// Returns the quotient, rounded (`E11`); `divisor` must not be 0.
    #[must_use]
    pub fn over(self, divisor: Self) -> Self {
        Self(divided(self.0 * 1000, divisor.0))
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn size(self) -> Self {
        Self(self.0.abs())
    }

    /// Returns the nearest whole amount.
    pub fn rounded(self) -> i32 {
        divided(self.0, 1000) as i32
    }

    /// Returns the amount rounded up to a whole one, so that a small remainder is not shown as 0.
    pub fn rounded_up(self) -> i32 {
        -(-self.0).div_euclid(1000) as i32
    }
}

impl From<Decimal> for Milli {
    fn from(decimal: Decimal) -> Self {
        Self(i64::from(decimal.in_thousandths()))
    }
}

impl From<u8> for Milli {
    fn from(amount: u8) -> Self {
        Self::whole(i32::from(amount))
    }
}

impl Add for Milli {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Milli {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Milli {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Milli {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Milli {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// Formats the amount as `-47.25`.
impl fmt::Display for Milli {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, places) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        match places {
            0 => write!(f, "{sign}{whole}"),
            _ => f.write_str(format!("{sign}{whole}.{places:03}").trim_end_matches('0')),
        }
    }
}

/// Integer division, rounded half away from zero.
fn divided(number: i64, by: i64) -> i64 {
    let size = (2 * number.abs() + by.abs()) / (2 * by.abs());
    if (number < 0) == (by < 0) { size } else { -size }
}
