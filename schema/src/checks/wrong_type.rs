//! `wrong-type`: a value of the wrong kind.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::{RawFindingKind, Survey};
use crate::validate::ViolationKind;

pub(crate) static CHECK: Check = Check {
    name: "wrong-type",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A value is of another kind than its field wants",
    doc: "\
A number where text is wanted is text, so this is about the other cases: text where a number is wanted, a list where one value is wanted, nothing where something must stand.
Numbers are written plainly, `12`, without exponents or leading zeros; yes and no are written `true` and `false`.
Write a value of the kind the message names.",
    bad: r##"terrains:
  sand:
    title: Sand
    color: "#d9c08c"
    cost: two
"##,
    fixed: r##"terrains:
  sand:
    title: Sand
    color: "#d9c08c"
    cost: 2
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems() {
        let RawFindingKind::Violation(ViolationKind::WrongType { expected, found }) = problem.kind else { continue };
        let message = format!("expected {expected}, but found {found}");
        findings.push(check.finding(problem.place, problem.pointer.clone(), message));
    }
}
