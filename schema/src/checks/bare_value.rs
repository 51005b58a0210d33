//! `bare-value`: an unquoted value that other YAML readers interpret differently.

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Safety, Severity};
use crate::survey::{RawFindingKind, Survey};
use crate::text::quoted;

pub(crate) static CHECK: Check = Check {
    name: "bare-value",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Other YAML readers interpret an unquoted value differently",
    doc: "\
In text fields, foeman reads unquoted values as text: `0014`, `12`, `no` and `1e3`.
Other YAML readers, such as those of editors, read them as numbers, dates or `false`; put such a text in quotes.
Write numbers in plain decimal form, such as `14`: YAML 1.1 readers take `0014` for twelve, and `0o14` and `1e3` for text.",
    bad: r##"terrains:
  sand:
    title: 0014
    color: "#d9c08c"
    cost: 02
"##,
    fix: &[("0014", r#""0014""#), ("02", "2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems() {
        let RawFindingKind::ReadOtherwise { text, value } = problem.kind else { continue };
        let (expected, title) = if value.is_string() {
            ("text in quotes".to_owned(), "put it in quotes".to_owned())
        } else {
            (format!("`{value}`"), format!("write `{value}`"))
        };
        let message =
            format!("expected {expected}, found {}, which other YAML readers interpret differently", quoted(text));
        let changes = vec![Change::Set { at: problem.pointer.clone(), value: value.clone() }];
        let fixes = vec![Fix { title, safety: Safety::Safe, changes }];
        findings.push(Finding { fixes, ..check.finding(problem.place, problem.pointer.clone(), message) });
    }
}
