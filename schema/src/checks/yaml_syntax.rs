//! `yaml-syntax`: a YAML syntax error.

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::source::SyntaxError;
use crate::survey::{RawFindingKind, Seen, Survey};

pub(crate) static CHECK: Check = Check {
    name: "yaml-syntax",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "The text is not valid YAML",
    doc: "\
A record with a syntax error cannot be used; the records around it can.
Common causes are an unclosed quote or bracket, wrong indentation, and a text with a colon that is not in quotes.
Tags, multiple documents and keys that are not text are not allowed in packs, and are also reported here.",
    bad: "\
terrains:
  sand:
    title: \"Sand
    color: '#d9c08c'
",
    fix: &[("Sand", r#"Sand""#)],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems() {
        if let RawFindingKind::SyntaxError(fault) = problem.kind
            && !fault.is_limit()
        {
            let mut finding = check.finding(problem.place, problem.pointer.clone(), fault.message.clone());
            finding.fixes.extend(rewriting(survey.draft, &problem, fault));
            findings.push(finding);
        }
    }
}

/// Returns the fix that replaces the text with the likely intended one.
fn rewriting(draft: &Draft, problem: &Seen<'_>, fault: &SyntaxError) -> Option<Fix> {
    let file = problem.place.file;
    // From last to first, so that the other locations stay valid.
    let changes = fault.instead.iter().rev().map(|(span, new)| {
        let at = problem.place_of(*span).span;
        let (file, old) = (draft.path(file).to_owned(), draft.text(file)[at.range()].to_owned());
        Change::Text { file, at, old, new: new.clone() }
    });
    let changes: Vec<Change> = changes.collect();
    let (_, new) = fault.instead.first()?;
    let title = match (new.trim(), changes.len()) {
        ("", _) => "write ordinary spaces".to_owned(),
        (new, 1) => format!("write `{new}`"),
        _ => "write the characters of YAML".to_owned(),
    };
    Some(Fix::guess(title, changes))
}
