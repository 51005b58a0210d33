//! What a check reports.

use serde::Serialize;
use serde_json::Value;

use crate::change::Change;
use crate::text::{Location, Pointer};

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Probably not what the author meant.
    Warning,
    /// The content cannot be used as it stands.
    Error,
}

/// How sure the check is that this is a fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// A hint that is often wrong.
    Guess,
    /// Seldom wrong.
    Likely,
    /// Follows from the format's definition.
    Certain,
}

/// Something a check found, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The check's name, which is its code everywhere.
    pub code: &'static str,
    /// How bad.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// What is wrong: lower case, the value quoted, expected then found, no final stop.
    pub message: String,
    /// Where it is wrong.
    pub place: Location,
    /// The value concerned, when it lies in a record or the pack header.
    pub pointer: Pointer,
    /// The map cell concerned, as column and row from 0.
    pub hex: Option<[i32; 2]>,
    /// Other places that matter, each with a short label.
    pub related: Vec<(Location, String)>,
    /// What to do about it, with near names where there are some.
    pub help: Option<String>,
    /// Changes that mend it, the best first; there are none where a person must decide.
    pub fixes: Vec<Fix>,
}

/// What to change to mend a finding.
///
/// It is offered, neither planned nor proven: [`fix`](mod@crate::fix) does both when it is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does: lower case, an imperative, no final stop.
    pub title: String,
    /// Whether it may be made unseen.
    pub safety: Safety,
    /// What it changes, one after the other.
    pub changes: Vec<Change>,
}

impl Fix {
    /// Changes that follow from what is written.
    pub fn safe(title: impl Into<String>, changes: Vec<Change>) -> Self {
        Self { title: title.into(), safety: Safety::Safe, changes }
    }

    /// Changes that are a guess.
    pub fn guess(title: impl Into<String>, changes: Vec<Change>) -> Self {
        Self { title: title.into(), safety: Safety::Unsafe, changes }
    }

    /// Changes that are made only when the user picks this fix, never in bulk.
    pub fn single(title: impl Into<String>, changes: Vec<Change>) -> Self {
        Self { title: title.into(), safety: Safety::Single, changes }
    }

    /// Removes the value called `what`. The author wrote it for a reason, so this is never done in bulk.
    pub fn removal(what: &str, at: &Pointer) -> Self {
        Self::single(format!("remove `{what}`"), vec![Change::Remove { at: at.clone() }])
    }

    /// Writes a word or number: a guess.
    pub fn writing(at: &Pointer, value: impl Into<Value>) -> Self {
        let value = value.into();
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let key = at.last().unwrap_or_default();
        Self::guess(format!("write `{key}: {shown}`"), vec![Change::Set { at: at.clone(), value }])
    }
}

/// Whether a fix may be made without a person looking at it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Safety {
    /// It follows from what is written what was meant.
    Safe,
    /// It is a guess, though a good one.
    Unsafe,
    /// It deletes what is written nowhere else, or chooses between two spellings without evidence. The user has to pick
    /// it: a fault elsewhere may be the reason why the value looks wrong.
    Single,
}

/// The fix that writes the only near name in the place of a misspelt value: a guess.
pub fn near_value(at: &Pointer, near: &[&str]) -> Vec<Fix> {
    only(near, |name| Change::Set { at: at.clone(), value: Value::from(name) })
}

/// The fix that writes the only near name in the place of a misspelt key: a guess.
pub fn near_key(at: &Pointer, near: &[&str]) -> Vec<Fix> {
    only(near, |name| Change::Rename { at: at.clone(), to: name.to_owned() })
}

/// The fix that writes the only near name, wherever that is: a guess.
pub(crate) fn only(near: &[&str], change: impl Fn(&str) -> Change) -> Vec<Fix> {
    let [name] = near else { return Vec::new() };
    vec![Fix { title: format!("write `{name}`"), safety: Safety::Unsafe, changes: vec![change(name)] }]
}
