//! `unneeded-supply`: a supply that no unit needs.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Ref;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::classes;
use super::idle_supply::gives;
use super::rules::{any_changes, changes_for_units};
use super::written;
use crate::catalogs::{Entity, Faction, Scenario, Unit, Variable};

pub(super) static CHECK: Check = Check {
    name: "unneeded-supply",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A faction supplies its units with a resource that none of them has",
    doc: "\
`supplies` lists the resources that computer players let units fetch when they run short.
A unit can only run short of a resource among its `values`, and fetches no others.
Remove the resource from the list, or give it to a unit.",
    bad: "\
variables:
  bolts: {title: Bolts, kind: resource}
units:
  archer: {title: Archer}
terrains:
  fletcher: {title: Fletcher, color: '#c98f5a', transfer: keep, values: {bolts: 3}}
factions:
  red: {title: Red, color: '#b03a2e', supplies: [bolts]}
",
    fix: &[("Archer", "Archer, values: {bolts: 12}")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    if !["units", "scenarios", "terrains", "effects", "upgrades", "rules"]
        .into_iter()
        .all(|catalog| survey.is_all_sound(catalog))
    {
        return;
    }
    let classes = classes(survey);
    for (key, faction) in survey.records::<Faction>() {
        for (number, named) in faction.supplies.iter().enumerate() {
            // A supply that nothing provides is reported by another check.
            let is_given = any_changes(survey, named) || classes.iter().any(|(_, class)| gives(class, named));
            if !is_given || is_had(survey, named) || changes_for_units(survey, named) {
                continue;
            }
            let message = format!("no unit has `{}`, so none needs to be supplied with it", named.id());
            let help = "remove it from the list, or add it to the `values` of a unit".to_owned();
            let pointer = key.pointer().child("supplies").child(number.to_string());
            findings.extend(written(check, survey, pointer, message, help));
        }
    }
}

/// Whether a unit has some of a variable, by its class or in a scenario.
fn is_had(survey: &Survey<'_>, named: &Ref<Variable>) -> bool {
    let has = |unit: &Entity<Unit>| unit.values.of(named).is_some();
    let made = |scenario: &Scenario| {
        let areas = scenario.areas.iter().flat_map(|area| &area.units);
        scenario.sides.iter().flat_map(|side| &side.units).chain(areas).any(has)
    };
    survey.records::<Unit>().any(|(_, unit)| unit.values.of(named).is_some())
        || survey.records::<Scenario>().any(|(_, scenario)| made(scenario))
}
