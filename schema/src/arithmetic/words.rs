//! Describes expressions in words.

use super::Expression;

impl<N> Expression<N> {
    /// Describes the expression: `2 dice minus 1`; `name` describes a name.
    pub fn words(&self, name: &impl Fn(&N) -> String) -> String {
        let pair = |a: &Self, between: &str, b: &Self| {
            let brackets = |part: &Self| match part {
                Self::Sum(..) | Self::Difference(..) => format!("({})", part.words(name)),
                _ => part.words(name),
            };
            match self {
                Self::Sum(..) => format!("{} {between} {}", a.words(name), b.words(name)),
                Self::Difference(..) => format!("{} {between} {}", a.words(name), brackets(b)),
                _ => format!("{} {between} {}", brackets(a), brackets(b)),
            }
        };
        match self {
            Self::Number(number) => number.to_string(),
            Self::Dice(1) => "1 die".to_owned(),
            Self::Dice(count) => format!("{count} dice"),
            Self::Name(of) => name(of),
            Self::Negative(inner) => match &**inner {
                Self::Sum(..) | Self::Difference(..) => format!("minus ({})", inner.words(name)),
                _ => format!("minus {}", inner.words(name)),
            },
            Self::Sum(a, b) => pair(a, "plus", b),
            Self::Difference(a, b) => pair(a, "minus", b),
            Self::Product(a, b) => pair(a, "times", b),
            Self::Quotient(a, b) => pair(a, "divided by", b),
            Self::Remainder(a, b) => format!("the remainder of {}", pair(a, "divided by", b)),
        }
    }
}
