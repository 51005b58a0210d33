//! `yaml-syntax`: text that cannot be read as YAML.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::{RawFindingKind, Survey};

pub(crate) static CHECK: Check = Check {
    name: "yaml-syntax",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A text cannot be read as YAML",
    doc: "\
A record whose text is not YAML cannot be used; the records around it can.
Most often a quote or bracket is not closed, a line is not indented like its neighbours, or a text with a colon is not quoted.
Tags, a second document and keys that are not text are no part of packs and are reported here too.",
    bad: "\
terrains:
  sand:
    title: \"Sand
    color: '#d9c08c'
",
    fixed: "\
terrains:
  sand:
    title: \"Sand\"
    color: '#d9c08c'
",
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems() {
        if let RawFindingKind::SyntaxError(fault) = problem.kind
            && !fault.is_limit()
        {
            findings.push(check.finding(problem.place, problem.pointer.clone(), fault.message.clone()));
        }
    }
}
