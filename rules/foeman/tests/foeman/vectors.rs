//! The expected values in `tests/vectors/foeman.yaml`: every row passes.

use std::path::Path;

use serde_json::Value;

use crate::rows;

/// The result of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// As expected.
    Pass,
    /// Another value was computed.
    Mismatch(String),
    /// The section is unknown here.
    NotBuilt,
}

impl Outcome {
    /// Passes if both are equal.
    pub(crate) fn of<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Self {
        if found == expected { Self::Pass } else { Self::Mismatch(format!("expected {expected:?}, found {found:?}")) }
    }
}

#[test]
fn every_expected_value_holds() {
    let rows = all_rows();
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(name, row, outcome)| match outcome {
            Outcome::Pass => None,
            Outcome::NotBuilt => Some(format!("{name}: nothing here tries it ({row})")),
            Outcome::Mismatch(why) => Some(format!("{name}: {why} ({row})")),
        })
        .collect();
    assert!(wrong.is_empty(), "{} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(!rows.is_empty(), "rows were read");
}

/// Returns every row: its name (`file section/number`), its text and its result.
fn all_rows() -> Vec<(String, String, Outcome)> {
    let mut all = Vec::new();
    let file = "foeman.yaml";
    let sections: serde_json::Map<String, Value> = serde_yaml::from_str(&read(file)).expect("vectors are YAML");
    for (section, value) in sections.into_iter().filter(|(section, _)| section != "meta") {
        let rows = match value {
            Value::Array(rows) => rows,
            one => vec![one],
        };
        for (number, row) in rows.into_iter().enumerate() {
            let outcome = rows::run(&section, &row);
            let mut text = row.to_string();
            text.truncate(text.floor_char_boundary(200));
            all.push((format!("{file} {section}/{number}"), text, outcome));
        }
    }
    all
}

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/vectors").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
