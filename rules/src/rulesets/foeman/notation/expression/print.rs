//! Writing expressions: what is written reads as the same tree.

use std::fmt;

use super::Expression;

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Dice(count) => write!(f, "{count}D"),
            Self::Attribute(whose, attribute) => write!(f, "{}.{}", whose.name(), attribute.name()),
            Self::Field(holder, name) => write!(f, "{}.{name}", holder.name()),
            Self::Negative(inner) => {
                f.write_str("-")?;
                part(f, inner, binds(inner) < binds(self))
            }
            Self::Sum(a, b) => pair(f, self, a, " + ", b),
            Self::Difference(a, b) => pair(f, self, a, " - ", b),
            Self::Product(a, b) => pair(f, self, a, " * ", b),
            Self::Quotient(a, b) => pair(f, self, a, "/", b),
        }
    }
}

/// Two parts; equal operators bind to the left, so that only the right part of the same rank needs brackets.
fn pair(f: &mut fmt::Formatter<'_>, whole: &Expression, a: &Expression, sign: &str, b: &Expression) -> fmt::Result {
    part(f, a, binds(a) < binds(whole))?;
    f.write_str(sign)?;
    part(f, b, binds(b) <= binds(whole))
}

fn part(f: &mut fmt::Formatter<'_>, part: &Expression, brackets: bool) -> fmt::Result {
    if brackets { write!(f, "({part})") } else { write!(f, "{part}") }
}

/// How tightly the parts of an expression are bound.
fn binds(expression: &Expression) -> u8 {
    match expression {
        Expression::Sum(..) | Expression::Difference(..) => 0,
        Expression::Product(..) | Expression::Quotient(..) => 1,
        Expression::Negative(_) => 2,
        Expression::Number(_) | Expression::Dice(_) | Expression::Attribute(..) | Expression::Field(..) => 3,
    }
}
