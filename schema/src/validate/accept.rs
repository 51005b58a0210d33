//! Fast validation: accepts valid records based on their tree, without converting them to values and without
//! jsonschema.
//!
//! An accepted record must be valid. Records that are not accepted, valid or not, are checked by
//! [`flaws`](super::flaws), which is the only source of messages.

use serde_json::Value;

use crate::field::{Field, Keys, Rule, Spec, Union};
use crate::json_schema::Nulls;
use crate::read::{boolean, is_odd_number, is_typed, number};
use crate::source::tree::{Node, NodeKind, Pair, Style};

/// Whole numbers up to this one are exact in floating point.
const EXACT: i64 = 1 << 53;

/// Returns whether a record described by `field` is certainly valid, without duplicate keys and without values that
/// other YAML readers interpret differently.
pub(crate) fn accepts_record(node: &Node, field: Field) -> bool {
    let nulls = if node.entry("extends").is_some() { Nulls::Everywhere } else { Nulls::WhereOptional };
    !node.is_null() && accepts(node, field.spec(), nulls)
}

/// Like [`accepts_record`], for a value of the pack's header.
pub(crate) fn accepts_header(node: &Node, field: Field) -> bool {
    if node.is_null() { !field.required() } else { accepts(node, field.spec(), Nulls::WhereOptional) }
}

/// Returns whether a value certainly has all required keys.
pub(crate) fn lacks_nothing(value: &Value, field: Field) -> bool {
    lacks_none(value, field.spec())
}

fn accepts(node: &Node, spec: &'static Spec, nulls: Nulls) -> bool {
    let Some(rule) = spec.rule() else { return false };
    // Shared definitions are always complete, wherever they are used.
    let nulls = if spec.shared.is_none() { nulls } else { Nulls::WhereOptional };
    match (&node.kind, rule) {
        (NodeKind::Scalar { text, style }, _) => accepts_scalar(text, *style == Style::Plain, rule),
        (NodeKind::Seq { items, .. }, Rule::List { sizes: [least, most] }) => {
            let Some(below) = &spec.below().value else { return false };
            (*least..=*most).contains(&items.len())
                && items.iter().all(|item| !item.is_null() && accepts(item, below.spec, Nulls::WhereOptional))
        }
        (NodeKind::Map { entries, .. }, Rule::Object { required, union }) => {
            let below = spec.below();
            let (mut keys, mut written) = (Keys::NONE, Keys::NONE);
            for entry in entries {
                let Some(position) = below.position(&entry.key) else { return false };
                if !keys.insert(position) {
                    return false;
                }
                if !entry.value.is_null() {
                    written.insert(position);
                }
                let site = &below.fields[position];
                let may_be_null = (nulls == Nulls::Everywhere || !site.required) && site.name != "extends";
                let fits = if entry.value.is_null() {
                    may_be_null && site.spec.rule().is_some()
                } else {
                    accepts(&entry.value, site.spec, nulls)
                };
                if !fits {
                    return false;
                }
            }
            let all = nulls == Nulls::Everywhere || required.within(keys);
            all && union.as_ref().is_none_or(|union| {
                let kind = entries.iter().find(|entry| entry.key == union.tag).and_then(|entry| entry.value.text());
                let kind = union.kinds.iter().find(|(name, ..)| Some(*name) == kind);
                kind.is_some_and(|(_, may, must)| {
                    keys.within(*may) && (nulls == Nulls::Everywhere || must.within(written))
                })
            })
        }
        (NodeKind::Map { entries, .. }, Rule::Map { keys }) => {
            let Some(below) = &spec.below().value else { return false };
            let fits = |entry: &Pair| {
                let fits = if entry.value.is_null() {
                    nulls == Nulls::Everywhere && below.spec.rule().is_some()
                } else {
                    accepts(&entry.value, below.spec, nulls)
                };
                fits && keys.fits(&entry.key)
            };
            entries.iter().all(fits) && !is_any_twice(entries)
        }
        _ => false,
    }
}

fn accepts_scalar(text: &str, plain: bool, rule: &Rule) -> bool {
    if plain && is_read_otherwise(text, matches!(rule, Rule::Text { .. })) {
        return false;
    }
    match rule {
        Rule::Text { words, form } => words.as_ref().is_none_or(|words| words.contains(&text)) && form.fits(text),
        Rule::NumberOrText { range: [min, max], form } => match number(text).filter(|number| plain && !number.is_f64())
        {
            Some(number) => {
                number.as_i64().is_some_and(|number| (min..=max).contains(&&number))
                    && form.follows(&number.to_string())
            }
            None => form.fits(text),
        },
        Rule::Integer { range: [min, max] } if plain => {
            number(text).and_then(|number| number.as_i64()).is_some_and(|number| (min..=max).contains(&&number))
        }
        Rule::Number { range: [min, max] } if plain => number(text).is_some_and(|number| {
            let exact = number.as_i64().map_or(number.is_f64(), |number| (-EXACT..=EXACT).contains(&number));
            exact && number.as_f64().is_some_and(|number| (min..=max).contains(&&number))
        }),
        Rule::Bool if plain => boolean(text).is_some(),
        _ => false,
    }
}

/// Returns whether some YAML reader interprets an unquoted value differently; `is_text` in a text field.
pub(crate) fn is_read_otherwise(text: &str, is_text: bool) -> bool {
    is_typed(text) && (is_text || number(text).is_none_or(|_| is_odd_number(text)) && boolean(text).is_none())
}

/// Returns whether there are duplicate keys.
fn is_any_twice(entries: &[Pair]) -> bool {
    if entries.len() <= 8 {
        return entries.iter().enumerate().any(|(at, entry)| entries[..at].iter().any(|e| e.key == entry.key));
    }
    let mut keys: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

fn lacks_none(value: &Value, spec: &'static Spec) -> bool {
    let below = || spec.below().value.as_ref();
    match (value, spec.rule()) {
        (_, None) => false,
        (Value::Object(map), Some(Rule::Object { required, union })) => {
            let fields = spec.below();
            let mut keys = Keys::NONE;
            for (key, value) in map {
                let Some(position) = fields.position(key) else { return false };
                keys.insert(position);
                if !lacks_none(value, fields.fields[position].spec) {
                    return false;
                }
            }
            let must = |union: &Union| {
                let kind = map.get(union.tag).and_then(Value::as_str);
                let kind = union.kinds.iter().find(|(name, ..)| Some(*name) == kind);
                kind.is_some_and(|(_, _, must)| must.within(keys))
            };
            required.within(keys) && union.as_ref().is_none_or(must)
        }
        (Value::Object(map), Some(Rule::Map { .. })) => {
            below().is_some_and(|below| map.values().all(|value| lacks_none(value, below.spec)))
        }
        (Value::Array(items), Some(Rule::List { .. })) => {
            below().is_some_and(|below| items.iter().all(|item| lacks_none(item, below.spec)))
        }
        (Value::Object(_) | Value::Array(_), _) => false,
        _ => true,
    }
}
