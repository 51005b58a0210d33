//! What rows are made of. Unknown keys are errors.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

/// What was counted of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    /// Rows.
    pub(crate) rows: usize,
    /// Steps of rows.
    pub(crate) steps: usize,
    /// Instructions that commands were expected to carry out.
    pub(crate) instructions: usize,
}

/// A game from its beginning, step by step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) scenario: String,
    #[serde(rename = "title")]
    pub(crate) _title: String,
    /// What the original's numbers begin with; those that are drawn are written beside each step.
    #[serde(rename = "seed")]
    pub(crate) _seed: u32,
    #[serde(default, rename = "note")]
    pub(crate) _note: Option<String>,
    pub(crate) steps: Vec<Step>,
}

/// A command, or a question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    #[serde(default, rename = "do")]
    pub(crate) command: Option<Written>,
    #[serde(default)]
    pub(crate) ask: Option<String>,
    #[serde(default)]
    pub(crate) answer: Option<Value>,
    #[serde(default)]
    pub(crate) executed: Option<Vec<Executed>>,
    #[serde(default)]
    pub(crate) changes: Option<Value>,
    #[serde(default)]
    pub(crate) error: Option<Error>,
    #[serde(default)]
    pub(crate) setup: bool,
    #[serde(default)]
    pub(crate) u32_drawn: Vec<u32>,
    /// What the computer player has planned.
    #[serde(default)]
    pub(crate) commands: Option<Vec<Executed>>,
    /// Where its copy and the game then differ.
    #[serde(default)]
    pub(crate) replay_differs: Vec<String>,
}

/// A command as it is given.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    #[serde(default)]
    pub(crate) command: Option<String>,
    #[serde(default)]
    pub(crate) entities: Vec<String>,
    #[serde(default)]
    pub(crate) target: Option<[i32; 2]>,
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    #[serde(default)]
    pub(crate) name: Option<String>,
    #[serde(default)]
    pub(crate) text: Option<String>,
    #[serde(default)]
    pub(crate) as_faction: Option<String>,
    #[serde(default)]
    pub(crate) execute_xml: Option<String>,
}

/// A command that was carried out, and how.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Executed {
    pub(crate) head: Value,
    pub(crate) program: Vec<Value>,
}

/// Why something was not carried out, in the words of the original; ours are others.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Error {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(rename = "message")]
    pub(crate) _message: String,
    #[serde(default)]
    pub(crate) inner: Option<String>,
    #[serde(default, rename = "note")]
    pub(crate) _note: Option<String>,
    #[serde(default, rename = "at")]
    pub(crate) _at: Option<String>,
}

/// Where the rows lie.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("vectors/hexkit")
}

/// A file among them.
pub(crate) fn read(file: &str) -> String {
    let path = folder().join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
