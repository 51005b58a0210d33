//! What an expression comes to: whole numbers that stop at their limits instead of failing.

use super::Expression;

/// What an expression is evaluated in: what its names stand for, and what the dice show.
pub trait Values<N> {
    /// What a name stands for.
    fn value(&mut self, name: &N) -> i32;

    /// The sum of so many dice.
    fn dice(&mut self, count: u8) -> i32;
}

/// `a / b` to the nearest whole number, halves up; 0 by 0 or when divided by it.
pub fn nearest(a: i32, b: i32) -> i32 {
    if b == 0 {
        return 0;
    }
    let (a, b) = (i64::from(a) * i64::from(b.signum()), i64::from(b).abs());
    let rounded = (2 * a + b).div_euclid(2 * b);
    i32::try_from(rounded).unwrap_or(i32::MAX)
}

impl<N> Expression<N> {
    /// What it comes to. Sums and products that are too large stay at the largest number; a quotient is rounded to
    /// the nearest whole number, halves up, and by 0 it is 0. Dice are rolled from left to right.
    pub fn evaluate(&self, values: &mut impl Values<N>) -> i32 {
        match self {
            Self::Number(number) => i32::from(*number),
            Self::Dice(count) => values.dice(*count),
            Self::Name(name) => values.value(name),
            Self::Negative(inner) => inner.evaluate(values).saturating_neg(),
            Self::Sum(a, b) => pair(a, b, values, i32::saturating_add),
            Self::Difference(a, b) => pair(a, b, values, i32::saturating_sub),
            Self::Product(a, b) => pair(a, b, values, i32::saturating_mul),
            Self::Quotient(a, b) => pair(a, b, values, nearest),
        }
    }

    /// What it comes to whatever the values: nothing when it has dice or names.
    pub fn constant(&self) -> Option<i32> {
        struct Nothing;
        impl<N> Values<N> for Nothing {
            fn value(&mut self, _: &N) -> i32 {
                0
            }
            fn dice(&mut self, _: u8) -> i32 {
                0
            }
        }
        let varies = |part: &&Self| matches!(part, Self::Dice(_) | Self::Name(_));
        (!self.parts().iter().any(varies)).then(|| self.evaluate(&mut Nothing))
    }
}

fn pair<N>(a: &Expression<N>, b: &Expression<N>, values: &mut impl Values<N>, with: fn(i32, i32) -> i32) -> i32 {
    let a = a.evaluate(values);
    with(a, b.evaluate(values))
}
