//! Suppressing a finding with a comment. The comment has the style of others in the file, and its effect is proven.
//!
//! The comment is placed above the value with the finding and tried on a copy, which is checked again: the finding must
//! disappear and no other may appear. Other findings that the comment suppresses are counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::analysis::{Analysis, is_always_reported};
use crate::change::{Change, ChangeError, Plan, Side, plan};
use crate::checks::{ALLOW_FORM, UNUSED_ALLOW};
use crate::draft::Draft;
use crate::finding::Finding;
use crate::fix::{more, name_of, tally};
use crate::source::MARK;
use crate::suppression::{Allow, allows};
use crate::text::{FileId, Pointer, Span};

/// A suppression comment for a finding, planned and proven.
#[derive(Clone, PartialEq, Debug)]
pub struct Allowance {
    /// The changes that add the comment.
    pub changes: Vec<Change>,
    /// The planned text edit.
    pub plan: Plan,
    /// How many other findings of the check the comment suppresses: those on the same line or below the same key.
    pub others: usize,
}

/// Why a finding cannot be suppressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AllowError {
    /// The finding is out of date.
    Stale,
    /// Findings of this check cannot be suppressed.
    Never(&'static str),
    /// The finding is in the required pack with this id.
    Borrowed(String),
    /// No comment nearby would suppress the finding without side effects.
    NoPlace,
    /// The text cannot be edited.
    Impossible(ChangeError),
}

impl fmt::Display for AllowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale => f.write_str("the text has changed since it was checked; check it again"),
            Self::Never(code) => {
                write!(f, "findings of `{code}` cannot be allowed; fix it instead")
            }
            Self::Borrowed(pack) => write!(
                f,
                "this finding is in the pack `{pack}`; allow it there, or disable the check under `findings` in the header"
            ),
            Self::NoPlace => f.write_str(
                "this finding has no key or item that a comment could precede; fix it, or disable the check under \
                 `findings` in the header",
            ),
            Self::Impossible(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AllowError {}

/// Returns whether a finding might be suppressed with a comment: not if its check cannot be suppressed, if it is in a
/// required pack, or if it is about a file as a whole.
pub fn may_be_allowed(draft: &Draft, finding: &Finding) -> bool {
    refused(draft, finding).is_none()
}

/// Plans the comment that suppresses a finding and proves it, without changing the draft.
///
/// Only the author knows the reason. Without one the comment is still written, and the check `allow-form` reports it
/// until the reason is added.
pub fn allow(analysis: &Analysis, finding: &Finding, reason: &str) -> Result<Allowance, AllowError> {
    let draft = analysis.draft();
    if !analysis.findings().contains(finding) {
        return Err(AllowError::Stale);
    }
    if let Some(error) = refused(draft, finding) {
        return Err(error);
    }
    let words = reason.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let reason = words.collect::<Vec<_>>().join(" ");
    let text = format!("# {MARK} allow {} -- {reason}", finding.code).trim_end().to_owned();
    let mut error = AllowError::NoPlace;
    for at in places(draft, finding) {
        for side in sides(draft, finding.place.file, at) {
            let file = draft.path(finding.place.file).to_owned();
            let changes = vec![Change::AddComment { file, at, side, text: text.clone() }];
            match plan(draft, &changes) {
                Ok(plan) => {
                    if let Some(others) = proven(analysis, finding, &plan) {
                        return Ok(Allowance { changes, plan, others });
                    }
                }
                Err(ChangeError::Broken(_)) => {}
                Err(other) => error = AllowError::Impossible(other),
            }
        }
    }
    Err(error)
}

/// Returns why a finding cannot be suppressed, as far as that can be decided without trying.
fn refused(draft: &Draft, finding: &Finding) -> Option<AllowError> {
    if is_always_reported(finding.code) || [UNUSED_ALLOW.name, ALLOW_FORM.name].contains(&finding.code) {
        return Some(AllowError::Never(finding.code));
    }
    let file = finding.place.file;
    if let Some(owner) = draft.owner(file) {
        return Some(AllowError::Borrowed(owner.id.clone()));
    }
    // Comments in translations belong to their entries.
    if draft.file(file).po.is_some() {
        return Some(AllowError::NoPlace);
    }
    // A finding about a whole file has an empty span at its start, where there is no value.
    if finding.pointer == Pointer::root() && finding.place.span == Span::at(0) {
        return Some(AllowError::NoPlace);
    }
    let path = || ChangeError::Needed(draft.path(file).to_owned());
    draft.file(file).locked.then(|| AllowError::Impossible(path()))
}

/// Returns the starts of the key or item with the finding and of those around it, innermost first; each line once.
fn places(draft: &Draft, finding: &Finding) -> Vec<usize> {
    let (file, start) = (finding.place.file, finding.place.span.start);
    let text = draft.text(file);
    let mut lines = BTreeSet::new();
    let mut places = Vec::new();
    let mut around = draft.pointer_at(file, start).filter(|at| *at != Pointer::root());
    if around.is_none() {
        places.push(start);
    }
    while let Some(at) = around {
        let begins = [draft.key_place(&at), draft.place(&at)].into_iter().flatten();
        let begins = begins.filter(|place| place.file == file && place.span.start <= start);
        if let Some(begin) = begins.map(|place| place.span.start).min()
            && lines.insert(text[..begin].matches('\n').count())
        {
            places.push(begin);
        }
        around = at.parent().filter(|above| *above != Pointer::root());
    }
    places
}

/// Returns the sides of a line where the comment may be placed, first the side used by the nearest suppression comment
/// in the file.
fn sides(draft: &Draft, file: FileId, at: usize) -> Vec<Side> {
    let text = draft.text(file);
    let distance = |allow: &Allow| allow.span.start.abs_diff(at);
    let line = |at: usize| {
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
        (start, &text[start..end])
    };
    let nearest = allows(draft).into_iter().filter(|allow| allow.file == file).min_by_key(distance);
    let behind = nearest.is_some_and(|allow| {
        let (start, _) = line(allow.span.start);
        !text[start..allow.span.start].trim().is_empty()
    });
    // A comment appended to another one would become part of it.
    let taken = line(at).1.contains(" #");
    if behind && !taken { vec![Side::Behind, Side::Above] } else { vec![Side::Above] }
}

/// Returns how many other findings the comment suppresses, provided that it suppresses the intended one and causes no
/// new finding except for a missing reason.
fn proven(analysis: &Analysis, finding: &Finding, plan: &Plan) -> Option<usize> {
    let mut draft = Draft::clone(analysis.draft());
    plan.apply(&mut draft).ok()?;
    let after = Analysis::of(Arc::new(draft), Some(analysis));
    let (old, new) = (tally(analysis.findings()), tally(after.findings()));
    let came = after.findings().iter().find(|it| more(it, &old, &new) && it.code != ALLOW_FORM.name);
    let mut gone = analysis.findings().iter().filter(|it| more(it, &new, &old));
    let name = name_of(finding);
    let count = |tally: &BTreeMap<_, usize>| *tally.get(&name).unwrap_or(&0);
    let mends = count(&new) < count(&old) && gone.all(|it| it.code == finding.code);
    let told_no_more = after.allowed().checked_sub(analysis.allowed() + 1)?;
    (came.is_none() && mends).then_some(told_no_more)
}
