//! `wrong-catalog`: a record in a catalog that it does not fit.

use serde_json::Value;

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Fix, Safety, Severity};
use crate::survey::{RawFindingKind, Survey};
use crate::text::{Pointer, RecordKey};

pub(crate) static CHECK: Check = Check {
    name: "wrong-catalog",
    severity: Severity::Error,
    confidence: Confidence::Likely,
    // The fix depends on whether the id is free in the other catalog, so on all records there.
    scope: Scope::Pack,
    summary: "A record belongs to another catalog",
    doc: "\
The record has keys that its catalog does not know, but it would be valid in exactly one other catalog.
Move it there; any file can contain any catalog.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
maps:
  beach:
    title: Beach
    geometry: {size: [2, 1]}
    legend: {s: sand}
    rows: |
      ss
  mud: {title: Mud, color: "#8d7355"}
"##,
    fix: &[
        (
            r##"  sand: {title: Sand, color: "#d9c08c"}
"##,
            r##"  sand: {title: Sand, color: "#d9c08c"}
  mud:
    title: Mud
    color: "#8d7355"
"##,
        ),
        (
            r##"  mud: {title: Mud, color: "#8d7355"}
"##,
            "",
        ),
    ],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems() {
        let RawFindingKind::WrongCatalog { other } = problem.kind else { continue };
        let Some((key, _)) = problem.pointer.record() else { continue };
        let message =
            format!("expected a record of `{}`, but `{}` looks like a record of `{other}`", key.catalog, key.id);
        let mut finding = check.finding(problem.place, problem.pointer.clone(), message);
        finding.help = Some(format!("move it to `{other}`, or give it the keys of `{}`", key.catalog));
        finding.fixes.extend(moved(survey.draft, problem.pointer, &key, other));
        findings.push(finding);
    }
}

/// Returns the fix that moves a record to another catalog, if its id is free there. Comments are not moved, so the user
/// has to review it.
fn moved(draft: &Draft, at: &Pointer, key: &RecordKey, other: &str) -> Option<Fix> {
    let there = RecordKey::new(other, &key.id);
    let value: Value = draft.raw(key).filter(|_| !draft.contains(&there))?;
    let changes = vec![Change::Remove { at: at.clone() }, Change::Insert { at: there.pointer(), value }];
    Some(Fix { title: format!("move it to `{other}`"), safety: Safety::Unsafe, changes })
}
