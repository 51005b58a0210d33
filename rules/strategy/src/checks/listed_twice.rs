//! `listed-twice`: a repeated entry in a list of a faction or a rule.

use std::collections::BTreeSet;

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::{Ref, Target};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::written;
use crate::catalogs::{Faction, Rule};

pub(super) static CHECK: Check = Check {
    name: "listed-twice",
    severity: Severity::Info,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A faction or a rule lists something twice",
    doc: "\
A second entry for a class in the lists of what a faction builds, or for a resource in its `supplies`, has no effect.
The same holds for the units, factions and terrains of a rule.
Remove the duplicate, or correct it.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource}
units:
  scout: {title: Scout, worth: 200, cost: {gold: 20}}
factions:
  red: {title: Red, color: '#b03a2e', values: {gold: 50}, builds-units: [scout, scout]}
",
    fix: &[("scout, scout", "scout")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, faction) in survey.records::<Faction>() {
        let at = |name: &str| key.pointer().child(name);
        let repeated = [
            repeated(at("builds-units"), &faction.builds_units),
            repeated(at("builds-terrains"), &faction.builds_terrains),
            repeated(at("builds-upgrades"), &faction.builds_upgrades),
            repeated(at("supplies"), &faction.supplies),
        ];
        tell(check, survey, repeated.into_iter().flatten(), findings);
    }
    for (key, rule) in survey.records::<Rule>() {
        let at = |name: &str| key.pointer().child(name);
        let repeated = [
            repeated(at("units"), &rule.units),
            repeated(at("factions"), &rule.factions),
            repeated(at("terrains"), &rule.terrains),
        ];
        tell(check, survey, repeated.into_iter().flatten(), findings);
    }
}

fn tell<'a>(
    check: &Check,
    survey: &Survey<'_>,
    repeated: impl Iterator<Item = (Pointer, &'a str)>,
    findings: &mut Vec<Finding>,
) {
    for (pointer, id) in repeated {
        let message = format!("`{id}` is listed twice");
        let help = "remove the duplicate, or correct it".to_owned();
        let fixes = vec![Fix::safe("remove the second", vec![Change::Remove { at: pointer.clone() }])];
        findings.extend(written(check, survey, pointer, message, help).map(|finding| Finding { fixes, ..finding }));
    }
}

/// Returns the repeated items of a list, and what they refer to.
fn repeated<T: Target>(list: Pointer, named: &[Ref<T>]) -> Vec<(Pointer, &str)> {
    let mut met = BTreeSet::new();
    let again = named.iter().enumerate().filter(|(_, named)| !met.insert(named.id()));
    again.map(|(number, named)| (list.child(number.to_string()), named.id())).collect()
}
