//! Allowing a finding where it stands: the comment that does it, written as its neighbours are, and proven.
//!
//! The comment is put above what the finding is about, is tried on a copy, and everything is checked again: the finding
//! must be told no more, and nothing may be told that was not. What else the comment allows is counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::allow::{Allow, MARK, allows};
use crate::analysis::{Analysis, is_always_told};
use crate::change::{Change, ChangeError, Plan, Side, plan};
use crate::checks::{ALLOW_FORM, UNUSED_ALLOW};
use crate::draft::Draft;
use crate::finding::Finding;
use crate::fix::{more, name_of, tally};
use crate::text::{FileId, Pointer, Span};

/// A comment that allows a finding, planned and proven.
#[derive(Clone, PartialEq, Debug)]
pub struct Allowance {
    /// The comment.
    pub changes: Vec<Change>,
    /// The same, worked out.
    pub plan: Plan,
    /// How many other findings of the check it allows along: they stand on the same line or belong to the same key.
    pub others: usize,
}

/// Why a finding cannot be allowed where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AllowError {
    /// It has changed since it was found.
    Stale,
    /// Findings of this check are told always.
    Never(&'static str),
    /// It stands in a required pack, by its id.
    Borrowed(String),
    /// No comment near it would do it and leave everything else as it is.
    NoPlace,
    /// The text cannot be changed.
    Impossible(ChangeError),
}

impl fmt::Display for AllowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale => f.write_str("the text has changed since it was checked; check it again"),
            Self::Never(code) => {
                write!(
                    f,
                    "expected a check whose findings can be allowed, but `{code}` is always told; mend it instead"
                )
            }
            Self::Borrowed(pack) => write!(
                f,
                "expected a finding in this pack, but this one stands in the pack `{pack}`; allow it there, \
                 or leave the check out in the header, under `findings`"
            ),
            Self::NoPlace => f.write_str(
                "expected a key or an item that a comment can stand above, but this is about none; mend it, \
                 or leave the check out in the header, under `findings`",
            ),
            Self::Impossible(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AllowError {}

/// Whether it is worth asking for a comment that allows a finding: what is always told, what stands in a required pack,
/// and what is about a file as a whole, cannot be allowed here.
pub fn may_be_allowed(draft: &Draft, finding: &Finding) -> bool {
    refused(draft, finding).is_none()
}

/// Works out the comment that allows a finding where it stands, and proves it, without changing the draft.
///
/// Nobody but the author knows the reason: without one the comment is written all the same, and `allow-form` stands
/// there until a reason is.
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

/// Why a finding cannot be allowed here, as far as that can be told by what it is.
fn refused(draft: &Draft, finding: &Finding) -> Option<AllowError> {
    if is_always_told(finding.code) || [UNUSED_ALLOW.name, ALLOW_FORM.name].contains(&finding.code) {
        return Some(AllowError::Never(finding.code));
    }
    let file = finding.place.file;
    if let Some(owner) = draft.owner(file) {
        return Some(AllowError::Borrowed(owner.id.clone()));
    }
    // What is about a file as a whole stands at its very beginning, where nothing is written.
    if finding.pointer == Pointer::root() && finding.place.span == Span::at(0) {
        return Some(AllowError::NoPlace);
    }
    let path = || ChangeError::Needed(draft.path(file).to_owned());
    draft.file(file).locked.then(|| AllowError::Impossible(path()))
}

/// Where the key or item begins that a finding is about, and those around it, from within; each line once.
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

/// On which sides of a line the comment may stand, as the nearest one of its kind in the file does first.
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
    // Where a comment stands already, another one would be a part of it.
    let taken = line(at).1.contains(" #");
    if behind && !taken { vec![Side::Behind, Side::Above] } else { vec![Side::Above] }
}

/// How many other findings are told no more with the comment, if the one it is about is among those, and nothing is told
/// that was not, but that a reason is missing.
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
