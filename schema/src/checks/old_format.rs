//! `old-format`: a pack written in an older content format.

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Safety, Severity};
use crate::header::FORMAT;
use crate::migrate::older;
use crate::survey::Survey;
use crate::text::{Location, Pointer, Span};

pub(crate) static CHECK: Check = Check {
    name: "old-format",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "The pack has an older content format",
    doc: "\
`format` is the version of the content format; `docs/formats.md` lists the changes of each version.
Packs in older formats can be read, but they do not match the JSON Schema, so text editors report errors.
The fix, or `foeman migrate`, converts the pack to the current format and keeps comments and layout.",
    bad: r##"format: 1
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[("1", "2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let Some(format) = older(draft) else { return };
    let root = Pointer::root();
    let written = ["format", "requires"].map(|key| root.child(key)).into_iter().find(|at| draft.defined(at));
    let pointer = written.unwrap_or(root);
    let start = Location { file: draft.header_file(), span: Span::at(0) };
    let place = draft.place(&pointer).unwrap_or(start);
    let mut finding = check.finding(place, pointer, format!("expected format {FORMAT}, found format {format}"));
    let title = format!("convert the pack to format {FORMAT}");
    finding.fixes = vec![Fix { title, safety: Safety::Safe, changes: vec![Change::Migrate] }];
    findings.push(finding);
}
