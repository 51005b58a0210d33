//! The format of rows, and their location. Unknown keys are errors only of their row.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_yaml::Value as Yaml;

/// The counts of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) rows: usize,
    /// Steps of rows.
    pub(crate) steps: usize,
    /// Instructions expected from commands.
    pub(crate) instructions: usize,
}

impl Counts {
    pub(crate) fn add(&mut self, other: Self) {
        self.rows += other.rows;
        self.steps += other.steps;
        self.instructions += other.instructions;
    }
}

/// A game from its start, step by step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) scenario: String,
    #[serde(default, rename = "title")]
    pub(crate) _title: String,
    /// The seed of the original's generator; the drawn numbers are listed in each step.
    #[serde(default, rename = "seed")]
    pub(crate) _seed: u32,
    #[serde(default, rename = "note")]
    pub(crate) _note: Option<String>,
    pub(crate) steps: Vec<Step>,
    /// The folder of its file.
    #[serde(skip)]
    pub(crate) folder: PathBuf,
}

/// A command or a question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    #[serde(default, rename = "do")]
    pub(crate) command: Option<Written>,
    #[serde(default, deserialize_with = "question")]
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
    /// Reseeds the original's generator.
    #[serde(default)]
    pub(crate) seed: Option<u32>,
    #[serde(default, rename = "note")]
    pub(crate) _note: Option<String>,
    #[serde(default)]
    pub(crate) u32_drawn: Vec<u32>,
    /// The commands planned by the computer player.
    #[serde(default)]
    pub(crate) commands: Option<Vec<Executed>>,
    /// The differences between its copy and the game afterwards.
    #[serde(default)]
    pub(crate) replay_differs: Vec<String>,
}

/// A command as given.
#[derive(Deserialize, Debug, Default)]
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

/// A command that was carried out, with its program.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Executed {
    pub(crate) head: Value,
    pub(crate) program: Vec<Value>,
}

/// Why a command was not carried out, in the original's words; ours are different.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Error {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(default, rename = "message")]
    pub(crate) _message: String,
    #[serde(default)]
    pub(crate) inner: Option<String>,
    #[serde(default, rename = "note")]
    pub(crate) _note: Option<String>,
    #[serde(default, rename = "at")]
    pub(crate) _at: Option<String>,
}

/// Parses a question to text; `{movetargets: [man-1, man-2]}` is the same as `movetargets man-1,man-2`.
fn question<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let list = |all: &[Value], between: &str| all.iter().map(word).collect::<Vec<_>>().join(between);
    Ok(match Value::deserialize(from)? {
        Value::Object(of) => {
            let parts = of.iter().map(|(name, value)| match value {
                Value::Null => name.clone(),
                Value::Array(all) => format!("{name} {}", list(all, ",")),
                other => format!("{name} {}", word(other)),
            });
            Some(parts.collect::<Vec<_>>().join(" "))
        }
        Value::Array(all) => Some(list(&all, " ")),
        Value::Null => None,
        other => Some(word(&other)),
    })
}

/// A parsed row, or the error in it.
pub(crate) struct Found {
    pub(crate) id: String,
    pub(crate) row: Result<Row, String>,
    /// The counts of the row, whether or not it could be parsed.
    pub(crate) counts: Counts,
}

/// Parses the rows of a file by section; a file that is a plain list is a section with the file's name.
pub(crate) fn parsed(folder: &Path, file: &str) -> Result<Vec<(String, Vec<Found>)>, String> {
    let text = std::fs::read_to_string(folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
    parsed_text(folder, file, &text)
}

/// Parses the rows of a text like a file.
pub(crate) fn parsed_text(folder: &Path, file: &str, text: &str) -> Result<Vec<(String, Vec<Found>)>, String> {
    let whole: Yaml = serde_yaml::from_str(text).map_err(|error| format!("{file}: {error}"))?;
    let named = match whole {
        Yaml::Sequence(_) => vec![(section_of(file).to_owned(), whole)],
        Yaml::Mapping(sections) => {
            let named = |(name, rows): (Yaml, Yaml)| Some((name.as_str()?.to_owned(), rows));
            sections.into_iter().map(named).collect::<Option<_>>().ok_or(format!("{file}: a section has no name"))?
        }
        _ => return Err(format!("{file}: expected sections of rows")),
    };
    let rows = |(name, rows): (String, Yaml)| match rows {
        Yaml::Sequence(rows) => {
            Ok((name, rows.into_iter().enumerate().map(|(at, row)| found(folder, at, row)).collect()))
        }
        _ => Err(format!("{file}: expected rows in `{name}`")),
    };
    named.into_iter().map(rows).collect()
}

fn found(folder: &Path, at: usize, row: Yaml) -> Found {
    let id = row.get("id").and_then(Yaml::as_str).map_or_else(|| format!("row {at}"), str::to_owned);
    let steps = row.get("steps").and_then(Yaml::as_sequence);
    let programs = steps.into_iter().flatten().flat_map(|step| [step.get("executed"), step.get("commands")]);
    let programs = programs.flatten().filter_map(Yaml::as_sequence).flatten();
    let instructions = programs.filter_map(|of| of.get("program").and_then(Yaml::as_sequence)).map(Vec::len).sum();
    let counts = Counts { rows: 1, steps: steps.map_or(0, Vec::len), instructions };
    let row = serde_yaml::from_value(row).map_err(|error| format!("{id}: {error}"));
    Found { id, row: row.map(|row: Row| Row { folder: folder.to_owned(), ..row }), counts }
}

/// Returns the section of a file; a long section is split into several files with numbers after its name.
pub(crate) fn section_of(file: &str) -> &str {
    file.trim_end_matches(".yaml").trim_end_matches(|c: char| c.is_ascii_digit() || c == '-')
}

/// Returns the files of rows in a folder, sorted.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    files.retain(|file| file.ends_with(".yaml"));
    files.sort();
    files
}

/// Returns the folder of the rows.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/hexkit")
}

/// Reads a file in that folder.
pub(crate) fn read(file: &str) -> String {
    let path = folder().join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a file named by a row or scenario: from the row's folder, or from ours.
pub(crate) fn beside(beside: &Path, file: &str) -> Result<String, String> {
    let file = file.replace('\\', "/");
    let name = file.rsplit('/').next().unwrap_or_default().to_owned();
    let own = folder();
    let folders = [beside, own.as_path()].into_iter().flat_map(|folder| [folder.join(&file), folder.join(&name)]);
    let text = folders.into_iter().find_map(|path| std::fs::read_to_string(path).ok());
    text.ok_or_else(|| format!("{file} is not there"))
}
