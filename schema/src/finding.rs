//! Findings: the diagnostics that checks report.

use serde::Serialize;
use serde_json::Value;

use crate::change::Change;
use crate::text::{Location, Pointer};

/// The severity of a finding.
///
/// Severities are ordered, the most severe last:
///
/// ```
/// use foeman_schema::analysis::check;
/// use foeman_schema::example;
/// use foeman_schema::finding::Severity;
///
/// let worst = check(&example::draft_of("pack: arena")).iter().map(|finding| finding.severity).max();
/// assert_eq!(worst, Some(Severity::Error));
/// assert!(Severity::Warning < Severity::Error);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// For information only.
    Info,
    /// Probably a mistake.
    Warning,
    /// The content cannot be used.
    Error,
}

/// How likely it is that a finding is a real fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// A hint that is often wrong.
    Guess,
    /// Rarely wrong.
    Likely,
    /// Follows from the definition of the format.
    Certain,
}

/// A problem that a check reports, with its location.
///
/// ```
/// use foeman_schema::example::{self, PACK};
/// use foeman_schema::{analysis::check, finding::Severity};
///
/// let draft = example::draft_of(&PACK.replace("damage: 6", "damage: 60"));
/// let findings = check(&draft);
/// let finding = &findings[0];
/// assert_eq!((finding.code, finding.severity), ("invalid-value", Severity::Error));
/// assert_eq!(finding.pointer.to_string(), "/weapons/sword/damage");
/// assert_eq!(&draft.text(finding.place.file)[finding.place.span.range()], "60");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The name of the check, used as the code of the finding everywhere.
    pub code: &'static str,
    /// The severity.
    pub severity: Severity,
    /// The confidence.
    pub confidence: Confidence,
    /// The message: lower case, the value quoted, expected before found, no final stop.
    pub message: String,
    /// The location of the problem.
    pub place: Location,
    /// The value at fault, if it is in a record or the pack header.
    pub pointer: Pointer,
    /// The map cell at fault, as column and row from 0.
    pub hex: Option<[i32; 2]>,
    /// Related locations, each with a short label.
    pub related: Vec<(Location, String)>,
    /// How to solve it, with similar names if there are any.
    pub help: Option<String>,
    /// Changes that fix the problem, the best first; empty if the user has to decide.
    pub fixes: Vec<Fix>,
}

/// The changes that fix a finding.
///
/// A fix that is offered is neither planned nor proven; [`fix`](mod@crate::fix) does both when the user chooses it.
///
/// ```
/// use foeman_schema::analysis::check;
/// use foeman_schema::example::{self, PACK};
/// use foeman_schema::finding::Safety;
/// use foeman_schema::fix::apply_fixes;
///
/// let draft = example::draft_of(&PACK.replace("weapon: sword", "weapon: swrod"));
/// assert_eq!(check(&draft)[0].fixes[0].safety, Safety::Unsafe); // a guess
///
/// assert_eq!(apply_fixes(&draft, Safety::Safe).applied, []);
/// let fixed = apply_fixes(&draft, Safety::Unsafe);
/// assert_eq!(fixed.draft.text(fixed.draft.header_file()), PACK);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What the fix does: lower case, imperative, no final stop.
    pub title: String,
    /// Whether the fix may be applied without review.
    pub safety: Safety,
    /// The changes, applied in order.
    pub changes: Vec<Change>,
}

impl Fix {
    /// Creates a fix that certainly gives what the author meant.
    pub fn safe(title: impl Into<String>, changes: Vec<Change>) -> Self {
        Self { title: title.into(), safety: Safety::Safe, changes }
    }

    /// Creates a fix that is a guess.
    pub fn guess(title: impl Into<String>, changes: Vec<Change>) -> Self {
        Self { title: title.into(), safety: Safety::Unsafe, changes }
    }

    /// Creates a fix that is applied only when the user picks it, never in bulk.
    pub fn single(title: impl Into<String>, changes: Vec<Change>) -> Self {
        Self { title: title.into(), safety: Safety::Single, changes }
    }

    /// Creates a fix that removes the value called `what`. Never applied in bulk: the author wrote the value for a
    /// reason.
    pub fn removal(what: &str, at: &Pointer) -> Self {
        Self::single(format!("remove `{what}`"), vec![Change::Remove { at: at.clone() }])
    }

    /// Creates a fix, a guess, that writes a word or number.
    pub fn writing(at: &Pointer, value: impl Into<Value>) -> Self {
        let value = value.into();
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let key = at.last().unwrap_or_default();
        Self::guess(format!("write `{key}: {shown}`"), vec![Change::Set { at: at.clone(), value }])
    }
}

/// Whether a fix may be applied without review.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Safety {
    /// The text shows what the author meant.
    Safe,
    /// A guess, though a good one.
    Unsafe,
    /// Deletes the only copy of something, or chooses between two spellings without evidence. The user has to pick it:
    /// a fault elsewhere may be the reason why the value looks wrong.
    Single,
}

/// Returns a fix that replaces a misspelt value with the only similar name: a guess.
pub fn near_value(at: &Pointer, near: &[&str]) -> Vec<Fix> {
    only(near, |name| Change::Set { at: at.clone(), value: Value::from(name) })
}

/// Returns a fix that replaces a misspelt key with the only similar name: a guess.
pub fn near_key(at: &Pointer, near: &[&str]) -> Vec<Fix> {
    only(near, |name| Change::Rename { at: at.clone(), to: name.to_owned() })
}

/// Returns a fix, a guess, that makes `change` with the only similar name; none if there are several.
pub(crate) fn only(near: &[&str], change: impl Fn(&str) -> Change) -> Vec<Fix> {
    let [name] = near else { return Vec::new() };
    vec![Fix { title: format!("write `{name}`"), safety: Safety::Unsafe, changes: vec![change(name)] }]
}
