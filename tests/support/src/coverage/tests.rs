//! Index of the repository's test functions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files of each test function.
pub struct Tests(BTreeMap<String, Vec<String>>);

impl Tests {
    /// Reads the sources.
    pub fn read() -> Self {
        let mut tests: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for file in ["tests/tests", "rules", "schema/tests"].into_iter().flat_map(sources) {
            for name in names(&text(&file)) {
                tests.entry(name).or_default().push(file.clone());
            }
        }
        Self(tests)
    }

    /// Returns the problem of a test name: no test has it, or several do.
    pub fn problem(&self, test: &str) -> Option<String> {
        match self.0.get(test).map(Vec::len) {
            Some(1) => None,
            None => Some(format!("expected a test, found `{test}`; was it renamed?")),
            Some(count) => Some(format!("expected one test, but `{test}` is the name of {count}")),
        }
    }

    /// Returns the path and name of a test.
    pub fn path(&self, name: &str) -> String {
        let file = self.0.get(name).and_then(|files| files.first());
        format!("{}::{name}", file.map_or("", String::as_str))
    }
}

/// Returns the names of the test functions in a source file.
fn names(text: &str) -> impl Iterator<Item = String> {
    let starts = text.split("#[test]").skip(1).filter_map(|rest| rest.split_once("fn "));
    starts.filter_map(|(_, rest)| rest.split_once('(')).map(|(name, _)| name.to_owned())
}

/// Returns all Rust files below a folder, as sorted paths from the repository's root.
pub(super) fn sources(below: &str) -> Vec<String> {
    let (mut open, mut found) = (vec![PathBuf::from(below)], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(top().join(&folder)).expect("the folder exists") {
            let path = folder.join(entry.expect("it can be read").file_name());
            if top().join(&path).is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

/// Returns the text of a file of the repository.
pub(super) fn text(file: &str) -> String {
    std::fs::read_to_string(top().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn top() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
