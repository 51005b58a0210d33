//! `unknown-key`: a key that is not allowed at this position.

use crate::check::{Check, Scope};
use crate::did_you_mean::did_you_mean;
use crate::finding::{Confidence, Finding, Safety, Severity, near_key};
use crate::spelling::is_own_declaration;
use crate::survey::{RawFindingKind, Survey};
use crate::text::quoted;
use crate::validate::ViolationKind;

pub(crate) static CHECK: Check = Check {
    name: "unknown-key",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A key is unknown, or not allowed at this position",
    doc: "\
An unknown key would be ignored, so it is an error: usually it is misspelt or wrongly indented.
Correct the key, or remove it with its value.",
    bad: "\
terrains:
  sand:
    titel: Sand
    color: '#d9c08c'
",
    fix: &[("titel", "title")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems() {
        let RawFindingKind::Violation(ViolationKind::UnknownKey { near, fields, kinds }) = problem.kind else {
            continue;
        };
        let key = problem.pointer.last().unwrap_or_default();
        let shown = quoted(key);
        let message = format!("expected a known key, found {shown}");
        let mut finding = check.finding(problem.place, problem.pointer.clone(), message);
        let near: Vec<&str> = near.iter().map(String::as_str).collect();
        let known = format!("known keys: {}", list(fields));
        finding.help = Some(match did_you_mean(&near) {
            // A key that another variant has is not a misspelling of a similar key.
            _ if !kinds.is_empty() => format!("{shown} is only allowed for other kinds: {}; {known}", list(kinds)),
            Some(help) => {
                finding.fixes = near_key(problem.pointer, &near);
                let object = problem.pointer.parent().unwrap_or_default();
                if near.iter().any(|name| is_own_declaration(survey.draft, &object.child(*name))) {
                    finding.fixes.iter_mut().for_each(|fix| fix.safety = Safety::Single);
                }
                help
            }
            None if key == "<<" => "write `extends` to inherit from another record".to_owned(),
            None => known,
        });
        findings.push(finding);
    }
}

fn list(words: &[impl AsRef<str>]) -> String {
    words.iter().map(|word| format!("`{}`", word.as_ref())).collect::<Vec<_>>().join(", ")
}
