//! The grade of a figure, which determines its experience awards (`F11.3`).

use std::fmt;

/// The part of each attribute that does not count.
pub(super) const LESS: i64 = 6;

/// The grade of a figure: ST, DX, IQ and MA, each less 6, in points (`F11.3`).
///
/// It is negative for a figure whose attributes total less than 24.
///
/// ```
/// use ruleset_foeman::grade::Grade;
///
/// let grade = Grade::of([12, 11, 8, 10]);
/// assert_eq!(grade.multiplier().to_string(), "17/4");
/// assert_eq!(grade.award(10), 43);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grade(i32);

impl Grade {
    /// The grade of a figure with this ST, DX, IQ and MA.
    pub fn of(attributes: [i32; 4]) -> Self {
        let points: i64 = attributes.into_iter().map(|attribute| i64::from(attribute) - LESS).sum();
        Self(points.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }

    /// The grade in points.
    pub fn points(self) -> i32 {
        self.0
    }

    /// A quarter of the grade, exactly, in lowest terms.
    pub fn multiplier(self) -> Multiplier {
        let divisor = [4, 2].into_iter().find(|divisor| self.0 % divisor == 0).unwrap_or(1);
        Multiplier { numerator: self.0 / divisor, denominator: (4 / divisor).unsigned_abs() }
    }

    /// An award multiplied by a quarter of the grade. Rounded only here, to the nearest whole number, halves up.
    pub fn award(self, award: i32) -> i32 {
        let quarters = i64::from(award) * i64::from(self.0);
        (quarters + 2).div_euclid(4).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

/// The multiplier of an award: a number of quarters in lowest terms, `17/4`, `9/2` or `4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Multiplier {
    /// The numerator.
    pub numerator: i32,
    /// The denominator: 1, 2 or 4.
    pub denominator: u32,
}

impl fmt::Display for Multiplier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}
