//! Converts trees to values, guided by the schema: in a text field, `no`, `0001` and `1e3` are text.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::map::Entry::Vacant;
use serde_json::{Map, Number, Value};

use crate::field::{Field, FieldKind};
use crate::source::tree::{Node, NodeKind, Style};

/// Returns the value of a tree; `field` is its schema, if known.
///
/// The first of several duplicate keys counts.
/// A scalar of the wrong type stays text, so that validation reports it.
pub(crate) fn value(node: &Node, field: Option<Field>) -> Value {
    match &node.kind {
        NodeKind::Scalar { text, style } => scalar(node, text, *style, field),
        NodeKind::Map { entries, .. } => {
            let mut map = Map::with_capacity(entries.len());
            for entry in entries {
                if let Vacant(place) = map.entry(entry.key.as_str()) {
                    let field = field.and_then(|field| field.child(&entry.key));
                    place.insert(value(&entry.value, field));
                }
            }
            Value::Object(map)
        }
        NodeKind::Seq { items, .. } => {
            let field = field.and_then(Field::value);
            items.iter().map(|item| value(item, field)).collect()
        }
    }
}

fn scalar(node: &Node, text: &str, style: Style, field: Option<Field>) -> Value {
    if node.is_null() {
        return Value::Null;
    }
    let as_text = || Value::from(text);
    if style != Style::Plain || field.is_some_and(Field::is_text) {
        return as_text();
    }
    match field.map(Field::shape) {
        None | Some(FieldKind::Any) => guessed(text),
        Some(FieldKind::Integer { .. }) => number(text).filter(|value| !value.is_f64()).unwrap_or_else(as_text),
        Some(FieldKind::Text { .. }) if field.is_some_and(Field::is_number_or_text) => {
            number(text).filter(|value| !value.is_f64()).unwrap_or_else(as_text)
        }
        Some(FieldKind::Number) => number(text).unwrap_or_else(as_text),
        Some(FieldKind::Bool) => boolean(text).unwrap_or_else(as_text),
        Some(_) => as_text(),
    }
}

/// Returns the value of a plain scalar without a schema.
fn guessed(text: &str) -> Value {
    boolean(text).or_else(|| number(text)).unwrap_or_else(|| Value::from(text))
}

/// Parses `true` or `false` as in YAML 1.2.
pub(crate) fn boolean(text: &str) -> Option<Value> {
    match text {
        "true" | "True" | "TRUE" => Some(Value::Bool(true)),
        "false" | "False" | "FALSE" => Some(Value::Bool(false)),
        _ => None,
    }
}

/// Parses a number as in the core schema of YAML 1.2: `12`, `+12`, `0014`, `0o14`, `0x1F`, `1.5`, `.5`, `1e3`.
///
/// A number without a fraction is an integer, however it is written. Numbers that JSON cannot represent, such as `.inf`
/// or ones with too many digits, are rejected.
pub(crate) fn number(text: &str) -> Option<Value> {
    for (prefix, radix) in [("0o", 8), ("0x", 16)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            let all_digits = digits.chars().all(|digit| digit.is_digit(radix));
            return i64::from_str_radix(digits, radix).ok().filter(|_| all_digits).map(Value::from);
        }
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits.is_empty() && all_digits(digits) {
        let text = text.strip_prefix('+').unwrap_or(text);
        return text.parse::<i64>().ok().map(Value::from).or_else(|| text.parse::<u64>().ok().map(Value::from));
    }
    let (digits, exponent) =
        digits.split_once(['e', 'E']).map_or((digits, "0"), |(digits, exponent)| (digits, exponent));
    let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = all_digits(whole) && all_digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    if !is_number || exponent.is_empty() || !all_digits(exponent) {
        return None;
    }
    let number: f64 = text.parse().ok()?;
    let whole = number as i64;
    if number.fract() == 0.0 && number.abs() < WHOLE {
        return Some(Value::from(whole));
    }
    Number::from_f64(number).map(Value::Number)
}

/// Whole numbers up to this limit have an exact floating-point representation.
const WHOLE: f64 = 9_007_199_254_740_992.0;

/// Returns whether common YAML readers, 1.1 or 1.2, read an unquoted text as a number, a date, `false` or null.
pub(crate) fn is_typed(text: &str) -> bool {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
        let number = r"[-+]?([0-9][0-9_]*(\.[0-9_]*)?|\.[0-9][0-9_]*)([eE][-+]?[0-9]+)?";
        let other = r"0x[0-9a-fA-F_]+|0o[0-7]+|[-+]?0b[01_]+|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?";
        let date = r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?";
        let word = r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)";
        Regex::new(&format!("^({number}|{other}|{date}|{word})$")).expect("the pattern is constant and valid")
    });
    const WORDS: [&str; 7] = ["null", "true", "false", "yes", "no", "on", "off"];
    match text.as_bytes() {
        [b't' | b'T' | b'f' | b'F' | b'y' | b'Y' | b'n' | b'N' | b'o' | b'O', ..] => {
            WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
        }
        b"~" | b"=" | b"<<" => true,
        [b'0'..=b'9' | b'+' | b'-' | b'.', ..] => {
            // Most are plain integers, and compiling the pattern takes a noticeable part of the check of a small pack.
            let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
            let is_integer = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            is_integer || may_be_number(text) && NUMBER.is_match(text)
        }
        _ => false,
    }
}

