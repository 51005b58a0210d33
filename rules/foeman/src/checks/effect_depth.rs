//! `effect-depth`: a named effect that expands to more effects than a battle can hold.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use super::effects::NamedEffects;
use crate::catalogs::effects::NamedEffect;

/// The maximum nesting of named effects.
const DEPTH: usize = 10;

/// The maximum number of effects that one named effect expands to.
const COUNT: usize = 300;

pub(super) static CHECK: Check = Check {
    name: "effect-depth",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A named effect contains too many others",
    doc: "\
A battle replaces each named effect by its contents.
Named effects may be nested at most 10 deep, and one may contain at most 300 effects.
Remove some of the effects, or replace names by the effects themselves.",
    bad: "\
effects:
  e1: {title: Effect 1, effects: [{kind: named, effect: e2}]}
  e2: {title: Effect 2, effects: [{kind: named, effect: e3}]}
  e3: {title: Effect 3, effects: [{kind: named, effect: e4}]}
  e4: {title: Effect 4, effects: [{kind: named, effect: e5}]}
  e5: {title: Effect 5, effects: [{kind: named, effect: e6}]}
  e6: {title: Effect 6, effects: [{kind: named, effect: e7}]}
  e7: {title: Effect 7, effects: [{kind: named, effect: e8}]}
  e8: {title: Effect 8, effects: [{kind: named, effect: e9}]}
  e9: {title: Effect 9, effects: [{kind: named, effect: e10}]}
  e10: {title: Effect 10, effects: [{kind: named, effect: e11}]}
  e11: {title: Effect 11, effects: [{kind: modify, what: dx, by: -1}]}
",
    fix: &[(
        r"  e10: {title: Effect 10, effects: [{kind: named, effect: e11}]}
  e11: {title: Effect 11, effects: [{kind: modify, what: dx, by: -1}]}
",
        r"  e10: {title: Effect 10, effects: [{kind: modify, what: dx, by: -1}]}
",
    )],
    run,
};

/// The size of a named effect after expansion.
#[derive(Clone, Copy)]
struct Size {
    depth: usize,
    count: usize,
}

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let NamedEffects { ids, leads, graph } = NamedEffects::of(survey);
    // `None` for effects that are too large, include themselves, or include one of these.
    let mut sizes: Vec<Option<Size>> = vec![None; ids.len()];
    for group in graph.groups() {
        // Cycles are reported by `effect-cycle`.
        let [node] = group[..] else { continue };
        let own = survey.record::<NamedEffect>(ids[node]).map_or(0, |named| named.effects.len());
        let below: Option<Vec<Size>> = leads[node].iter().map(|(target, _)| sizes[*target]).collect();
        let Some(below) = below else { continue };
        let depth = 1 + below.iter().map(|size| size.depth).max().unwrap_or(0);
        let named: usize = below.iter().map(|size| size.count).sum();
        let count = own.saturating_sub(leads[node].len()) + named;
        if depth <= DEPTH && count <= COUNT {
            sizes[node] = Some(Size { depth, count });
            continue;
        }
        let message = if depth > DEPTH {
            format!("expected named effects nested at most {DEPTH} deep, found {depth}")
        } else {
            format!("expected at most {COUNT} effects in a named effect, found {count}")
        };
        let pointer = RecordKey::new(NamedEffect::CATALOG, ids[node]).pointer();
        let Some(place) = survey.draft.key_place(&pointer) else { continue };
        let help = Some("remove some of the effects, or replace names by the effects themselves".to_owned());
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    }
}
