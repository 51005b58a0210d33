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
    summary: "A value without quotes is something else to other readers of YAML",
    doc: "\
Where text is wanted, a value is read here as it is written: `0014`, `12`, `no` and `1e3` are text.
Editors and other programs that read YAML take them for numbers, dates or `false`, so a text that looks like one stands in quotes.
A number is written plainly, `14`: `0014` is twelve to older readers, and `0o14` and `1e3` are text to them.",
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
        let message = format!(
            "expected {expected}, but found {}, which other readers of YAML take for another value",
            quoted(text)
        );
        let changes = vec![Change::Set { at: problem.pointer.clone(), value: value.clone() }];
        let fixes = vec![Fix { title, safety: Safety::Safe, changes }];
        findings.push(Finding { fixes, ..check.finding(problem.place, problem.pointer.clone(), message) });
    }
}
