//! The expected values in `tests/vectors/foeman.yaml`: every row passes, or is listed in `not-covered.txt`.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::rows;

/// What became of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// As expected.
    Pass,
    /// Something else came out.
    Mismatch(String),
    /// The rule it is about is not built.
    NotBuilt,
}

impl Outcome {
    /// A pass when both are equal.
    pub(crate) fn of<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Self {
        if found == expected {
            Self::Pass
        } else {
            Self::Mismatch(format!("expected {expected:?}, but found {found:?}"))
        }
    }
}

#[test]
fn every_expected_value_holds_or_is_listed_as_not_covered() {
    let listed: BTreeSet<String> = read("not-covered.txt")
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect();
    let mut known = BTreeSet::new();
    let mut wrong = Vec::new();
    let mut passed = 0;
    for (name, row, outcome) in all_rows() {
        let whole = name.rsplit_once('/').map_or(&*name, |(section, _)| section).to_owned();
        let is_listed = listed.contains(&name) || listed.contains(&whole);
        known.extend([name.clone(), whole]);
        match (outcome, is_listed) {
            (Outcome::Pass, false) => passed += 1,
            (Outcome::Pass, true) => wrong.push(format!("{name} passes: take it off the list ({row})")),
            (Outcome::NotBuilt | Outcome::Mismatch(_), true) => {}
            (Outcome::NotBuilt, false) => wrong.push(format!("{name} is not built: {row}")),
            (Outcome::Mismatch(why), false) => wrong.push(format!("{name}: {why} ({row})")),
        }
    }
    wrong.extend(listed.difference(&known).map(|line| format!("not-covered.txt lists `{line}`, which does not exist")));
    assert!(wrong.is_empty(), "{} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(passed > 0, "rows were read");
}

/// Every row: its name (`file section/number`), its text and what became of it.
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
