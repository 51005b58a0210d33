//! `measure-twice`: two conditions of a faction with the same measure, of which one has no effect.

use std::collections::BTreeMap;

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::written;
use crate::catalogs::{Condition, Faction, Measure};

pub(super) static CHECK: Check = Check {
    name: "measure-twice",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Two conditions of a faction have the same measure",
    doc: "\
One condition is enough to win, and one to be out.
Of two conditions with the same measure, the one that is met first decides and the other has no effect. Hexkit cannot \
read a scenario with both.
Remove one, or use another measure.",
    bad: "\
factions:
  red:
    title: Red
    color: '#b03a2e'
    victory:
      - {measure: sites, threshold: 20}
      - {measure: sites, threshold: 30}
",
    fix: &[("      - {measure: sites, threshold: 30", "      - {measure: units, threshold: 30")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, faction) in survey.records::<Faction>() {
        for (name, conditions) in [("victory", &faction.victory), ("defeat", &faction.defeat)] {
            let list = key.pointer().child(name);
            for (idle, decides) in superseded(conditions, name == "defeat") {
                let pointer = list.child(idle.to_string());
                let Condition { threshold, .. } = conditions[decides];
                let found = conditions[idle].threshold;
                let met = match found == threshold {
                    true => format!("`{found}` twice"),
                    false => format!("`{found}` and `{threshold}`, which is met first"),
                };
                let message = format!("expected one condition with this measure, found {met}");
                let help = "remove it, or use another measure".to_owned();
                let change = Change::Remove { at: pointer.clone() };
                let title = "remove the condition that never decides";
                // Removing a duplicate loses nothing; a different threshold may be the intended one.
                let fixes = match found == threshold {
                    true => vec![Fix::safe(title, vec![change])],
                    false => vec![Fix::single(title, vec![change])],
                };
                let told = written(check, survey, pointer, message, help);
                findings.extend(told.map(|finding| Finding { fixes, ..finding }));
            }
        }
    }
}

/// Returns the conditions that are met no earlier than another one with the same measure, each with that other one.
fn superseded(conditions: &[Condition], is_defeat: bool) -> Vec<(usize, usize)> {
    let mut first: BTreeMap<Measure, usize> = BTreeMap::new();
    let sooner = |one: &Condition, other: &Condition| match (is_defeat, one.measure) {
        // Defeat is by low values, except for turns.
        (true, Measure::Sites | Measure::Units | Measure::UnitStrength) => one.threshold > other.threshold,
        _ => one.threshold < other.threshold,
    };
    for (number, condition) in conditions.iter().enumerate() {
        let best = first.entry(condition.measure).or_insert(number);
        if sooner(condition, &conditions[*best]) {
            *best = number;
        }
    }
    let idle = conditions.iter().enumerate().filter_map(|(number, condition)| {
        let decides = first[&condition.measure];
        (decides != number).then_some((number, decides))
    });
    idle.collect()
}
