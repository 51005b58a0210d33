//! `same-as-inherited`: a value equal to the inherited one.

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::Survey;
use crate::text::RecordKey;
use crate::validate::found;

pub(crate) static CHECK: Check = Check {
    name: "same-as-inherited",
    severity: Severity::Info,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A record repeats a value that it inherits",
    doc: "\
A record inherits all values of the record it extends, so repeating one is unnecessary.
It also causes errors later: when the inherited value changes, the repeated one does not.
Remove the key, or write a different value.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
  dune: {extends: sand, title: Dune, color: "#d9c08c", cost: 2}
"##,
    fix: &[(r##"color: "#d9c08c", cost"##, "cost")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let Some(dialect) = draft.dialect() else { return };
    for catalog in dialect.catalogs {
        for key in survey.keys(catalog.name) {
            // A fast test, since most records extend nothing.
            if !draft.defined(&key.pointer().child("extends")) {
                continue;
            }
            let Some(raw) = draft.raw(key) else { continue };
            let Some(parent) = raw.get("extends").and_then(|id| id.as_str()) else { continue };
            let Some(inherited) = draft.merged(&RecordKey::new(catalog.name, parent)) else { continue };
            // An equal title makes two records look the same, which `same-title` reports.
            for (name, value) in raw.as_object().into_iter().flatten().filter(|(name, _)| *name != "title") {
                let pointer = key.pointer().child(name);
                let Some(place) = draft.key_place(&pointer).filter(|_| inherited.get(name) == Some(value)) else {
                    continue;
                };
                let message = format!("`{name}` is the same as in `{parent}`: {}", found(value));
                let mut finding = check.finding(place, pointer, message);
                finding.help = Some(format!("remove `{name}`; it is inherited anyway"));
                let changes = vec![Change::Remove { at: finding.pointer.clone() }];
                finding.fixes.push(Fix::safe(format!("remove `{name}`"), changes));
                findings.push(finding);
            }
        }
    }
}
