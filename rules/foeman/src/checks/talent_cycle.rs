//! `talent-cycle`: a talent that requires itself.

use std::collections::BTreeMap;

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::graph::Graph;
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use crate::catalogs::Talent;

pub(super) static CHECK: Check = Check {
    name: "talent-cycle",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A talent requires itself",
    doc: "\
A talent that requires itself, directly or through other talents, can never be learnt.
Remove one of the requirements.",
    bad: r##"talents:
  parry: {title: Parry, iq: 8, requires: {talents: [riposte]}, effects: [{kind: modify, what: dx, by: 1}]}
  riposte: {title: Riposte, iq: 9, requires: {talents: [parry]}, effects: [{kind: grant, option: strike2}]}
"##,
    fix: &[("requires: {talents: [riposte]}, effects", "effects")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let talents: Vec<(&RecordKey, &Talent)> = survey.records().collect();
    let numbers: BTreeMap<&str, usize> = talents.iter().enumerate().map(|(at, (key, _))| (&*key.id, at)).collect();
    let required = |talent: &Talent| {
        let ids = talent.requires.talents.iter().map(|other| other.id());
        ids.filter_map(|id| numbers.get(id).copied()).collect()
    };
    let graph = Graph::new(talents.iter().map(|(_, talent)| required(talent)).collect());
    for cycle in graph.cycles() {
        let (key, talent) = talents[cycle[0]];
        let pointer = key.pointer().child("requires").child("talents");
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let message = format!("{} requires itself, so it can never be learnt", talent.title);
        let help = Some("remove one of the requirements".to_owned());
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    }
}
