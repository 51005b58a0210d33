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
    summary: "A save was interrupted, so some files have their old text",
    doc: "\
A save of several files was interrupted because its program was killed or the computer lost power.
The new texts are safe: they are in a list outside the pack, in your user folder.
Commands that only read the pack do not change anything and read the files as they are, so other findings may have this cause.
The next command that writes to the pack completes the save first: save the pack again, or run `foeman check --fix`.
Files that another program has changed in the meantime stay as they are.
Interrupted saves of required packs are reported too: save that pack again, or run `foeman check --fix` on it.
The last lines of the example represent this list.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
# .foeman/unfinished
pack.yaml
"##,
    fix: &[("# .foeman/unfinished\npack.yaml\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let start = Location { file: draft.header_file(), span: Span::at(0) };
    for (required, message, help) in draft.unfinished_saves().told() {
        // Not at the root, so that the readable part of the pack remains playable.
        let (place, pointer) = match required {
            None => (start, Pointer::root().child("pack")),
            Some(pack) => {
                let requires = Pointer::root().child("requires");
                let entry = requires.child(pack);
                (draft.place(&entry).or_else(|| draft.place(&requires)).unwrap_or(start), entry)
            }
        };
        findings.push(Finding { help: Some(help), ..check.finding(place, pointer, message) });
    }
}
