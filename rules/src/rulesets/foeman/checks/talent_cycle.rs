//! `talent-cycle`: a talent that requires itself.

use crate::rulesets::foeman::catalogs::Talent;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

pub(super) static CHECK: Check = Check {
    name: "talent-cycle",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A talent requires itself",
    doc: "\
A talent that requires itself, or a talent that requires it in turn, can never be learnt first.
Take one of the requirements away.",
    bad: r##"talents:
  parry: {title: Parry, iq: 8, requires: {talents: [riposte]}, effects: [{kind: modify, what: dx, by: 1}]}
  riposte: {title: Riposte, iq: 9, requires: {talents: [parry]}, effects: [{kind: grant, option: strike2}]}
"##,
    fixed: r##"talents:
  parry: {title: Parry, iq: 8, effects: [{kind: modify, what: dx, by: 1}]}
  riposte: {title: Riposte, iq: 9, requires: {talents: [parry]}, effects: [{kind: grant, option: strike2}]}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut told: Vec<String> = Vec::new();
    for (RecordKey { id, .. }, talent) in survey.records::<Talent>() {
        if talent.requires.talents.is_empty() || told.contains(id) {
            continue;
        }
        // Everything that is required, directly or not, in the order it is met.
        let mut required: Vec<String> = talent.requires.talents.iter().map(|other| other.id().to_owned()).collect();
        let mut next = 0;
        while let Some(other) = required.get(next).filter(|other| *other != id) {
            let other: Option<&Talent> = survey.record(other);
            for further in other.into_iter().flat_map(|other| &other.requires.talents) {
                if !required.iter().any(|known| known == further.id()) {
                    required.push(further.id().to_owned());
                }
            }
            next += 1;
        }
        if next == required.len() {
            continue;
        }
        told.extend(required);
        let pointer = RecordKey::new(Talent::CATALOG, id).pointer().child("requires").child("talents");
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let message = format!("expected talents that can be learnt before `{}`, but it requires itself", talent.title);
        let help = Some("take one of the requirements away".to_owned());
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    }
}
