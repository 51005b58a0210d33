//! `missing-field`: a required key missing from a complete record.

use super::title_of;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::{RawFindingKind, Survey};
use crate::validate::ViolationKind;

pub(crate) static CHECK: Check = Check {
    name: "missing-field",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A record lacks a required key",
    doc: "\
Keys without a default are required; they can be inherited from the record named in `extends`.
Add the key, or extend a record that has it.",
    bad: r##"terrains:
  sand:
    title: Sand
"##,
    fix: &[(
        "    title: Sand\n",
        r##"    title: Sand
    color: "#d9c08c"
"##,
    )],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems() {
        let RawFindingKind::Violation(ViolationKind::MissingField { key, doc }) = problem.kind else { continue };
        let message = format!("the key `{key}` is missing");
        let mut finding = check.finding(problem.place, problem.pointer.clone(), message);
        finding.help = (!doc.is_empty()).then(|| format!("`{key}`: {}", doc.trim_end_matches('.')));
        if let ("title", Some((record, []))) = (key.as_str(), problem.pointer.record()) {
            finding.fixes.push(Fix::writing(&problem.pointer.child("title"), title_of(&record.id)));
        }
        findings.push(finding);
    }
}
