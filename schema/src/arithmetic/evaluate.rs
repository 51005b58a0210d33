//! Evaluates expressions: whole numbers with saturating arithmetic, so that evaluation never fails.

use super::Expression;

/// The context of an evaluation: the values of names, and the dice.
pub trait Values<N> {
    /// Returns the value of a name.
    fn value(&mut self, name: &N) -> i32;

    /// Returns the sum of `count` dice.
    fn dice(&mut self, count: u8) -> i32;
}

/// Returns `a / b`, rounded to the nearest whole number, halves up; 0 if `b` is 0.
pub fn nearest(a: i32, b: i32) -> i32 {
    if b == 0 {
        return 0;
    }
    let (a, b) = (i64::from(a) * i64::from(b.signum()), i64::from(b).abs());
    let rounded = (2 * a + b).div_euclid(2 * b);
    i32::try_from(rounded).unwrap_or(i32::MAX)
}

/// Returns the remainder of `a / b` rounded down, from 0 to `b - 1` for a positive `b`; 0 if `b` is 0.
pub fn remainder(a: i32, b: i32) -> i32 {
    a.checked_rem_euclid(b).unwrap_or_default()
}

impl<N> Expression<N> {
    /// Evaluates the expression. Sums and products saturate; quotients are rounded to the nearest whole number, halves
    /// up, and are 0 if the divisor is 0, like remainders. Dice are rolled from left to right.
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
            Self::Remainder(a, b) => pair(a, b, values, remainder),
        }
    }

    /// Returns the value of an expression without dice and names; `None` otherwise.
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
