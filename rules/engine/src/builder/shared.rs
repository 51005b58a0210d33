//! Builders of values that every ruleset can have.

use super::{Builder, Chosen, Number, Part, standards, write};

/// The builders of all rulesets.
pub static SHARED: &[&Builder] = &[&standards::CATALOG, &standards::FIELD, &RANGE, &standards::REQUIREMENT];

/// The largest number in a range, in hexes.
const MOST: i64 = 99;

static PARTS: [Part; 3] = [
    Part::Number(Number::new("from", 0, MOST, 1)),
    Part::Fixed(&[", "]),
    Part::Number(Number { rising: true, ..Number::new("to", 0, MOST, 3) }),
];

/// A minimum and maximum, with the text of the form's input: `1, 3`.
static RANGE: Builder = Builder {
    name: "range",
    rules: &[],
    parts: &PARTS,
    tidy: |text| {
        let numbers: Vec<i64> = text.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
        let [from, to] = numbers[..] else { return None };
        Some(write(&PARTS, &[Chosen::Number(from), Chosen::Fixed(0), Chosen::Number(to)]))
    },
    reading: |_, text| {
        let (from, to) = text.split_once(", ")?;
        Some(if from == to { format!("exactly {from}") } else { format!("from {from} to {to}") })
    },
};
