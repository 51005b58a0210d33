//! `unfinished-save`: an interrupted save left files that do not match.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::text::{Location, Pointer, Span};

pub(crate) static CHECK: Check = Check {
    name: "unfinished-save",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A save was cut short, so some files still hold their old text",
    doc: "\
A save of several files was cut short because its program was killed or the computer lost power.
The new texts are safe: they lie in a list outside the pack, in this user's own folder.
Commands that only read the pack change nothing and read the files as they are, so other findings may be due to this one.
The next command that writes to the pack finishes the save first: save the pack again, or run `foeman check --fix`.
Files that another program has changed since are left as they are.
The last lines of the example stand for such a list.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
# .foeman/unfinished
pack.yaml
"##,
    fixed: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(unfinished) = survey.draft.unfinished_save() else { return };
    let place = Location { file: survey.draft.header_file(), span: Span::at(0) };
    // Not at the root, so that the readable part of the pack remains playable.
    let finding = check.finding(place, Pointer::root().child("pack"), unfinished.message());
    findings.push(Finding { help: Some(unfinished.help().to_owned()), ..finding });
}
