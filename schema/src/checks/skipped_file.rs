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
    summary: "A file in the pack's folder is not read",
    doc: "\
A pack consists of all files in its folder and subfolders whose names end in `.yaml` or `.yml`, in lower case, and of the translations in its folder `lang`.
Links are not followed, so that copies of a pack are complete; pipes and devices are not opened.
This check notes files that look like part of the pack but are not read, as of the time the pack was opened.
Rename the file, or replace the link by its target; files whose names begin with a dot, or that `exclude` in the header lists, are not reported.",
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
                "write its extension in lower case",
            ),
            Unread::Link => (
                "a file or folder of the pack",
                format!("the link `{path}`, which is not followed"),
                "replace it by its target, or require the pack that contains the target",
            ),
            Unread::Special => {
                ("a file", format!("`{path}`, which is neither a file nor a folder"), "move it out of the pack")
            }
            Unread::Translation => (
                "translations in `lang`, such as `lang/de.po`",
                format!("`{path}`, which is not read"),
                "move it to the folder `lang` next to `pack.yaml`, or exclude it in the header",
            ),
            // Reported by `file-name`.
            Unread::Name => continue,
        };
        let finding = check.finding(place, Pointer::root(), format!("expected {expected}, found {found}"));
        findings.push(Finding { help: Some(help.to_owned()), ..finding });
    }
}
