//! Parsing values as users type them, in forms and in cells of tables.

use serde_json::Value;

use super::{Field, FieldKind};

/// The name of the widget for a minimum and maximum.
const RANGE: &str = "range";

impl Field {
    /// Parses text typed into a field, in any common notation.
    ///
    /// `+3` and `3.0` are whole numbers; `yes` and `no` are `true` and `false`; `1-3`, `1 to 3`, `1, 3` and `[1, 3]`
    /// are lists of two items, and so are `3`, `2+` and `up to 4` in a range. A unit may follow. Ids of records are
    /// taken literally. The error says what was expected and found.
    pub fn entered(self, text: &str) -> Result<Value, String> {
        let text = self.without_unit(text.trim());
        let wrong = || format!("expected {}, found `{text}`", self.expected());
        match *self.shape() {
            FieldKind::Integer { min, max } => {
                whole(text).filter(|number| (min..=max).contains(number)).map(Value::from).ok_or_else(wrong)
            }
            FieldKind::Number => self.number(text).ok_or_else(wrong),
            FieldKind::Bool => match text.to_lowercase().as_str() {
                "yes" | "true" | "on" => Ok(Value::Bool(true)),
                "no" | "false" | "off" => Ok(Value::Bool(false)),
                _ => Err(wrong()),
            },
            FieldKind::Choice(ref words) => {
                let word = words.iter().find(|word| word.value.eq_ignore_ascii_case(text));
                word.map(|word| Value::from(word.value)).ok_or_else(wrong)
            }
            FieldKind::Text { .. } | FieldKind::Reference { .. } => Ok(self.typed(text)),
            FieldKind::List { min, max } => self.list(text, min, max),
            FieldKind::Any => Ok(literal(text).unwrap_or_else(|| Value::from(text))),
            FieldKind::Object | FieldKind::Map => literal(text).filter(Value::is_object).ok_or_else(wrong),
        }
    }

    fn without_unit(self, text: &str) -> &str {
        let bare = self.unit().and_then(|unit| text.strip_suffix(unit)).map(str::trim_end);
        bare.filter(|bare| bare.ends_with(|letter: char| letter.is_ascii_digit() || letter == ']')).unwrap_or(text)
    }

    fn number(self, text: &str) -> Option<Value> {
        let number = signed(text).parse::<f64>().ok().filter(|number| number.is_finite())?;
        let limit = |key| self.get(key).and_then(Value::as_f64);
        let fits = limit("minimum").is_none_or(|min| number >= min) && limit("maximum").is_none_or(|max| number <= max);
        // Whole numbers are written without a decimal point.
        fits.then(|| whole(text).map_or_else(|| Value::from(number), Value::from))
    }

    fn list(self, text: &str, min: usize, max: Option<usize>) -> Result<Value, String> {
        let is_range = self.widget() == Some(RANGE);
        let example = if is_range { "such as `1-3`" } else { "between commas" };
        let wrong = || format!("expected {} {example}, found `{text}`", self.expected());
        let item = self.value().ok_or_else(wrong)?;
        let limits = match *item.shape() {
            FieldKind::Integer { min, max } => Some((min, max)),
            _ => None,
        };
        let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text).trim();
        let mut items = match limits {
            Some((smallest, _)) => numbers(inner, smallest < 0),
            None => inner.split([',', ';']).map(|item| item.trim().trim_matches('"').to_owned()).collect(),
        };
        items.retain(|item| !item.is_empty());
        if let (true, Some((smallest, largest))) = (is_range, limits)
            && let Some(whole) = open_range(inner, smallest, largest)
        {
            items = whole.map(|number| number.to_string()).to_vec();
        }
        if items.len() < min || max.is_some_and(|max| items.len() > max) {
            return Err(wrong());
        }
        items.iter().map(|text| item.entered(text)).collect::<Result<_, _>>().map(Value::Array)
    }
}

/// Parses a range with one number: exactly that number, a minimum or a maximum.
fn open_range(text: &str, smallest: i64, largest: i64) -> Option<[i64; 2]> {
    let from = |text: &str| Some([whole(text)?, largest]);
    let to = |text: &str| Some([smallest, whole(text)?]);
    if let Some(number) = whole(text) {
        return Some([number; 2]);
    }
    let lower = text.to_lowercase();
    let before = |words: &[&str]| words.iter().find_map(|word| lower.strip_prefix(word)).map(str::to_owned);
    let after = |words: &[&str]| words.iter().find_map(|word| lower.strip_suffix(word)).map(str::to_owned);
    let least = before(&["at least", "from", ">=", "≥"]).or_else(|| after(&["+", "or more"]));
    let most = before(&["at most", "up to", "<=", "≤"]).or_else(|| after(&["or less"]));
    least.and_then(|text| from(text.trim())).or_else(|| most.and_then(|text| to(text.trim())))
}