/// Returns whether a text consists of characters of numbers or begins like a date. Damage dice, for example, do not.
fn may_be_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let other = ["0x", "0o", "0b", "."].iter().any(|prefix| digits.starts_with(prefix));
    other
        || digits.bytes().all(|b| b.is_ascii_digit() || b"_:.eE+-".contains(&b))
        || text.as_bytes().get(4) == Some(&b'-')
}

/// Returns whether any YAML reader may read an unquoted text as something other than text. In that case the writer adds
/// quotes.
pub(crate) fn looks_typed(text: &str) -> bool {
    if !may_be_typed(text) {
        return false;
    }
    const WORDS: [&str; 15] =
        ["~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<", ".inf", "-.inf", ".nan"];
    let lower = text.to_ascii_lowercase();
    if WORDS.contains(&lower.as_str()) || lower == "+.inf" {
        return true;
    }
    let digits = lower.trim_start_matches(['+', '-']);
    let numeric = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let radix = ["0x", "0o", "0b"].iter().any(|prefix| digits.starts_with(prefix));
    // Includes dates and base 60 numbers, which older readers support.
    radix
        || numeric
            && digits.chars().all(|c| c.is_ascii_digit() || "_.:e+-".contains(c))
            && digits.chars().any(|c| c.is_ascii_digit())
}

/// Returns whether a text begins like one of these values, which is rare.
fn may_be_typed(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || "+-.~=<tTfFyYnNoO".contains(c))
}

/// Returns whether some YAML reader reads an unquoted number as another number or as text: older ones read `0014` as
/// twelve, and `0o14` and `1e3` as text.
pub(crate) fn is_odd_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let zero = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.") && !digits.starts_with("0x");
    zero || (!digits.starts_with("0x") && digits.contains(['e', 'E']))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::Config;
    use serde_json::json;

    use super::*;

    proptest! {
        #![proptest_config(Config { cases: 4000, failure_persistence: None, ..Config::default() })]

        #[test]
        fn typed_texts_are_those_of_the_patterns(text in "[-+.0-9xobDTte_: ~=<]{0,7}|[0-9]{4}-[0-9T -]{1,5}|[-+.]{0,2}(?i:null|yes|no|on|inf|nan|0x1f|0b1|0o7|1e5)[ -~]{0,1}") {
            let number = r"[-+]?([0-9][0-9_]*(\.[0-9_]*)?|\.[0-9][0-9_]*)([eE][-+]?[0-9]+)?";
            let other = r"0x[0-9a-fA-F_]+|0o[0-7]+|[-+]?0b[01_]+|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?";
            let date = r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?";
            let word = r"(?i:null|true|false|yes|no|on|off)|~|=|<<|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)";
            let pattern = Regex::new(&format!("^({number}|{other}|{date}|{word})$")).unwrap();
            prop_assert_eq!(is_typed(&text), pattern.is_match(&text));
        }
    }

    #[test]
    fn numbers_are_read_as_the_core_schema_of_yaml_says() {
        let numbers = [
            ("0", json!(0)),
            ("12", json!(12)),
            ("+12", json!(12)),
            ("-19", json!(-19)),
            ("0014", json!(14)),
            ("0o14", json!(12)),
            ("0x1F", json!(31)),
            ("1e3", json!(1000)),
            ("12e03", json!(12000)),
            ("-2E+05", json!(-200_000)),
            ("1.5", json!(1.5)),
            (".5", json!(0.5)),
            ("+.5", json!(0.5)),
            ("12.", json!(12)),
            ("0.", json!(0)),
            ("1e-1", json!(0.1)),
            ("-0.0", json!(0)),
            ("18446744073709551615", json!(u64::MAX)),
        ];
        for (text, expected) in numbers {
            assert_eq!(number(text), Some(expected), "{text}");
        }
        let others = [
            "",
            "+",
            "-",
            ".",
            "e3",
            "1e",
            "1e+",
            ".e3",
            "0o",
            "0o8",
            "0o-7",
            "0x",
            "0xg",
            "-0x1",
            "+0o7",
            "1_000",
            "12:30",
            ".inf",
            "-.Inf",
            ".nan",
            "1e999",
            "1D",
            "1 2",
            "184467440737095516160",
        ];
        for text in others {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn texts_that_common_readers_take_for_something_else_are_known() {
        let typed = [
            "12",
            "-3",
            "0001",
            "1e3",
            "1_000",
            "12:30",
            "2026-01-02",
            ".5",
            "1.",
            "0x1f",
            "0o7",
            "no",
            "Yes",
            "NULL",
            "~",
            "=",
            ".inf",
            "-.INF",
            ".NaN",
            "99199",
        ];
        let texts = [
            "1.0.0", "-1H", "2D", "1D-2", "1hand", "-", "+", ".", "1-2", "n", "Y", "nothing", "one", "12 13", "0x",
            "1e",
        ];
        assert_eq!(typed.map(is_typed), [true; 20]);
        assert_eq!(texts.map(is_typed), [false; 16]);
    }

    #[test]
    fn numbers_that_readers_differ_about_are_odd() {
        let odd = ["0014", "-007", "0o14", "1e3", "1.5e3"].map(is_odd_number);
        let even = ["0", "14", "+14", "-3", "0.5", ".5", "0x1E", "10"].map(is_odd_number);
        assert_eq!((odd, even), ([true; 5], [false; 8]));
    }
}
