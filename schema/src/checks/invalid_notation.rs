//! `invalid-notation`: text that violates the notation of its field.

use super::plain_text;
use crate::check::{Check, Scope};
use crate::did_you_mean::did_you_mean;
use crate::finding::{Confidence, Finding, Severity, near_value};
use crate::survey::{RawFindingKind, Survey};
use crate::validate::ViolationKind;

pub(crate) static CHECK: Check = Check {
    name: "invalid-notation",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A text does not follow the notation of its field",
    doc: "\
Some texts have a notation: colours such as `#d9c08c`, or damage such as `-1H` or `2D L+1<3`.
The message names the expected form.",
    bad: r##"terrains:
  sand:
    title: Sand
    color: "#d9c08"
"##,
    fix: &[("d9c08", "d9c08c")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems() {
        let RawFindingKind::Violation(ViolationKind::InvalidNotation { message }) = problem.kind else { continue };
        let meant = plain_text(survey.draft, problem.pointer);
        let near: Vec<&str> = meant.iter().map(String::as_str).collect();
        let (help, fixes) = (did_you_mean(&near), near_value(problem.pointer, &near));
        findings.push(Finding {
            help,
            fixes,
            ..check.finding(problem.place, problem.pointer.clone(), message.clone())
        });
    }
}
