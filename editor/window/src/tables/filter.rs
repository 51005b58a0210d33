//! Filters of columns.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The maximum number of values that a filter names.
const NAMED: usize = 2;

/// The filter of a column: a row must pass both parts.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// A text to contain, or a comparison such as `>=3`; empty for all.
    pub text: String,
    /// The texts of the values to show; empty for all.
    pub values: BTreeSet<String>,
}

/// A comparison, by its sign.
type Sign = (&'static str, fn(f64, f64) -> bool);

/// The comparisons; signs that start with another sign come first.
const SIGNS: [Sign; 9] = [
    (">=", |a, b| a >= b),
    ("≥", |a, b| a >= b),
    ("<=", |a, b| a <= b),
    ("≤", |a, b| a <= b),
    ("!=", |a, b| a != b),
    ("≠", |a, b| a != b),
    (">", |a, b| a > b),
    ("<", |a, b| a < b),
    ("=", |a, b| a == b),
];

impl Filter {
    /// Whether it shows all rows.
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && self.values.is_empty()
    }

    /// Whether a value passes; its text must be in lower case.
    pub fn passes(&self, text: &str) -> bool {
        let listed = self.values.is_empty() || self.values.iter().any(|value| value.to_lowercase() == text);
        listed && self.finds(text)
    }

    fn finds(&self, text: &str) -> bool {
        let wanted = self.text.trim().to_lowercase();
        let compared = SIGNS.iter().find_map(|(sign, holds)| Some((sign, holds, wanted.strip_prefix(sign)?.trim())));
        let Some((sign, holds, rest)) = compared else { return text.contains(&wanted) };
        match (rest.parse::<f64>(), number(text)) {
            (Ok(limit), Some(number)) => holds(number, limit),
            (Ok(_), None) => ["!=", "≠"].contains(sign),
            (Err(_), _) => match *sign {
                "=" => text == rest,
                "!=" | "≠" => text != rest,
                // An unfinished comparison hides no rows.
                _ => true,
            },
        }
    }

    /// Returns the filter in a few words, after the name of its column: `contains axe`.
    pub fn told(&self) -> String {
        let text = self.text.trim();
        let compares = SIGNS.iter().any(|(sign, _)| text.starts_with(sign));
        let text = match (text.is_empty(), compares) {
            (true, _) => None,
            (false, true) => Some(text.to_owned()),
            (false, false) => Some(format!("contains {text}")),
        };
        let named = || self.values.iter().map(|value| shown(value)).collect::<Vec<_>>().join(" or ");
        let values = match self.values.len() {
            0 => None,
            few if few <= NAMED => Some(format!("is {}", named())),
            many => Some(format!("is one of {many} values")),
        };
        [text, values].into_iter().flatten().collect::<Vec<_>>().join(" and ")
    }
}

/// Returns the number at the start of a text, such as of `3 hexes`.
fn number(text: &str) -> Option<f64> {
    text.split_whitespace().next()?.parse().ok()
}

/// Returns the text of a value, or a word for an empty one.
pub(super) fn shown(value: &str) -> &str {
    if value.is_empty() { "(empty)" } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(filter: &str, text: &str) -> bool {
        Filter { text: filter.to_owned(), ..Filter::default() }.passes(text)
    }

    #[test]
    fn texts_are_contained_and_numbers_compared() {
        assert!(passes("axe", "great axe") && !passes("axe", "sword") && passes("", "sword"));
        assert!(passes(">=3", "3") && !passes(">= 3", "2") && passes("<3", "-1") && passes("!=3", "4"));
        assert!(passes("=3", "3") && !passes("=3", "13"), "equality is not containment");
        assert!(!passes(">3", "") && !passes(">3", "sword"), "only numbers are greater");
        assert!(passes(">", "sword"), "an unfinished comparison hides nothing");
        assert!(passes("=axe", "axe") && !passes("=axe", "great axe"));
        assert!(passes(">2", "3 hexes"));
    }

    #[test]
    fn a_filter_of_values_shows_only_these() {
        let values = ["Axe", ""].map(str::to_owned).into();
        let filter = Filter { values, ..Filter::default() };
        assert!(filter.passes("axe") && filter.passes("") && !filter.passes("great axe"));
        assert_eq!(filter.told(), "is (empty) or Axe");
    }
}
