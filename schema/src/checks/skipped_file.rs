//! `skipped-file`: a file in the pack's folder that is not read.

use crate::check::{Check, Scope};
use crate::draft::Unread;
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::text::{Location, Pointer, Span};

pub(crate) static CHECK: Check = Check {
    name: "skipped-file",
    severity: Severity::Info,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "Something in the pack's folder is not read",
    doc: "\
A pack is all files of its folder and the folders below that end in `.yaml` or `.yml`, in small letters.
Links are not followed, so that a pack is whole wherever it is copied to; pipes and devices are not opened.
What only looks as if it were read is noted here, as it stood when the pack was opened.
Rename the file, or put what the link leads to in its place; names that begin with a dot are passed over in silence, and so are those that `exclude` in the header leaves out.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
# grounds.YAML
terrains:
  rock: {title: Rock, color: "#776655"}
"##,
    fix: &[("# grounds.YAML\nterrains:\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let file = survey.draft.header_file();
    let place = Location { file, span: Span::at(0) };
    for skipped in &survey.draft.around().skipped {
        let path = &skipped.path;
        let (expected, found, help) = match skipped.why {
            Unread::Ending => (
                "a file that ends in `.yaml`",
                format!("`{path}`, which is not read"),
                "write its ending in small letters",
            ),
            Unread::Link => (
                "a file or folder of the pack",
                format!("the link `{path}`, which is not followed"),
                "put what it leads to here, or require the pack that has it",
            ),
            Unread::Special => {
                ("a file", format!("`{path}`, which is neither file nor folder"), "move it out of the pack")
            }
            // Reported by `file-name`.
            Unread::Name => continue,
        };
        let finding = check.finding(place, Pointer::root(), format!("expected {expected}, but found {found}"));
        findings.push(Finding { help: Some(help.to_owned()), ..finding });
    }
}
