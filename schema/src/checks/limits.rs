//! `limits`: a file or record larger than allowed.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::{RawFindingKind, Survey};

pub(crate) static CHECK: Check = Check {
    name: "limits",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A file or record is larger than allowed",
    doc: "\
Limits keep a mistaken or hostile pack from using up time and memory: 20 MiB in a file, 24 collections inside each other, 500,000 values in a record once its aliases are written out, 32 records in a row that extend each other.
What exceeds one is not read.
Split the file, or write the record more simply.",
    bad: r##"terrains:
  sand:
    title: Sand
    color: [[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]
"##,
    fix: &[("[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]", r##""#d9c08c""##)],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems().chain(survey.endless()) {
        if let RawFindingKind::SyntaxError(fault) = problem.kind
            && fault.is_limit()
        {
            findings.push(check.finding(problem.place, problem.pointer.clone(), fault.message.clone()));
        }
    }
}
