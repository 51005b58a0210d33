//! `unknown-check`: an unknown check named in a suppression comment or the header.

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::checks::{is_check, names};
use crate::did_you_mean::{did_you_mean, near};
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Fix, Safety, Severity, near_key, near_value};
use crate::suppression::allows;
use crate::survey::Survey;
use crate::text::{Location, Pointer};

pub(crate) static CHECK: Check = Check {
    name: "unknown-check",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A comment or the header names a check that does not exist",
    doc: "\
Every finding shows the code of its check; `foeman explain` lists them all.
An unknown code in a comment `# foeman: allow CODE -- reason`, or in the header's `findings`, has no effect.
Correct or remove it.",
    bad: "\
findings:
  ignore: [same-titel]
terrains:
  sand: {title: Sand, color: '#d9c08c'}
",
    fix: &[("same-titel", "same-title")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    // Without a ruleset, the names of its checks are unknown.
    if draft.dialect().is_none() {
        return;
    }
    for allow in allows(draft).into_iter().filter(|allow| allow.fault.is_none()) {
        for (name, span) in allow.checks.iter().filter(|(name, _)| !is_check(draft, name)) {
            let place = Location { file: allow.file, span: *span };
            let fix = |near: &str| {
                let (file, old, new) = (draft.path(allow.file).to_owned(), name.clone(), near.to_owned());
                let title = format!("write `{near}`");
                Fix { title, safety: Safety::Unsafe, changes: vec![Change::Comment { file, at: *span, old, new }] }
            };
            let near = near(name, names(draft));
            let fixes = if let [one] = near.as_slice() { vec![fix(one)] } else { Vec::new() };
            findings.push(unknown(check, place, Pointer::root(), name, &near, fixes));
        }
    }
    in_header(check, draft, findings);
}

fn in_header(check: &Check, draft: &Draft, findings: &mut Vec<Finding>) {
    let at = Pointer::root().child("findings");
    let Some(written) = draft.header("findings") else { return };
    for key in ["select", "ignore"] {
        let list = written.get(key).and_then(|list| list.as_array()).into_iter().flatten();
        for (position, name) in list.enumerate().filter_map(|(position, name)| Some((position, name.as_str()?))) {
            let pointer = at.child(key).child(position.to_string());
            if !is_check(draft, name)
                && let Some(place) = draft.place(&pointer)
            {
                let near = near(name, names(draft));
                let fixes = near_value(&pointer, &near);
                findings.push(unknown(check, place, pointer, name, &near, fixes));
            }
        }
    }
    for name in written.get("severity").and_then(|map| map.as_object()).into_iter().flat_map(|map| map.keys()) {
        let pointer = at.child("severity").child(name);
        if !is_check(draft, name)
            && let Some(place) = draft.key_place(&pointer)
        {
            let near = near(name, names(draft));
            let fixes = near_key(&pointer, &near);
            findings.push(unknown(check, place, pointer, name, &near, fixes));
        }
    }
}

fn unknown(check: &Check, at: Location, pointer: Pointer, name: &str, near: &[&str], fixes: Vec<Fix>) -> Finding {
    let mut finding = check.finding(at, pointer, format!("expected the code of a check, found `{name}`"));
    finding.help = did_you_mean(near).or_else(|| Some("`foeman explain` lists the checks".to_owned()));
    finding.fixes = fixes;
    finding
}
