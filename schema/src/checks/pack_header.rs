//! `pack-header`: a missing or invalid key in the pack's header.

use crate::check::{Check, Scope};
use crate::did_you_mean::{did_you_mean, near};
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Severity, near_value};
use crate::header;
use crate::source::is_header_key;
use crate::survey::Survey;
use crate::text::{Location, Pointer, Span};
use crate::validate::found;

pub(crate) static CHECK: Check = Check {
    name: "pack-header",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "The header of the pack is incomplete or invalid",
    doc: "\
`pack.yaml` begins with the pack's id and its ruleset, `pack: arena` and `ruleset: ...`; without them, nothing else can be checked.
Only `pack.yaml` has a header.
`format` is the version of the content format; if it is higher than this program supports, update the program.",
    bad: r##"format: 9
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[(" 9", " 2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let file = draft.header_file();
    let start = Location { file, span: Span::at(0) };
    let root = Pointer::root();
    let written = |key: &str| draft.sections(file).any(|section| section == key);
    if draft.file(file).fault.is_none() {
        for (key, remedy) in [("pack", "add a line `pack: ` and the pack's id"), ("ruleset", &*rulesets(draft))] {
            if !written(key) {
                let message = format!("the key `{key}` is missing in `{}`", draft.path(file));
                let mut finding = check.finding(start, root.clone(), message);
                finding.help = Some(remedy.to_owned());
                findings.push(finding);
            }
        }
    }
    findings.extend(unknown_ruleset(check, draft));
    findings.extend(elsewhere(check, draft));
    if let Some(format) = draft.header("format").and_then(|format| format.as_u64())
        && format > u64::from(header::FORMAT)
    {
        let message = format!("expected a format of at most {}, found `{format}`", header::FORMAT);
        let mut finding = at_key(check, draft, "format", message);
        finding.help = Some("open the pack with a newer version of this program".to_owned());
        findings.push(finding);
    }
}

fn at_key(check: &Check, draft: &Draft, key: &str, message: String) -> Finding {
    let pointer = Pointer::root().child(key);
    let start = Location { file: draft.header_file(), span: Span::at(0) };
    check.finding(draft.place(&pointer).unwrap_or(start), pointer, message)
}

fn unknown_ruleset(check: &Check, draft: &Draft) -> Option<Finding> {
    if draft.dialect().is_some() {
        return None;
    }
    let value = draft.header("ruleset")?;
    let message = format!("expected the name of a ruleset, found {}", found(&value));
    let mut finding = at_key(check, draft, "ruleset", message);
    let names = draft.dialects().iter().map(|dialect| dialect.id);
    let near = near(value.as_str().unwrap_or_default(), names);
    finding.fixes = near_value(&finding.pointer, &near);
    finding.help = did_you_mean(&near).or_else(|| Some(rulesets(draft)));
    Some(finding)
}

/// Returns the help that lists the available rulesets.
fn rulesets(draft: &Draft) -> String {
    let lines: Vec<String> = draft.dialects().iter().map(|dialect| format!("`ruleset: {}`", dialect.id)).collect();
    format!("write {}", lines.join(" or "))
}

/// Reports header keys in files other than the header file.
fn elsewhere(check: &Check, draft: &Draft) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in draft.files().filter(|file| *file != draft.header_file()) {
        for section in &draft.file(file).sections {
            if is_header_key(&section.key) {
                let home = draft.path(draft.header_file());
                let message = format!("`{}` belongs in `{home}`; move it there", section.key);
                let place = Location { file, span: section.key_span };
                findings.push(check.finding(place, Pointer::root().child(&section.key), message));
            }
        }
    }
    findings
}
