//! What an expression comes to: whole numbers that stop at their limits instead of failing.

use super::{Attribute, Expression, Holder, Whose};
use crate::rulesets::foeman::rounding::nearest;

/// What an expression is evaluated in: who is meant by its names, and what the dice show.
pub trait Situation {
    /// The modified value of an attribute.
    fn attribute(&mut self, whose: Whose, attribute: Attribute) -> i32;

    /// A declared field of somebody's figure type.
    fn field(&mut self, whose: Whose, name: &str) -> i32;

    /// The sum of so many dice.
    fn dice(&mut self, count: u8) -> i32;
}

impl Expression {
    /// What it comes to. Sums and products that are too large stay at the largest number; a quotient is rounded to
    /// the nearest whole number, halves up (`F1.2`), and by 0 it is 0. Dice are rolled from left to right.
    pub fn evaluate(&self, situation: &mut impl Situation) -> i32 {
        match self {
            Self::Number(number) => i32::from(*number),
            Self::Dice(count) => situation.dice(*count),
            Self::Attribute(whose, attribute) => situation.attribute(*whose, *attribute),
            Self::Field(Holder::Figure(whose), name) => situation.field(*whose, name),
            // Content that is read has none of these any more.
            Self::Field(Holder::This, _) => 0,
            Self::Negative(inner) => inner.evaluate(situation).saturating_neg(),
            Self::Sum(a, b) => pair(a, b, situation, i32::saturating_add),
            Self::Difference(a, b) => pair(a, b, situation, i32::saturating_sub),
            Self::Product(a, b) => pair(a, b, situation, i32::saturating_mul),
            Self::Quotient(a, b) => pair(a, b, situation, nearest),
        }
    }

    /// What it comes to whatever the situation: nothing when it has dice, attributes or declared fields.
    pub fn constant(&self) -> Option<i32> {
        struct Nowhere;
        impl Situation for Nowhere {
            fn attribute(&mut self, _: Whose, _: Attribute) -> i32 {
                0
            }
            fn field(&mut self, _: Whose, _: &str) -> i32 {
                0
            }
            fn dice(&mut self, _: u8) -> i32 {
                0
            }
        }
        let varies = |part: &&Self| matches!(part, Self::Dice(_) | Self::Attribute(..) | Self::Field(..));
        (!self.parts().iter().any(varies)).then(|| self.evaluate(&mut Nowhere))
    }
}

fn pair(a: &Expression, b: &Expression, situation: &mut impl Situation, with: fn(i32, i32) -> i32) -> i32 {
    let a = a.evaluate(situation);
    with(a, b.evaluate(situation))
}
