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
    summary: "No faction can gain the resource that decides the victory",
    doc: "\
A faction with the resource among its `values` wins when it has reached the `victory` of the variable.
It gains more from its `income`, from `owner` modifiers of units, terrains, effects and upgrades, from upgrades with \
`transfer`, and from custom rules.
Without any of these, the condition never holds.
Packs without factions are not reported: they are collections for other packs.",
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
            (true, _) => format!("no faction has `{}`", key.id),
            (false, false) => format!("no faction ever gains `{}`", key.id),
            (false, true) => continue,
        };
        let help = "give factions the resource and an `income` of it, or an `owner` modifier".to_owned();
        findings.extend(written(check, survey, key.pointer().child("victory"), message, help));
    }
}

/// Whether a class increases a resource of its owner.
fn brings(class: &Class<'_>, named: &Ref<Variable>) -> bool {
    let is_taken = class.transfer != Transfer::None && class.values.of(named).is_some_and(|value| value > 0);
    is_taken || class.adds(Reach::Owner, named) > 0
}
