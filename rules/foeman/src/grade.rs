//! The grade of a figure, which multiplies what it is awarded (`F11.3`).

use std::fmt;

/// What an attribute has before it counts.
pub(super) const LESS: i64 = 6;

/// The grade of a figure: ST, DX, IQ and MA, each less 6, in points (`F11.3`).
///
/// It is below 0 for a figure whose attributes come to less than 24.
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
    /// The grade that ST, DX, IQ and MA come to.
    pub fn of(attributes: [i32; 4]) -> Self {
        let points: i64 = attributes.into_iter().map(|attribute| i64::from(attribute) - LESS).sum();
        Self(points.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }

    /// The grade itself, in points.
    pub fn points(self) -> i32 {
        self.0
    }

    /// Its exact quarter, in lowest terms.
    pub fn multiplier(self) -> Multiplier {
        let divisor = [4, 2].into_iter().find(|divisor| self.0 % divisor == 0).unwrap_or(1);
        Multiplier { numerator: self.0 / divisor, denominator: (4 / divisor).unsigned_abs() }
    }

    /// An award multiplied by a quarter of the grade; rounded only here, to the nearest whole number, halves up.
    pub fn award(self, award: i32) -> i32 {
        let quarters = i64::from(award) * i64::from(self.0);
        (quarters + 2).div_euclid(4).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

/// What an award is multiplied by: a number of quarters in lowest terms, `17/4`, `9/2` or `4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Multiplier {
    /// Above the line.
    pub numerator: i32,
    /// Below it: 1, 2 or 4.
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
