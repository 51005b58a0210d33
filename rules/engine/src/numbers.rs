//! Division of whole numbers with a named rounding, and shares of a whole.
//!
//! All divisions panic when the divisor is 0 or the quotient overflows, as `/` does.

/// Returns `dividend / divisor`, rounded to the nearest whole number; halves away from zero.
pub fn div_nearest(dividend: i64, divisor: i64) -> i64 {
    let (quotient, rest) = (dividend / divisor, dividend % divisor);
    // Compared without doubling, which could overflow.
    if rest.unsigned_abs() >= divisor.unsigned_abs() - rest.unsigned_abs() {
        quotient + dividend.signum() * divisor.signum()
    } else {
        quotient
    }
}

/// Returns `dividend / divisor`, rounded up.
pub fn div_ceil(dividend: i64, divisor: i64) -> i64 {
    let inexact = dividend % divisor != 0;
    dividend / divisor + i64::from(inexact && (dividend < 0) == (divisor < 0))
}

/// Returns `dividend / divisor`, rounded down.
pub fn div_floor(dividend: i64, divisor: i64) -> i64 {
    let inexact = dividend % divisor != 0;
    dividend / divisor - i64::from(inexact && (dividend < 0) != (divisor < 0))
}

/// Returns the remainder of [`div_floor`]: 0, or of the divisor's sign.
pub fn modulo_floor(dividend: i64, divisor: i64) -> i64 {
    let rest = dividend % divisor;
    if rest != 0 && (rest < 0) != (divisor < 0) { rest + divisor } else { rest }
}

/// Values as shares of their sum: `[3, 4, 5]` has the shares `[3/12, 4/12, 5/12]` of 12.
#[derive(Clone, PartialEq, Debug)]
pub struct Shares {
    /// The sum of all values.
    pub sum: f64,
    /// One share per value; they add up to 1, unless there are none.
    pub shares: Vec<f64>,
}

/// Returns the share of each value in their sum, equal shares if all are 0; `None` if a value is negative or not
/// finite.
pub fn normalise(values: &[f64]) -> Option<Shares> {
    let sum: f64 = values.iter().sum();
    if !sum.is_finite() || values.iter().any(|&value| value < 0.0) {
        return None;
    }
    let equal = 1.0 / values.len() as f64;
    let shares = values.iter().map(|value| if sum == 0.0 { equal } else { value / sum }).collect();
    Some(Shares { sum, shares })
}
