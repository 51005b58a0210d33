//! Prints expressions, so that the text parses as the same tree.

use std::fmt;

use super::Expression;

impl<N: fmt::Display> fmt::Display for Expression<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Dice(count) => write!(f, "{count}D"),
            Self::Name(name) => write!(f, "{name}"),
            Self::Negative(inner) => {
                f.write_str("-")?;
                part(f, inner, binds(inner) < binds(self))
            }
            Self::Sum(a, b) => pair(f, self, a, " + ", b),
            Self::Difference(a, b) => pair(f, self, a, " - ", b),
            Self::Product(a, b) => pair(f, self, a, " * ", b),
            Self::Quotient(a, b) => pair(f, self, a, "/", b),
            Self::Remainder(a, b) => pair(f, self, a, " % ", b),
        }
    }
}

/// Prints two operands. Equal operators bind to the left, so an operand of the same precedence needs brackets only on
/// the right.
fn pair<N: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    whole: &Expression<N>,
    a: &Expression<N>,
    sign: &str,
    b: &Expression<N>,
) -> fmt::Result {
    part(f, a, binds(a) < binds(whole))?;
    f.write_str(sign)?;
    part(f, b, binds(b) <= binds(whole))
}

fn part<N: fmt::Display>(f: &mut fmt::Formatter<'_>, part: &Expression<N>, brackets: bool) -> fmt::Result {
    if brackets { write!(f, "({part})") } else { write!(f, "{part}") }
}

/// Returns the precedence of an expression.
fn binds<N>(expression: &Expression<N>) -> u8 {
    match expression {
        Expression::Sum(..) | Expression::Difference(..) => 0,
        Expression::Product(..) | Expression::Quotient(..) | Expression::Remainder(..) => 1,
        Expression::Negative(_) => 2,
        Expression::Number(_) | Expression::Dice(_) | Expression::Name(_) => 3,
    }
}
