//! `unearned-victory`: a victory resource that never grows.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Ref;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::{Class, classes};
use super::rules::any_changes;
use super::written;
use crate::catalogs::{Faction, Reach, Transfer, Variable, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "unearned-victory",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "Nobody gains the resource that is to be won by",
    doc: "\
A faction wins by a resource when it has it, which its `values` say, and has come to as much as the `victory` of the variable.
It comes to more by its `income`, by what units, terrains, effects and upgrades add to their `owner`, by what is taken \
from upgrades with `transfer`, and by custom rules.
Where nothing of that brings any, the condition waits for ever.
Packs without factions are collections to take from, and are not reported.",
    bad: "\
variables:
  renown: {title: Renown, kind: resource, victory: 100}
factions:
  red: {title: Red, color: '#b03a2e', values: {renown: 0}}
",
    fix: &[(" 0}", " 0}, income: {renown: 1}")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let factions: Vec<&Faction> = survey.records::<Faction>().map(|(_, faction)| faction).collect();
    if factions.is_empty() || !survey.is_all_sound("factions") {
        return;
    }
    let classes = classes(survey);
    for (key, variable) in survey.records::<Variable>() {
        let Some(victory) = variable.victory.filter(|_| variable.kind == VariableKind::Resource) else { continue };
        let named: Ref<Variable> = Ref::new(&*key.id);
        let holders: Vec<&Faction> =
            factions.iter().copied().filter(|faction| faction.values.of(&named).is_some()).collect();
        let has_enough = |faction: &&Faction| faction.values.of(&named).is_some_and(|value| value >= victory);
        let is_earned = holders.iter().any(|faction| faction.income.of(&named).is_some_and(|gain| gain > 0))
            || classes.iter().any(|(_, class)| brings(class, &named))
            || holders.iter().any(has_enough)
            || any_changes(survey, &named);
        let message = match (holders.is_empty(), is_earned) {
            (true, _) => format!("expected a faction that has `{}`, but found none", key.id),
            (false, false) => format!("expected something that brings `{}`, but found nothing", key.id),
            (false, true) => continue,
        };
        let help = "give factions the resource and an `income`, or something that adds to its `owner`".to_owned();
        findings.extend(written(check, survey, key.pointer().child("victory"), message, help));
    }
}

/// Whether a class increases a resource of its owner.
fn brings(class: &Class<'_>, named: &Ref<Variable>) -> bool {
    let is_taken = class.transfer != Transfer::None && class.values.of(named).is_some_and(|value| value > 0);
    is_taken || class.adds(Reach::Owner, named) > 0
}
