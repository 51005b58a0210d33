//! `unknown-reference`: a value that names a record which is not there.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity, near_value};
use crate::near::{did_you_mean, near};
use crate::source::limits;
use crate::survey::{RawFindingKind, Survey};

pub(crate) static CHECK: Check = Check {
    name: "unknown-reference",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A value names a record that does not exist",
    doc: "\
A reference is the id of a record of the catalog that the field names; without that record the content cannot be played.
Correct the id, or add the record.",
    bad: "\
terrains:
  sand: {title: Sand, color: '#d9c08c'}
maps:
  beach:
    title: Beach
    geometry: {size: [2, 1]}
    legend: {s: sandd}
    rows: |
      ss
",
    fixed: "\
terrains:
  sand: {title: Sand, color: '#d9c08c'}
maps:
  beach:
    title: Beach
    geometry: {size: [2, 1]}
    legend: {s: sand}
    rows: |
      ss
",
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let before = findings.len();
    for problem in survey.problems() {
        let RawFindingKind::UnknownReference { catalog, id } = problem.kind else { continue };
        let field = survey.draft.field(problem.pointer);
        let expected = field.map_or_else(|| format!("an id of `{catalog}`"), |field| field.expected());
        let message = format!("expected {expected}, but found `{id}`");
        let mut finding = check.finding(problem.place, problem.pointer.clone(), message);
        let known = survey.draft.ids(catalog).filter(|_| findings.len() - before < limits::SUGGESTIONS);
        let near = near(id, known);
        finding.fixes = near_value(problem.pointer, &near);
        finding.help = did_you_mean(&near)
            .or_else(|| Some(format!("there is no such record in `{catalog}`; correct the id or add the record")));
        findings.push(finding);
    }
}
