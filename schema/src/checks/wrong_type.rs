//! `wrong-type`: a value of the wrong type.

use super::plain_text;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Safety, Severity};
use crate::read::number;
use crate::survey::{RawFindingKind, Survey};
use crate::text::quoted;
use crate::validate::ViolationKind;

pub(crate) static CHECK: Check = Check {
    name: "wrong-type",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A value has the wrong type",
    doc: "\
The field expects another type, such as a number instead of text, a single value instead of a list, or a value instead of none.
Numbers in text fields are accepted as text.
A number in quotes is text, and `#` after a space begins a comment, so write colours in quotes.
Numbers, `true` and `false` are read as in YAML 1.2; `yes` and `no` are text.
Write a value of the type that the message names.",
    bad: r##"terrains:
  sand:
    title: Sand
    color: "#d9c08c"
    cost: two
"##,
    fix: &[("two", "2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems() {
        let RawFindingKind::Violation(ViolationKind::WrongType { expected, found, meant }) = problem.kind else {
            continue;
        };
        if let Some((place, comment)) = survey.draft.comment_for(problem.pointer).filter(|_| found == "nothing") {
            let message = format!("expected {expected}, found a comment, {}", quoted(comment));
            let help = Some("`#` begins a comment; put the value in quotes".to_owned());
            findings.push(Finding { help, ..check.finding(place, problem.pointer.clone(), message) });
            continue;
        }
        let message = format!("expected {expected}, found {found}");
        let fixes = meant.iter().map(|meant| Fix {
            title: format!("write `{meant}`{}", if found.ends_with("quotes") { " without quotes" } else { "" }),
            safety: Safety::Safe,
            changes: vec![Change::Set { at: problem.pointer.clone(), value: meant.clone() }],
        });
        let mut fixes: Vec<Fix> = fixes.collect();
        // Digits and quotes of other keyboard layouts.
        let number = plain_text(survey.draft, problem.pointer).and_then(|text| number(&text));
        fixes.extend(number.filter(|_| meant.is_none()).map(|value| Fix::writing(problem.pointer, value)));
        findings.push(Finding { fixes, ..check.finding(problem.place, problem.pointer.clone(), message) });
    }
}
