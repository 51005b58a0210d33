//! `absent-variable`: an amount with a variable that no possible subject has.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Ref;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::{Classed, pieces};
use super::{finding, rules};
use crate::catalogs::{Effect, Faction, Rule, Scenario, Terrain, Unit, Variable, Who};
use crate::notation::{Name, Subject};

pub(super) static CHECK: Check = Check {
    name: "absent-variable",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "An amount uses a variable that its subject can never have",
    doc: "\
A variable that its subject does not have counts as 0: if no unit has silver, `unit.silver <= 0` always holds.
A unit has the variables among the `values` of its class, a faction those it begins with, and a cell those of its \
terrains and effects; rules can add more.
Name another subject, or give the variable to this one.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource}
units:
  scout: {title: Scout}
rules:
  poor:
    title: The poor go home
    when: unit-ends
    if: [unit.gold <= 0]
    do:
      - {kind: withdraw}
",
    fix: &[("Scout", "Scout, values: {gold: 3}")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let catalogs = ["units", "terrains", "effects", "factions", "rules", "scenarios", "variables"];
    if !catalogs.into_iter().all(|catalog| survey.is_all_sound(catalog)) {
        return;
    }
    // A pack with rules only is meant for other packs, which define the units.
    if survey.records::<Unit>().next().is_none() {
        return;
    }
    for (key, rule) in survey.records::<Rule>() {
        let known = rule.when.subjects();
        for (steps, amounts) in rules::amounts(rule) {
            let absent = |name: &&Name| match name {
                // A subject that the occasion lacks is reported by another check.
                Name::Variable(subject, id) => known.contains(subject) && !has(survey, *subject, &Ref::new(id)),
                Name::Counted(..) | Name::Ground(_) | Name::Turn | Name::Option(_) => false,
            };
            let Some(name) = amounts.iter().flat_map(|amount| amount.names()).find(absent) else { continue };
            let Name::Variable(subject, id) = name else { continue };
            let kind = match subject {
                Subject::Unit | Subject::Other => "unit",
                Subject::Faction | Subject::Foe => "faction",
                Subject::Site => "terrain or effect",
            };
            let message = format!("no {kind} has `{id}`, so `{name}` is always 0");
            let help = format!("name another subject, or give `{id}` to a {kind}");
            findings.extend(finding(check, survey, key.pointer().join(&steps), message, help));
        }
    }
}

/// Whether a kind of subject may have a variable at some time.
fn has(survey: &Survey<'_>, subject: Subject, named: &Ref<Variable>) -> bool {
    fn any<T: Classed>(survey: &Survey<'_>, named: &Ref<Variable>) -> bool {
        survey.records::<T>().any(|(_, class)| class.class().values.of(named).is_some())
    }
    let is_given = |whom: &[Who]| survey.records::<Rule>().any(|(_, rule)| rules::gives(rule, named, whom));
    // Entities with other values in a scenario have a class with that variable, unless the scenario is wrong.
    let is_made = || {
        survey.records::<Scenario>().any(|(key, scenario)| {
            pieces(survey, &key.pointer(), scenario).iter().any(|piece| piece.values.of(named).is_some())
        })
    };
    match subject {
        Subject::Unit | Subject::Other => {
            any::<Unit>(survey, named) || is_made() || rules::changes_for_units(survey, named)
        }
        Subject::Faction | Subject::Foe => {
            survey.records::<Faction>().any(|(_, faction)| faction.values.of(named).is_some())
                || is_given(&[Who::Faction, Who::Foe, Who::Factions])
        }
        Subject::Site => {
            any::<Terrain>(survey, named) || any::<Effect>(survey, named) || is_made() || is_given(&[Who::Site])
        }
    }
}
