//! From trees to values, directed by the schema: where it says text, `no`, `0001` and `1e3` are text.

use serde_json::map::Entry::Vacant;
use serde_json::{Map, Number, Value};

use crate::field::{Field, FieldKind};
use crate::source::tree::{Node, NodeKind, Style};

/// The value of a tree; `field` is what may stand there, where that is known.
///
/// Of a key that stands twice the first counts.
/// A scalar that is not what the schema wants stays text, so that validation can say so.
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

/// What a plain scalar is where no schema says so.
fn guessed(text: &str) -> Value {
    boolean(text).or_else(|| number(text)).unwrap_or_else(|| Value::from(text))
}

fn boolean(text: &str) -> Option<Value> {
    match text {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => None,
    }
}

/// A decimal number: no exponents, no leading zeros, no other bases, so that no two readers differ.
pub(crate) fn number(text: &str) -> Option<Value> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(whole, rest)| (whole, Some(rest)));
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(whole) || (whole.len() > 1 && whole.starts_with('0')) {
        return None;
    }
    match fraction {
        None => {
            let text = text.strip_prefix('+').unwrap_or(text);
            text.parse::<i64>().ok().map(Value::from).or_else(|| text.parse::<u64>().ok().map(Value::from))
        }
        Some(fraction) if all_digits(fraction) => Number::from_f64(text.parse().ok()?).map(Value::Number),
        Some(_) => None,
    }
}
