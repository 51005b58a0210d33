//! `allow-form`: a malformed suppression comment, or one without a reason.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::suppression::allows;
use crate::survey::Survey;
use crate::text::{Location, Pointer};

pub(crate) static CHECK: Check = Check {
    name: "allow-form",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A comment that allows findings is malformed or gives no reason",
    doc: "\
A comment above a key or an item, or at the end of its line, allows the findings there:
`# foeman: allow same-title -- the rulebook has two swords of this name`.
The reason after `--` is for later readers of the file.",
    bad: "\
terrains:
  sand: {title: Sand, color: '#d9c08c'}
  # foeman: allow same-title
  dune: {title: Sand, color: '#c9b07c'}
",
    fix: &[("same-title", "same-title -- people call both sand.")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for allow in allows(survey.draft) {
        let (message, help) = match allow.fault {
            Some(fault) => (fault, "write `# foeman: allow CODE -- reason`"),
            None if !allow.has_reason => {
                ("the comment gives no reason".to_owned(), "add ` -- ` and the reason after the codes")
            }
            None => continue,
        };
        let place = Location { file: allow.file, span: allow.span };
        let mut finding = check.finding(place, Pointer::root(), message);
        finding.help = Some(help.to_owned());
        findings.push(finding);
    }
}
