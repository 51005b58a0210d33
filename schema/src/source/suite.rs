//! Runs our parser on the YAML test suite: each case gives the expected value or error, except for those listed here
//! with the reason.

use serde::Deserialize;
use serde_json::Value;

use super::parse::parse;
use crate::read;

/// A case of the suite.
#[derive(Deserialize)]
struct Case {
    id: String,
    title: String,
    yaml: String,
    #[serde(default)]
    json: Option<String>,
    #[serde(default)]
    error: bool,
}

fn cases() -> Vec<Case> {
    let lines = include_str!("../../../tests/vectors/yaml-test-suite/cases.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Parses a text with our parser; the error is its message.
fn ours(text: &str) -> Result<Value, String> {
    let tree = parse(text).map_err(|fault| fault.message)?;
    Ok(tree.map_or(Value::Null, |node| read::value(&node, None)))
}

/// Normalises numbers for comparison: `1` and `1.0` are equal.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) => serde_json::json!(number.as_f64()),
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(map) => map.into_iter().map(|(key, value)| (key, plain(value))).collect(),
        other => other,
    }
}

fn outcome(case: &Case) -> Option<String> {
    let found = ours(&case.yaml);
    let values = |json: &str| serde_json::Deserializer::from_str(json).into_iter().collect::<Result<Vec<Value>, _>>();
    let expected = case.json.as_ref().map(|json| values(json).unwrap());
    match (found, case.error, expected) {
        (Err(_), true, _) => None,
        (Ok(value), true, _) => Some(format!("accepted {value}")),
        (Ok(value), false, Some(values)) => match values.as_slice() {
            [] if value.is_null() => None,
            [one] if plain(one.clone()) == plain(value.clone()) => None,
            _ => Some(format!("differs {value} from {values:?}")),
        },
        (Ok(_), false, None) => None,
        (Err(message), false, _) => Some(format!("refused {message}")),
    }
}

/// An unsupported feature of YAML.
struct Left {
    /// The message of our parser.
    says: &'static str,
    /// The cases that use it.
    cases: &'static [&'static str],
}

/// The unsupported features of YAML, with the cases that use them.
const LEFT: [Left; 3] = [
    // The type of a value follows from the schema.
    Left {
        says: "found a tag",
        cases: &[
            "2AUY", "2XXW", "33X3", "35KP", "52DL", "565N", "57H4", "5TYM", "6CK3", "6JWB", "6WLZ", "735Y", "74H7",
            "7FWL", "8MK2", "9KAX", "9WXW", "BU8L", "C4HZ", "CC74", "CUP7", "EHF6", "F2C7", "FH7J", "HMQ5", "J7PZ",
            "L94M", "LE5A", "M5C3", "P76L", "S4JQ", "U3C3", "UGM3", "UKK6/02", "WZ62", "Z67P", "Z9M4",
        ],
    },
    // A file is one part of a pack.
    Left {
        says: "found a second one",
        cases: &[
            "6XDY", "6ZKB", "7Z25", "9DXL", "JHB9", "KSS4", "L383", "M7A3", "NKF9", "PUW8", "RZT7", "U9NS", "UT92",
            "W4TN",
        ],
    },
    // Ids and fields are words.
    Left {
        says: "expected a key, found a collection",
        cases: &[
            "4FJ6", "6BFJ", "6PBE", "9MMW", "KK5P", "LX3P", "M2N8/00", "M2N8/01", "M5DY", "Q9WF", "RZP5", "SBG9",
            "V9D5", "X38W", "XW4D",
        ],
    },
];

/// Cases accepted although they are invalid: brackets may close at any column, since there is only one interpretation.
const LENIENT: [&str; 1] = ["9C9N"];

#[test]
fn every_case_gives_its_value_or_is_refused_but_for_those_named_with_a_reason() {
    let cases = cases();
    assert_eq!((cases.len(), cases.iter().filter(|case| case.error).count()), (402, 94));
    let mut named: Vec<&str> = LEFT.iter().flat_map(|left| left.cases).copied().chain(LENIENT).collect();
    let mut wrong = Vec::new();
    for case in &cases {
        let found = outcome(case);
        let left = LEFT.iter().find(|left| left.cases.contains(&case.id.as_str()));
        let as_named = match (&found, left) {
            (Some(found), Some(left)) => found.starts_with("refused") && found.contains(left.says),
            (Some(found), None) => found.starts_with("accepted") && LENIENT.contains(&case.id.as_str()),
            (None, left) => left.is_none() && !LENIENT.contains(&case.id.as_str()),
        };
        if !as_named {
            wrong.push(format!("{} {}: {found:?}", case.id, case.title));
        }
        named.retain(|id| *id != case.id);
    }
    assert_eq!((wrong, named), (Vec::new(), Vec::new()));
}
