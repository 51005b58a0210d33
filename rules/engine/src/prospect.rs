//! What may come of a choice: its numbers are counted over all ways in which the dice can fall; where a ruleset has tried
//! some of them out instead, its notes say so.

use serde::Serialize;

use crate::told::Term;

/// What is known of a choice before it is made.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Prospect {
    /// What its dice are compared with, where it rolls to succeed.
    pub needed: Option<Needed>,
    /// The points of harm it does on average over all cases, those included in which it fails.
    pub harm: Option<Fraction>,
    /// The share of all cases in which its target takes no more part in the battle afterwards.
    pub fells: Option<Fraction>,
    /// When it happens, where that does not follow from choosing it.
    pub timing: Option<Timing>,
    /// What else is worth knowing, in sentences without a final stop.
    pub notes: Vec<String>,
}

/// A number that dice are compared with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Needed {
    /// The number.
    pub total: i32,
    /// What it is made of: the values add up to it.
    pub terms: Vec<Term>,
}

/// When what is chosen is carried out, as far as it is known when it is chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "when")]
pub enum Timing {
    /// As soon as it is chosen.
    AtOnce,
    /// Others choose first, and then it can be chosen anew.
    AskedAgain,
    /// In its turn among those that have chosen too.
    InTurn {
        /// The tokens that have chosen and come before.
        after: Vec<u32>,
        /// The tokens that have chosen and come later.
        before: Vec<u32>,
        /// The tokens that may yet come before or later.
        open: Vec<u32>,
    },
}

/// An exact fraction: a share of all cases, or an average over them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Fraction {
    /// What is divided.
    pub sum: u128,
    /// By how much; never 0.
    pub of: u128,
}

impl Fraction {
    /// A fraction in lowest terms; 0 where it would be divided by 0.
    pub fn new(sum: u128, of: u128) -> Self {
        let common = common(sum, of).max(1);
        if of == 0 { Self { sum: 0, of: 1 } } else { Self { sum: sum / common, of: of / common } }
    }

    /// The sum of both; nothing where the numbers become too great.
    pub fn plus(self, other: Self) -> Option<Self> {
        let of = (self.of / common(self.of, other.of)).checked_mul(other.of)?;
        let [one, other] = [self, other].map(|it| it.sum.checked_mul(of / it.of));
        Some(Self::new(one?.checked_add(other?)?, of))
    }

    /// The product of both; nothing where the numbers become too great.
    pub fn by(self, other: Self) -> Option<Self> {
        Some(Self::new(self.sum.checked_mul(other.sum)?, self.of.checked_mul(other.of)?))
    }

    /// Rounded to whole per cent.
    pub fn percent(self) -> u128 {
        self.times(100)
    }

    /// Rounded to whole tenths.
    pub fn tenths(self) -> u128 {
        self.times(10)
    }

    fn times(self, factor: u128) -> u128 {
        (self.sum * factor * 2 + self.of) / (self.of * 2)
    }
}

/// The greatest number that divides both.
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
