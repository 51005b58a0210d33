//! `same-item-code`: two items with the same code in the log.

use std::collections::BTreeMap;

use foeman_schema::check::{Check, Scope, group};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::{Subject, Survey};
use foeman_schema::text::RecordKey;

use crate::catalogs::Item;

pub(super) static CHECK: Check = Check {
    name: "same-item-code",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Group(coded),
    summary: "Two items have the same code",
    doc: "\
The action codes of a battle log show only the `code` of a weapon or shield (`A7`), so readers cannot distinguish two items with the same code.
An item that extends another one may share its code, and one that replaces a record of a required pack keeps that record's code.
Give each other item a different code.",
    bad: r##"items:
  sword: {title: Sword, class: wpn, code: "0004", damage: -1H}
  sabre: {title: Sabre, class: wpn, code: "0004", damage: -1H T-1}
"##,
    fix: &[(r#"Sabre, class: wpn, code: "0004"#, r#"Sabre, class: wpn, code: "0012"#)],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut first: BTreeMap<String, &RecordKey> = BTreeMap::new();
    for (key, item) in survey.records::<Item>() {
        let Some(code) = &item.code else { continue };
        let (code, pointer) = (code.to_string(), key.pointer().child("code"));
        if !survey.draft.defined(&pointer) {
            continue;
        }
        let Some(other) = first.get(&code) else {
            first.insert(code, key);
            continue;
        };
        if other.id.rsplit(':').next() == key.id.rsplit(':').next() {
            continue;
        }
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let message = format!("expected a unique code, found `{code}`, which `{}` has too", other.id);
        let mut finding = check.finding(place, pointer, message);
        finding.help = Some("give one of the two another code".to_owned());
        let label = format!("`{}` has this code too", other.id);
        finding.related.extend(survey.draft.key_place(&other.pointer()).map(|place| (place, label)));
        findings.push(finding);
    }
}

fn coded(subject: &Subject<'_>) -> Option<u64> {
    subject.record::<Item>()?.code.map(group)
}
