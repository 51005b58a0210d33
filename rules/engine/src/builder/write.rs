//! Formats the parts of a text.

use std::fmt::Write as _;

use super::{Chosen, Number, Part};

/// Formats parts with their values; a missing value has no text.
pub fn write(parts: &[Part], values: &[Chosen]) -> String {
    let mut text = String::new();
    add(parts, values, &mut text);
    text
}

fn add(parts: &[Part], values: &[Chosen], text: &mut String) {
    for (part, value) in parts.iter().zip(values) {
        match (part, value) {
            (Part::Fixed(spellings), Chosen::Fixed(at)) => text.push_str(spellings.get(*at).unwrap_or(&"")),
            (Part::Number(number), Chosen::Number(value)) => add_number(number, *value, text),
            (Part::Choice(choice), Chosen::Choice(at, spelling, then)) => {
                if let Some(option) = choice.options.get(*at) {
                    text.push_str(option.spellings.get(*spelling).unwrap_or(&""));
                    add(option.then, then, text);
                }
            }
            (Part::Offered(offered), Chosen::Offered(value, then)) => {
                text.push_str(value);
                add((offered.then)(value), then, text);
            }
            (Part::List(list), Chosen::List(items)) => items.iter().for_each(|item| add(list.item, item, text)),
            (Part::Group(group), Chosen::Group(values)) => add((group.parts)(), values, text),
            (Part::Around(around), Chosen::Around(hexes, like)) => text.push_str(&(around.write)(hexes, like)),
            _ => {}
        }
    }
}

fn add_number(number: &Number, value: i64, text: &mut String) {
    let sign = match value {
        ..0 => "-",
        0.. if number.signed => "+",
        _ => "",
    };
    let _ = write!(text, "{sign}{:0width$}", value.unsigned_abs(), width = number.digits);
}
