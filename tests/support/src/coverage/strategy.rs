//! Coverage of the strategy rules: reads `tests/coverage/strategy.yaml`, checks it against the rules and the rows taken
//! from Hexkit, and formats it as a page.

use std::collections::BTreeMap;
use std::fmt::Write;

use ruleset_strategy::catalogs::{Measure, Reach};
use ruleset_strategy::{Command, Instruction};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::tests::{Tests, text};

/// The parts of the page, in order.
const PARTS: [(Part, &str); 5] = [
    (Part::Command, "Commands"),
    (Part::Instruction, "Instructions"),
    (Part::Condition, "Victory and defeat"),
    (Part::Target, "Targets of modifiers"),
    (Part::Seeker, "Steps of the computer player Seeker"),
];

/// The kind of rule that a line is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// A decision of a player.
    Command,
    /// A change of state.
    Instruction,
    /// A condition for a faction to win or lose.
    Condition,
    /// A target whose variables a modifier changes.
    Target,
    /// A consideration of the computer player.
    Seeker,
}

/// A line of the list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The kind of rule.
    pub part: Part,
    /// Its name, as spelled in packs and journals if it occurs there.
    pub name: String,
    /// A short description.
    pub says: String,
    /// Its name in the rows; empty if it is ours or has no name there.
    #[serde(default)]
    pub original: String,
    /// Rows of the original that fail without it.
    #[serde(default)]
    pub rows: Vec<String>,
    /// Test functions that fail without it.
    #[serde(default)]
    pub tests: Vec<String>,
}

/// Reads the list. Panics if it is malformed, because it is part of the repository.
pub fn lines() -> Vec<Line> {
    serde_yaml::from_str(&text("tests/coverage/strategy.yaml")).expect("the list of coverage is well-formed")
}

/// Returns the sorted names that the rules define for a part; `None` for Seeker's steps, which are listed only here.
pub fn names(part: Part) -> Option<Vec<String>> {
    let mut names = match part {
        Part::Command => variants::<Command>(&json!({ "do": "?" })),
        Part::Instruction => variants::<Instruction>(&json!({ "kind": "?" })),
        Part::Target => variants::<Reach>(&json!("?")),
        Part::Condition => {
            let measures = variants::<Measure>(&json!("?")).into_iter();
            let both = measures.flat_map(|name| [format!("victory by {name}"), format!("defeat by {name}")]);
            let others =
                ["victory by a resource", "defeat by a resource", "the last one left", "giving up", "all turns"];
            both.chain(others.map(str::to_owned)).collect()
        }
        Part::Seeker => return None,
    };
    names.sort();
    Some(names)
}

/// Returns the variants of a type, taken from the error message for an unknown variant.
fn variants<T: DeserializeOwned>(none: &Value) -> Vec<String> {
    let told = serde_json::from_value::<T>(none.clone()).err().map(|error| error.to_string()).unwrap_or_default();
    let (_, listed) = told.split_once("expected").unwrap_or_default();
    listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The rows and tests that the list refers to.
pub struct Sources {
    /// The text of each row, by id.
    rows: BTreeMap<String, String>,
    tests: Tests,
}

impl Sources {
    /// Reads the rows and tests.
    pub fn read() -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/hexkit");
        let files = std::fs::read_dir(folder).expect("the rows are there").flatten().map(|entry| entry.path());
        let mut rows = BTreeMap::new();
        for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "yaml")) {
            let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            for row in text.split("\n- id: ").skip(1) {
                let id = row.lines().next().unwrap_or_default();
                rows.insert(id.to_owned(), row.to_owned());
            }
        }
        Self { rows, tests: Tests::read() }
    }

    /// Returns the number of rows that mention a name of the original.
    fn count(&self, original: &str) -> usize {
        let name = format!("\"{original}\"");
        self.rows.values().filter(|row| row.contains(&name)).count()
    }

    /// Returns the problems of a line.
    pub fn problems(&self, line: &Line) -> Vec<String> {
        let mut problems = Vec::new();
        let mut wrong = |problem: String| problems.push(format!("{}: {problem}", line.name));
        for row in &line.rows {
            match self.rows.get(row) {
                None => wrong(format!("expected a row recorded from the original, found `{row}`")),
                Some(text) if !line.original.is_empty() && !text.contains(&format!("\"{}\"", line.original)) => {
                    wrong(format!("expected a row with `{}`, found `{row}`", line.original));
                }
                Some(_) => {}
            }
        }
        for problem in line.tests.iter().filter_map(|test| self.tests.problem(test)) {
            wrong(problem);
        }
        if line.rows.is_empty() && line.tests.is_empty() {
            wrong("expected rows or tests that fail without it, found none".to_owned());
        }
        problems
    }

    /// Formats the page.
    pub fn page(&self, lines: &[Line]) -> String {
        let mut page = String::from(HEAD);
        for (part, title) in PARTS {
            let of: Vec<&Line> = lines.iter().filter(|line| line.part == part).collect();
            let _ = writeln!(page, "\n## {title} ({})", of.len());
            for line in of {
                let _ = write!(page, "\n**{}**: {}\n\n", line.name, line.says);
                if !line.rows.is_empty() {
                    let rows: Vec<String> = line.rows.iter().map(|row| format!("`{row}`")).collect();
                    let _ = writeln!(page, "- rows: {}{}", rows.join(", "), self.among(line));
                }
                if !line.tests.is_empty() {
                    let tests: Vec<String> =
                        line.tests.iter().map(|test| format!("`{}`", self.tests.path(test))).collect();
                    let _ = writeln!(page, "- tests: {}", tests.join(", "));
                }
            }
        }
        page
    }

    fn among(&self, line: &Line) -> String {
        match line.original.as_str() {
            "" => String::new(),
            original => format!("; rows with `{original}`: {}", self.count(original)),
        }
    }
}

const HEAD: &str = "# Coverage of the strategy rules

Generated from `tests/coverage/strategy.yaml`.
A test checks that all commands, instructions, conditions and targets of modifiers are listed, that the rows and tests exist, and that this page is up to date.
Update it with `cargo run -p foeman-tests --example strategy_page > docs/strategy-rules.md`.

Rows are results recorded from Hexkit in `tests/vectors/hexkit`, which the tests in `rules/strategy/tests/strategy/` play.
The listed rows fail if the part is removed from the rules; to find them, conditions, targets and steps were removed one by one.
";
