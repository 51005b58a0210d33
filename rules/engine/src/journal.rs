//! Journals: writes, reads, hashes and verifies the record of a battle.
//!
//! A journal is text, one JSON value per line: a header, the content, one line per entry, and a closing line with the
//! number of entries and the hash.
//! The hash is the SHA-256 of all lines before the closing one, so `head -n -1 JOURNAL | sha256sum` prints it too.
//! It depends on content, seed and entries only, not on where the content was read from.

use std::fmt;
use std::sync::Arc;

use foeman_schema::resolve::{ContentError, Resolved};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::battle::{Battle, Cause, Entry, EntryOf, Misfit, Stage};
use crate::dice::{Draw, Seed};
use crate::digest::sha256;
use crate::ruleset::{Ruleset, Turn};

/// The version of the journal format; no other version is read.
pub const FORMAT: u32 = 1;

/// The first line of a journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format version.
    pub journal: u32,
    /// The ruleset's id.
    pub ruleset: String,
    /// The battle's seed.
    pub seed: Seed,
    /// The SHA-256 of the content's canonical text, in hexadecimal.
    pub content: String,
}

/// The result of a successful verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The number of entries.
    pub entries: usize,
    /// The journal's hash.
    pub hash: String,
}

/// Why a journal is unreadable or does not match the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalError {
    /// The line of the journal, from 1.
    pub line: usize,
    /// The entry's number, if the journal is readable but an entry differs.
    pub entry: Option<usize>,
    /// The message, as `expected …, found …`.
    pub message: String,
}

/// Writes the journal of a battle: one JSON value per line, the last line with a line break.
///
/// ```
/// use foeman_engine::journal;
/// use foeman_engine::nim::{self, Nim};
/// use foeman_engine::prelude::*;
///
/// let mut battle = Battle::<Nim>::new(&nim::ten(), Seed(7)).unwrap();
/// battle.issue(2).unwrap();
/// let text = journal::write(&battle);
/// assert_eq!(text.lines().count(), 5); // header, content, set-up, command, closing line
///
/// let again = journal::replay::<Nim>(&text).unwrap();
/// assert_eq!(again.state(), battle.state());
/// ```
pub fn write<R: Ruleset>(battle: &Battle<R>) -> String {
    let (mut text, _) = lines(battle);
    let closing = Closing { entries: battle.entries().len(), hash: sha256(&text) };
    push_line(&mut text, &closing);
    String::from_utf8(text).expect("serialized JSON is UTF-8")
}

/// Returns the hash of a battle, in hexadecimal: the SHA-256 of its journal without the closing line.
pub fn hash<R: Ruleset>(battle: &Battle<R>) -> String {
    sha256(lines(battle).0)
}

/// Returns the hash of a battle, and the hash of its entries alone; two battles with the same entries but different
/// content share the latter.
pub(crate) fn hashes<R: Ruleset>(battle: &Battle<R>) -> (String, String) {
    let (text, first) = lines(battle);
    (sha256(&text), sha256(text.get(first..).unwrap_or_default()))
}

/// Reads the first line of a journal.
pub fn header(text: &str) -> Result<Header, JournalError> {
    let Some(line) = text.lines().next().filter(|line| !line.trim().is_empty()) else {
        return Err(JournalError::at(1, "expected a journal, found an empty file"));
    };
    let value = json(1, line)?;
    let Some(format) = value.get("journal") else {
        let message = "expected a header that starts with `{\"journal\":`; this is not a journal";
        return Err(JournalError::at(1, message));
    };
    if format.as_u64() != Some(u64::from(FORMAT)) {
        return Err(JournalError::at(1, format!("expected journal format `{FORMAT}`, found `{format}`")));
    }
    typed(1, &value)
}

/// Reads the content of a journal.
pub fn content(text: &str) -> Result<Resolved, JournalError> {
    header(text)?;
    let line = text.lines().nth(1).ok_or_else(|| JournalError::at(2, "the journal ends before the content"))?;
    typed(2, &json(2, line)?)
}

