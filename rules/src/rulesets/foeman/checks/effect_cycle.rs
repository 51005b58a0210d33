//! `effect-cycle`: a named effect that does what it does itself.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use crate::rulesets::foeman::catalogs::effects::{Deed, NamedEffect};

pub(super) static CHECK: Check = Check {
    name: "effect-cycle",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "An effect leads to itself",
    doc: "\
An effect of the kind `named` stands for all that an entry of `effects` does.
An entry that names itself, or one that leads back to it, never comes to an end.
Write out what is meant in one of them.",
    bad: "\
effects:
  fever:
    title: Fever
    effects:
      - {kind: damage, dice: 1D, of: exhaustion}
      - {kind: named, effect: shivers}
  shivers:
    title: Shivers
    effects:
      - {kind: named, effect: fever}
",
    fixed: "\
effects:
  fever:
    title: Fever
    effects:
      - {kind: damage, dice: 1D, of: exhaustion}
      - {kind: named, effect: shivers}
  shivers:
    title: Shivers
    effects:
      - {kind: modify, what: dx, by: -1}
",
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut leads: BTreeMap<String, Vec<(String, Pointer)>> = BTreeMap::new();
    for (key, named) in survey.records::<NamedEffect>() {
        let list = key.pointer().child("effects");
        // What is inherited is told where it is written.
        let effects = named.effects.iter().enumerate().filter(|_| survey.draft.defined(&list));
        for (number, effect) in effects {
            if let Deed::Named { effect } = &effect.deed {
                let at = list.child(number.to_string()).child("effect");
                leads.entry(key.id.clone()).or_default().push((effect.id().to_owned(), at));
            }
        }
    }
    let mut told = BTreeSet::new();
    for start in survey.draft.ids(NamedEffect::CATALOG) {
        let Some(way) = way_round(&leads, start).filter(|way| !way.iter().any(|(id, _)| told.contains(id))) else {
            continue;
        };
        told.extend(way.iter().map(|(id, _)| id.clone()));
        let Some((_, pointer)) = way.first() else { continue };
        let Some(place) = survey.draft.place(pointer) else { continue };
        let through: Vec<String> = way[..way.len() - 1].iter().map(|(id, _)| format!("`{id}`")).collect();
        let message = if through.is_empty() {
            format!("expected another effect, but `{start}` names itself")
        } else {
            format!("expected another effect, but `{start}` leads to itself by way of {}", through.join(", "))
        };
        let mut finding = check.finding(place, pointer.clone(), message);
        let places = way[1..].iter().filter_map(|(_, pointer)| survey.draft.place(pointer));
        finding.related = places.map(|place| (place, "by way of this".to_owned())).collect();
        finding.help = Some("write out what is meant in one of them".to_owned());
        findings.push(finding);
    }
}

/// The shortest way from an effect back to itself: what each step leads to, and where it is written.
fn way_round(leads: &BTreeMap<String, Vec<(String, Pointer)>>, start: &str) -> Option<Vec<(String, Pointer)>> {
    let mut ways: Vec<Vec<(String, Pointer)>> = vec![Vec::new()];
    let mut seen = BTreeSet::new();
    let mut next = 0;
    while next < ways.len() {
        let way = ways[next].clone();
        next += 1;
        let from = way.last().map_or(start, |(id, _)| id.as_str());
        for step in leads.get(from).into_iter().flatten() {
            let longer: Vec<_> = way.iter().chain([step]).cloned().collect();
            if step.0 == start {
                return Some(longer);
            }
            if seen.insert(step.0.clone()) {
                ways.push(longer);
            }
        }
    }
    None
}
