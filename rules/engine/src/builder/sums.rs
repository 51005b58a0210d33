//! The parts of an expression, for [builders](super).

use std::marker::PhantomData;

use super::{Alternative, Choice, Group, List, Number, Offered, Part, Scope};
use crate::tool::Offer;

use crate::arithmetic::{LARGEST, MOST_DICE};

/// The maximum number of terms after the first one.
const MOST_TERMS: usize = 6;
/// The maximum number of factors after the first one.
const MOST_FACTORS: usize = 3;
/// The largest number.
const MOST: i64 = LARGEST as i64;

/// The names that a builder of expressions offers.
pub trait Offers: 'static {
    /// Whether expressions can have dice.
    const DICE: bool;

    /// An example of a name, which is used if none is offered.
    const EXAMPLE: &'static str;

    /// Returns the names with their meanings.
    fn names(scope: &Scope<'_>) -> Vec<Offer>;
}

/// The parts of a sum with names of `N`.
pub struct Sum<N>(PhantomData<N>);

const SIGN: Part = Part::Choice(Choice {
    name: "sign",
    options: &[Alternative::new(&[" + ", "+"], "plus"), Alternative::new(&[" - ", "-"], "minus")],
});

const COMPARISON: Part = Part::Choice(Choice {
    name: "comparison",
    options: &[
        Alternative::new(&[" >= ", ">="], "at least"),
        Alternative::new(&[" <= ", "<="], "at most"),
        Alternative::new(&[" > ", ">"], "more than"),
        Alternative::new(&[" < ", "<"], "less than"),
        Alternative::new(&[" = ", "="], "equal to"),
        Alternative::new(&[" != ", "!="], "other than"),
    ],
});

const WHOLE: Alternative =
    Alternative { spellings: &[""], words: "number", then: &[Part::Number(Number::new("number", -MOST, MOST, 1))] };

const POSITIVE: Alternative =
    Alternative { spellings: &[""], words: "number", then: &[Part::Number(Number::new("number", 1, MOST, 2))] };

const ROLLED: Alternative = Alternative {
    spellings: &[""],
    words: "dice",
    then: &[Part::Number(Number::new("dice", 1, MOST_DICE as i64, 1)), Part::Fixed(&["D"])],
};

impl<N: Offers> Sum<N> {
    /// A sum: a product, and products that are added or subtracted.
    pub const PARTS: &'static [Part] = &[Self::FIRST, Part::List(Self::TERMS)];

    /// A comparison of two sums.
    pub const COMPARED: &'static [Part] = &[
        Part::Group(Group { name: "left side", parts: Self::whole }),
        COMPARISON,
        Part::Group(Group { name: "right side", parts: Self::whole }),
    ];

    const FIRST: Part = Part::Group(Group { name: "", parts: Self::product });

    const TERMS: List = List { name: "term", most: MOST_TERMS, item: &[SIGN, Self::FIRST] };

    /// A product: a value, and values by which it is multiplied or divided.
    const PRODUCT: &'static [Part] = &[Part::Choice(Self::VALUE), Part::List(Self::FACTORS)];

    const FACTORS: List = List { name: "factor", most: MOST_FACTORS, item: &[Part::Choice(Self::OPERATION)] };

    const OPERATION: Choice = Choice { name: "operation", options: &[Self::DIVIDED, Self::REMAINDER, Self::TIMES] };

    const REMAINDER: Alternative = Alternative {
        spellings: &[" % ", "%"],
        words: "remainder after division by",
        then: &[Part::Choice(Self::DIVISOR)],
    };

    const DIVIDED: Alternative =
        Alternative { spellings: &["/", " / "], words: "divided by", then: &[Part::Choice(Self::DIVISOR)] };

    const TIMES: Alternative =
        Alternative { spellings: &[" * ", "*"], words: "times", then: &[Part::Choice(Self::VALUE)] };

    const VALUE: Choice = Choice { name: "value", options: if N::DICE { Self::WITH_DICE } else { Self::WITHOUT_DICE } };

    const WITH_DICE: &'static [Alternative] = &[WHOLE, ROLLED, Self::NAMED, Self::BRACKETS, Self::NEGATIVE];

    const WITHOUT_DICE: &'static [Alternative] = &[WHOLE, Self::NAMED, Self::BRACKETS, Self::NEGATIVE];

    /// A value other than 0.
    const DIVISOR: Choice = Choice { name: "value", options: &[POSITIVE, Self::NAMED, Self::BRACKETS, Self::NEGATIVE] };

    const NAMED: Alternative =
        Alternative { spellings: &[""], words: "named value", then: &[Part::Offered(Self::NAME)] };

    const NAME: Offered = Offered {
        name: "name",
        length: name_length,
        offers: |scope, _| N::names(scope),
        fallback: N::EXAMPLE,
        then: |_| &[],
    };

    const BRACKETS: Alternative = Alternative {
        spellings: &["("],
        words: "sum in brackets",
        then: &[Part::Group(Group { name: "brackets", parts: Self::sum }), Part::Fixed(&[")"])],
    };

    const NEGATIVE: Alternative =
        Alternative { spellings: &["-"], words: "minus", then: &[Part::Choice(Self::NEGATED)] };

    const NEGATED: Choice = Choice { name: "negative value", options: &[Self::NAMED, Self::BRACKETS] };

    fn sum() -> &'static [Part] {
        Self::PARTS
    }

    fn whole() -> &'static [Part] {
        Self::PARTS
    }

    fn product() -> &'static [Part] {
        Self::PRODUCT
    }
}

/// Returns the length of the name at the start of a text: words with full stops between them, all but the first with
/// single hyphens.
fn name_length(text: &str) -> usize {
    let word = |from: usize| {
        let is_letter = |letter: &u8| letter.is_ascii_lowercase();
        let rest = text.as_bytes().get(from..).unwrap_or_default();
        let letters = rest.iter().take_while(|letter| is_letter(letter) || letter.is_ascii_digit()).count();
        if rest.first().is_some_and(is_letter) { letters } else { 0 }
    };
    let holder = word(0);
    let mut end = holder;
    while text[end..].starts_with('.') && word(end + 1) > 0 {
        end += 1 + word(end + 1);
        while text[end..].starts_with('-') && word(end + 1) > 0 {
            end += 1 + word(end + 1);
        }
    }
    if end == holder { 0 } else { end }
}

#[cfg(test)]
mod tests {
    use super::name_length;

    #[test]
    fn a_name_ends_before_signs_and_digits() {
        for (text, name) in [
            ("own.iq/4", "own.iq"),
            ("faction.site-count > 3", "faction.site-count"),
            ("this.price-2", "this.price"),
            ("this.attributes.max-load*2", "this.attributes.max-load"),
            ("own", ""),
            ("own.", ""),
            ("3", ""),
        ] {
            assert_eq!(&text[..name_length(text)], name, "{text}");
        }
    }
}