/// Reads a journal and replays it: applies its instructions, as long as they fit, without planning them again.
pub fn replay<R: Ruleset>(text: &str) -> Result<Battle<R>, JournalError> {
    let Opened { battle, rest } = open(text)?;
    rest.map_or(Ok(battle), Err)
}

/// The readable part of a journal.
pub struct Opened<R: Ruleset> {
    /// The battle up to there.
    pub battle: Battle<R>,
    /// Why the remaining entries could not be replayed; `None` if all were.
    pub rest: Option<JournalError>,
}

/// Replays a journal up to the first entry that does not fit, for example one written by another build.
///
/// Returns an error if not even the set-up can be replayed.
pub fn open<R: Ruleset>(text: &str) -> Result<Opened<R>, JournalError> {
    let raw = Raw::read(text, R::dialect().id)?;
    let stage = raw.stage::<R>()?;
    let (battle, rest) = repeated(&stage, &raw, raw.entries.len());
    match rest {
        None => Ok(Opened { battle, rest }),
        Some(error) if error.entry.is_none_or(|entry| entry == 0) => Err(error),
        // The entry that did not fit may have changed part of the battle, so the entries before it are replayed again.
        Some(error) => {
            let (battle, _) = repeated(&stage, &raw, error.entry.unwrap_or_default());
            Ok(Opened { battle, rest: Some(error) })
        }
    }
}

/// Replays the first entries of a journal, and returns the error of the first that cannot be replayed.
fn repeated<R: Ruleset>(stage: &Arc<Stage<R>>, raw: &Raw, entries: usize) -> (Battle<R>, Option<JournalError>) {
    let mut battle = Battle::unstarted(Arc::clone(stage), raw.header.seed);
    for (number, value) in raw.entries.iter().enumerate().take(entries) {
        let repeated = entry::<R>(number, value).and_then(|entry| {
            battle.repeat(entry).map_err(|misfit| {
                let message = match misfit {
                    Misfit::Amendment(message) => message,
                    Misfit::Instruction(position) => {
                        let found = &value["did"][position];
                        format!("expected an instruction that fits the state, found `{found}`")
                    }
                };
                JournalError::in_entry(number, message)
            })
        });
        if let Err(error) = repeated {
            return (battle, Some(error));
        }
    }
    (battle, None)
}

/// Reads a journal, plans every entry again from the seed, and compares.
///
/// # Errors
///
/// The error names the line that cannot be read, or the first entry that differs, with the expected and the actual
/// value. Journals are untrusted: no text causes a panic.
///
/// # Example
///
/// ```
/// use foeman_engine::journal;
/// use foeman_engine::nim::{self, Nim};
/// use foeman_engine::prelude::*;
///
/// let mut battle = Battle::<Nim>::new(&nim::ten(), Seed(7)).unwrap();
/// battle.issue(2).unwrap();
/// let text = journal::write(&battle);
/// assert_eq!(journal::verify::<Nim>(&text).unwrap().entries, 2);
///
/// // Entry 1 claims that three pebbles were taken instead of two.
/// let altered = text.replace(r#""did":[2]"#, r#""did":[3]"#);
/// assert_eq!(journal::verify::<Nim>(&altered).unwrap_err().entry, Some(1));
/// ```
pub fn verify<R: Ruleset>(text: &str) -> Result<Verified, JournalError> {
    let raw = Raw::read(text, R::dialect().id)?;
    let stage = raw.stage::<R>()?;
    let digest = stage.digest();
    if raw.header.content != digest {
        let message = format!("expected content with digest `{digest}`, found `{}`", raw.header.content);
        return Err(JournalError::at(1, message));
    }
    let mut battle = Battle::<R>::unstarted(stage, raw.header.seed);
    for (number, value) in raw.entries.iter().enumerate() {
        let found = entry::<R>(number, value)?;
        allowed(&battle, &found.cause).map_err(|message| JournalError::in_entry(number, message))?;
        match found.cause.clone() {
            Cause::Amended(amendment) => {
                battle.amend(*amendment).map_err(|message| JournalError::in_entry(number, message))?;
            }
            cause => battle.make_with(cause, found.seed),
        }
        let planned = battle.entries().last().expect("the loop has just added an entry");
        if let Some(message) = difference(planned, &found) {
            return Err(JournalError::in_entry(number, message));
        }
        if planned.seed != found.seed {
            return Err(JournalError::in_entry(number, "expected a seed only in an entry with a command, found one"));
        }
        if line_of(number, planned) != *value {
            return Err(JournalError::in_entry(number, "the entry contains unknown keys"));
        }
    }
    let hash = hash(&battle);
    if raw.closing.hash != hash {
        let message = format!("expected the hash `{hash}`, found `{}`", raw.closing.hash);
        return Err(JournalError::at(raw.entries.len() + FIRST_ENTRY, message));
    }
    Ok(Verified { entries: raw.entries.len(), hash })
}