/// Returns the numbers of a list with common separators. A hyphen after a number is a separator, unless numbers may be
/// negative and the hyphen touches only the next number.
fn numbers(text: &str, may_be_negative: bool) -> Vec<String> {
    let text = text.to_lowercase().replace(['\u{2013}', '\u{2014}', '\u{2212}'], "-");
    let text = text.replace("..", " ").replace(" to ", " ").replace(" by ", " ").replace("from ", "");
    let letters: Vec<char> = text.chars().collect();
    let mut items = vec![String::new()];
    for (at, &letter) in letters.iter().enumerate() {
        let last = || items.iter().rev().find(|item| !item.is_empty());
        let touches = |other: Option<&char>| other.is_some_and(|other| !other.is_whitespace());
        let (left, right) = (at.checked_sub(1).and_then(|at| letters.get(at)), letters.get(at + 1));
        let separates = match letter {
            ',' | ';' | '×' | 'x' | '*' | '/' | ':' => true,
            '-' if last().is_none() => false,
            '-' if !may_be_negative => true,
            '-' => left.is_some_and(char::is_ascii_digit) || !touches(right),
            letter => letter.is_whitespace(),
        };
        match items.last_mut() {
            Some(item) if !separates => item.push(letter),
            _ => items.push(String::new()),
        }
    }
    items
}

/// Normalises the sign of a number.
fn signed(text: &str) -> String {
    text.replace('\u{2212}', "-").strip_prefix('+').map_or_else(|| text.replace('\u{2212}', "-"), str::to_owned)
}

/// Parses a whole number, including one with zeros after the decimal point, as spreadsheets write it.
fn whole(text: &str) -> Option<i64> {
    let text = signed(text);
    let digits = text.split_once('.').filter(|(_, rest)| rest.bytes().all(|digit| digit == b'0'));
    digits.map_or(text.as_str(), |(digits, _)| digits).parse().ok()
}

/// Parses a number, `true` or `false`, or a list or map in brackets.
fn literal(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().filter(|value: &Value| !value.is_string() && !value.is_null())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_numbers_are_read_however_they_are_written() {
        for text in
            ["1-3", "1 - 3", "1–3", "1 to 3", "from 1 to 3", "1..3", "1, 3", "1;3", "1 3", "1 × 3", "1x3", "1:3"]
        {
            let read: Vec<String> = numbers(text, false).into_iter().filter(|item| !item.is_empty()).collect();
            assert_eq!(read, ["1", "3"], "{text}");
        }
        for (text, wanted) in [
            ("-3, 4", ["-3", "4"]),
            ("-3 -4", ["-3", "-4"]),
            ("-3-4", ["-3", "4"]),
            ("3 - -4", ["3", "-4"]),
            ("\u{2212}3 4", ["-3", "4"]),
        ] {
            let read: Vec<String> = numbers(text, true).into_iter().filter(|item| !item.is_empty()).collect();
            assert_eq!(read, wanted, "{text}");
        }
    }

    #[test]
    fn ranges_with_one_number_are_that_number_or_open_at_one_end() {
        for (text, wanted) in [
            ("3", Some([3, 3])),
            ("2+", Some([2, 99])),
            ("at least 2", Some([2, 99])),
            ("≥ 2", Some([2, 99])),
            ("up to 4", Some([0, 4])),
            ("<=4", Some([0, 4])),
            ("1-3", None),
            ("-", None),
            ("", None),
        ] {
            assert_eq!(open_range(text, 0, 99), wanted, "{text}");
        }
    }

    #[test]
    fn whole_numbers_may_have_a_sign_and_zeros_behind_a_point() {
        for (text, wanted) in [("3", Some(3)), ("+3", Some(3)), ("\u{2212}3", Some(-3)), ("3.00", Some(3))] {
            assert_eq!(whole(text), wanted, "{text}");
        }
        for text in ["", "3.5", "1e3", "three", "3 4", "99999999999999999999"] {
            assert_eq!(whole(text), None, "{text}");
        }
    }
}
