//! `idle-exclude`: an entry of `exclude` that matches no file.

use crate::check::{Check, Scope};
use crate::did_you_mean::{did_you_mean, near};
use crate::draft::PACK_FILE;
use crate::finding::{Confidence, Finding, Severity, near_value};
use crate::survey::Survey;
use crate::text::{Pointer, quoted};

pub(crate) static CHECK: Check = Check {
    name: "idle-exclude",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "An entry of `exclude` matches nothing",
    doc: "\
`exclude` in the header lists files and folders in the pack's folder that belong to other programs, such as `mkdocs.yml`.
They are not read, checked or formatted.
An entry is a path relative to the pack's folder, separated by `/`: `*` matches any characters of a name, `**` any folders, and a folder stands for everything in it.
Matching is case-sensitive on all systems, and `pack.yaml` is always read.",
    bad: r##"exclude: [tools]
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[("exclude: [tools]\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let exclude = draft.exclude();
    // A single-file pack has no other files.
    if exclude.entries.is_empty() || draft.path(draft.header_file()) != PACK_FILE {
        return;
    }
    let around = draft.around();
    let files = draft.files().map(|file| draft.path(file)).filter(|path| *path != PACK_FILE);
    let paths: Vec<&str> = files.chain(around.left_out.iter().chain(&around.others).map(String::as_str)).collect();
    for (number, entry) in exclude.entries.iter().enumerate() {
        if entry.text.is_empty() || paths.iter().any(|path| entry.matches(path)) {
            continue;
        }
        let at = Pointer::root().child("exclude").child(number.to_string());
        let Some(place) = draft.place(&at) else { continue };
        let shown = quoted(&entry.text);
        let message = if !entry.is_path() {
            format!("expected a path relative to the pack's folder, such as `tools` or `docs/*.yml`, found {shown}")
        } else if entry.matches(PACK_FILE) {
            format!("{shown} matches only `{PACK_FILE}`, which is always read; remove it")
        } else {
            format!("{shown} matches no file or folder of the pack; correct it or remove it")
        };
        let slashes = entry.text.replace('\\', "/");
        let meant = slashes.trim_start_matches("./").trim_matches('/');
        let exact: Vec<&str> = paths.iter().copied().filter(|path| *path == meant).collect();
        let near = if exact.is_empty() { near(meant, paths.iter().copied()) } else { exact };
        let mut finding = check.finding(place, at.clone(), message);
        finding.help = did_you_mean(&near);
        finding.fixes = near_value(&at, &near);
        findings.push(finding);
    }
}