/// The line of entry 0.
const FIRST_ENTRY: usize = 3;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Closing {
    entries: usize,
    hash: String,
}

#[derive(Serialize)]
struct EntryLine<'a, C, I> {
    entry: usize,
    #[serde(flatten)]
    body: &'a Entry<C, I>,
}

/// A journal split into lines, before any ruleset reads it.
struct Raw {
    header: Header,
    content: Resolved,
    entries: Vec<Value>,
    closing: Closing,
}

impl Raw {
    fn read(text: &str, ruleset: &str) -> Result<Self, JournalError> {
        let header = header(text)?;
        if header.ruleset != ruleset {
            let message = format!("expected a journal of ruleset `{ruleset}`, found `{}`", header.ruleset);
            return Err(JournalError::at(1, message));
        }
        let lines: Vec<&str> = text.trim_end().lines().collect();
        let [_, content, entries @ .., closing] = lines.as_slice() else {
            return Err(cut_short(lines.len()));
        };
        // The closing line is checked first, so that a truncated file is reported as truncated.
        let last = json(lines.len(), closing).map_err(|_| cut_short(lines.len()))?;
        if last.get("hash").is_none() {
            return Err(cut_short(lines.len()));
        }
        let closing: Closing = typed(lines.len(), &last)?;
        if entries.is_empty() {
            return Err(JournalError::at(FIRST_ENTRY, "expected the set-up as entry `0`, found the closing line"));
        }
        let content = typed(2, &json(2, content)?)?;
        let entries = entries.iter().enumerate().map(|(number, line)| json(number + FIRST_ENTRY, line));
        let entries = entries.collect::<Result<Vec<_>, _>>()?;
        if let Some(wrong) = (0..entries.len()).find(|&number| entries[number]["entry"] != number) {
            let message = format!("expected entry `{wrong}`, found `{}`", entries[wrong]["entry"]);
            return Err(JournalError::in_entry(wrong, message));
        }
        if closing.entries != entries.len() {
            let message = format!("expected {} entries, found {}", closing.entries, entries.len());
            return Err(JournalError::at(lines.len(), message));
        }
        Ok(Self { header, content, entries, closing })
    }

    fn stage<R: Ruleset>(&self) -> Result<Arc<Stage<R>>, JournalError> {
        Stage::new(&self.content).map_err(|problems| {
            let text = |problem: &ContentError| format!("{}: {}", problem.pointer, problem.message);
            JournalError::at(2, problems.iter().map(text).collect::<Vec<_>>().join("; "))
        })
    }
}

/// Returns the journal of a battle without the closing line, and the offset of its entries.
fn lines<R: Ruleset>(battle: &Battle<R>) -> (Vec<u8>, usize) {
    let stage = battle.stage();
    let (ruleset, content) = (R::dialect().id.to_owned(), stage.digest().to_owned());
    let mut text = Vec::with_capacity(stage.canonical().len() + LINE * battle.entries().len());
    push_line(&mut text, &Header { journal: FORMAT, ruleset, seed: battle.seed(), content });
    text.extend_from_slice(stage.canonical().as_bytes());
    text.push(b'\n');
    let first = text.len();
    for (entry, body) in battle.entries().iter().enumerate() {
        push_line(&mut text, &EntryLine { entry, body });
    }
    (text, first)
}

/// The approximate length of an entry's line, in bytes.
const LINE: usize = 256;

fn push_line(text: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(&mut *text, value).expect("journal lines have text keys and no failing serializers");
    text.push(b'\n');
}

