//! `invalid-value`: a value of the right type that is out of range, malformed or not one of the choices.

use super::plain_text;
use crate::check::{Check, Scope};
use crate::did_you_mean::did_you_mean;
use crate::finding::{Confidence, Finding, Safety, Severity, near_value};
use crate::spelling::is_own_declaration;
use crate::survey::{RawFindingKind, Survey};
use crate::text::quoted;
use crate::validate::ViolationKind;

pub(crate) static CHECK: Check = Check {
    name: "invalid-value",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A value is out of range, malformed, or not one of the allowed words",
    doc: "\
Each field defines its allowed values: a range, a form such as `#d9c08c`, or a list of words.
Correct the value accordingly.",
    bad: r##"maps:
  beach:
    title: Beach
    geometry: {shift: column-dwon, size: [2, 1]}
    legend: {s: sand}
    rows: |
      ss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[("column-dwon", "column-down")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems() {
        let RawFindingKind::Violation(flaw) = problem.kind else { continue };
        let (mut help, mut fixes) = (None, Vec::new());
        let message = match flaw {
            ViolationKind::InvalidValue { expected, found, near, key } => {
                let meant = plain_text(survey.draft, problem.pointer).filter(|_| near.is_empty());
                let near: Vec<&str> = near.iter().chain(&meant).map(String::as_str).collect();
                help = did_you_mean(&near).or_else(|| key.map(|key| format!("`{key}` is a separate key here")));
                fixes = near_value(problem.pointer, &near);
                if is_own_declaration(survey.draft, problem.pointer) {
                    fixes.iter_mut().for_each(|fix| fix.safety = Safety::Single);
                }
                format!("expected {expected}, found {found}")
            }
            ViolationKind::InvalidKey { expected } => {
                format!("expected {expected}, found {}", quoted(problem.pointer.last().unwrap_or_default()))
            }
            ViolationKind::Unreadable { message } => format!("the record cannot be read: {message}"),
            _ => continue,
        };
        let finding = check.finding(problem.place, problem.pointer.clone(), message);
        findings.push(Finding { help, fixes, ..finding });
    }
}
