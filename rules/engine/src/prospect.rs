//! Prospects: the possible results of a choice. The numbers cover all possible dice, unless a ruleset has sampled some
//! of them instead.

use serde::Serialize;

use crate::display::Term;

/// Information about a choice before it is made.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Prospect {
    /// The number its dice are compared with, if it is rolled for.
    pub needed: Option<Needed>,
    /// The average harm in points over all cases, including failures.
    pub harm: Option<Fraction>,
    /// The average harm to its own side, in the same points.
    pub cost: Option<Fraction>,
    /// The probability that its target is out of the battle afterwards.
    pub fells: Option<Fraction>,
    /// Whether the numbers are estimated from samples.
    pub is_sampled: bool,
    /// The cells that its actor passes, from its current cell to the last one, if it moves.
    pub path: Vec<[i32; 2]>,
    /// When it takes effect, if that is not obvious.
    pub timing: Option<Timing>,
    /// Further notes, in sentences, no final stop.
    pub notes: Vec<String>,
}

/// A number that dice are compared with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Needed {
    /// The number.
    pub total: i32,
    /// Its terms, which add up to it.
    pub terms: Vec<Term>,
}

/// When a choice takes effect, as far as that is known when it is made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "when")]
pub enum Timing {
    /// Immediately.
    AtOnce,
    /// After others have chosen; it can be changed then.
    AskedAgain,
    /// In order with the tokens that have chosen too.
    InTurn {
        /// The tokens that have chosen and act before it.
        after: Vec<u32>,
        /// The tokens that have chosen and act after it.
        before: Vec<u32>,
        /// The tokens whose place in the order is still open.
        open: Vec<u32>,
    },
}

/// An exact fraction: a probability, or an average over all cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Fraction {
    /// The numerator.
    pub sum: u128,
    /// The denominator; never 0.
    pub of: u128,
}

impl Fraction {
    /// Creates a fraction in lowest terms; 0 if `of` is 0.
    pub fn new(sum: u128, of: u128) -> Self {
        let common = common(sum, of).max(1);
        if of == 0 { Self { sum: 0, of: 1 } } else { Self { sum: sum / common, of: of / common } }
    }

    /// Returns the sum; `None` on overflow.
    pub fn plus(self, other: Self) -> Option<Self> {
        let of = (self.of / common(self.of, other.of)).checked_mul(other.of)?;
        let [one, other] = [self, other].map(|it| it.sum.checked_mul(of / it.of));
        Some(Self::new(one?.checked_add(other?)?, of))
    }

    /// Returns the product; `None` on overflow.
    pub fn by(self, other: Self) -> Option<Self> {
        Some(Self::new(self.sum.checked_mul(other.sum)?, self.of.checked_mul(other.of)?))
    }

    /// Returns it rounded to whole per cent.
    pub fn percent(self) -> u128 {
        self.times(100)
    }

    /// Returns it rounded to whole tenths.
    pub fn tenths(self) -> u128 {
        self.times(10)
    }

    fn times(self, factor: u128) -> u128 {
        (self.sum * factor * 2 + self.of) / (self.of * 2)
    }
}

/// Returns the greatest common divisor.
fn common(one: u128, other: u128) -> u128 {
    let mut rest = (one, other);
    while rest.1 > 0 {
        rest = (rest.1, rest.0 % rest.1);
    }
    rest.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms_and_rounded_to_the_nearest() {
        assert_eq!(Fraction::new(6, 36), Fraction { sum: 1, of: 6 });
        assert_eq!(Fraction::new(0, 36), Fraction { sum: 0, of: 1 });
        assert_eq!(Fraction::new(1, 0), Fraction { sum: 0, of: 1 });
        assert_eq!([Fraction::new(1, 6).percent(), Fraction::new(1, 200).percent()], [17, 1]);
        assert_eq!(Fraction::new(7, 2).tenths(), 35);
    }

    #[test]
    fn fractions_are_added_and_multiplied_until_they_are_too_great() {
        let [third, sixth, most] = [Fraction::new(1, 3), Fraction::new(1, 6), Fraction::new(u128::MAX, 1)];
        assert_eq!(third.plus(sixth), Some(Fraction::new(1, 2)));
        assert_eq!(third.by(sixth), Some(Fraction::new(1, 18)));
        assert_eq!([most.plus(third), most.by(most)], [None, None]);
    }
}