fn line_of<C: Serialize, I: Serialize>(entry: usize, body: &Entry<C, I>) -> Value {
    serde_json::to_value(EntryLine { entry, body }).expect("journal lines have text keys and no failing serializers")
}

fn json(line: usize, text: &str) -> Result<Value, JournalError> {
    serde_json::from_str(text).map_err(|error| {
        let column = error.column();
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or_default();
        JournalError::at(line, format!("invalid JSON at column {column}: {why}"))
    })
}

fn typed<T: DeserializeOwned>(line: usize, value: &Value) -> Result<T, JournalError> {
    T::deserialize(value).map_err(|error| JournalError::at(line, error.to_string()))
}

fn entry<R: Ruleset>(number: usize, value: &Value) -> Result<EntryOf<R>, JournalError> {
    Entry::deserialize(value).map_err(|error| JournalError::in_entry(number, error.to_string()))
}

fn cut_short(line: usize) -> JournalError {
    JournalError::at(line, "the journal is incomplete: its last line, with the hash, is missing")
}

/// Checks that an entry may have this cause now.
fn allowed<R: Ruleset>(battle: &Battle<R>, cause: &Cause<R::Command>) -> Result<(), String> {
    if let Cause::Amended(_) = cause {
        let begun = !battle.entries().is_empty();
        return if begun { Ok(()) } else { Err("expected the set-up, found an amendment".to_owned()) };
    }
    let expected = if battle.entries().is_empty() {
        "the set-up"
    } else {
        match battle.turn() {
            Turn::Ask { .. } => "a command",
            Turn::Auto => "the rules to continue",
            Turn::Over(_) => "the end, because the battle is over",
        }
    };
    let found = match cause {
        Cause::SetUp => "the set-up",
        Cause::Rules => "the rules to continue",
        Cause::Command(command) if expected == "a command" => {
            return battle.check(command).map_err(|refusal| {
                let command = text(command);
                format!("expected a legal command, found `{command}`: {} ({})", refusal.message, refusal.rule)
            });
        }
        Cause::Command(_) => "a command",
        Cause::Amended(_) => "an amendment",
    };
    if found == expected { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}

/// Describes the first difference between a planned entry and a recorded one.
fn difference<C, I: Serialize + PartialEq>(planned: &Entry<C, I>, found: &Entry<C, I>) -> Option<String> {
    let [planned_draws, found_draws] = [planned, found].map(|entry| entry.draws.iter().collect::<Vec<Draw>>());
    first_difference("draw", &planned_draws, &found_draws)
        .or_else(|| first_difference("instruction", &planned.did, &found.did))
}

fn first_difference<T: Serialize + PartialEq>(what: &str, planned: &[T], found: &[T]) -> Option<String> {
    let most = planned.len().max(found.len());
    let index = (0..most).find(|&index| planned.get(index) != found.get(index))?;
    let quoted = |item: Option<&T>| item.map_or("nothing".to_owned(), |item| format!("`{}`", text(item)));
    let (planned, found) = (quoted(planned.get(index)), quoted(found.get(index)));
    Some(format!("expected {planned} as {what} {}, found {found}", index + 1))
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("journal values have text keys and no failing serializers")
}

impl JournalError {
    pub(crate) fn at(line: usize, message: impl Into<String>) -> Self {
        Self { line, entry: None, message: clipped(&message.into()) }
    }

    pub(crate) fn in_entry(number: usize, message: impl Into<String>) -> Self {
        Self { line: number + FIRST_ENTRY, entry: Some(number), message: clipped(&message.into()) }
    }
}

/// Shortens a message that quotes a journal, and removes control characters, which could affect a terminal.
fn clipped(message: &str) -> String {
    const MOST: usize = 400;
    let mut shown: String = message.chars().filter(|c| !c.is_control()).take(MOST + 1).collect();
    if let Some((end, _)) = shown.char_indices().nth(MOST) {
        shown.truncate(end);
        shown.push('…');
    }
    shown
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entry {
            Some(entry) => write!(f, "line {}: entry {entry}: {}", self.line, self.message),
            None => write!(f, "line {}: {}", self.line, self.message),
        }
    }
}

impl std::error::Error for JournalError {}
