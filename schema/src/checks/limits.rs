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
Limits keep faulty or hostile packs from using too much time and memory: 20 MiB per file, 24 nested collections, 500,000 values per record including those of its aliases, and 32 records in a chain of `extends`.
Text beyond a limit is not read.
Split the file, or simplify the record.",
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
