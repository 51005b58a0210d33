//! `idle-modifier`: a modifier that changes nothing by the rules.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Ref;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use super::finding;
use crate::rulesets::strategy::catalogs::{Effect, Modifier, Reach, Terrain, Unit, Upgrade, Variable, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "idle-modifier",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Users,
    summary: "A modifier changes nothing",
    doc: "\
Modifiers change attributes and resources, never counters; and what something adds to its owner is added to the owner's \
resources alone, since factions have no attributes.",
    bad: "\
variables:
  speed: {title: Speed, kind: attribute}
units:
  scout:
    title: Scout
    modifiers: [{variable: speed, of: owner, value: 2}]
",
    fixed: "\
variables:
  speed: {title: Speed, kind: attribute}
units:
  scout:
    title: Scout
    modifiers: [{variable: speed, of: allies, value: 2}]
",
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let kind = |named: &Ref<Variable>| {
        let known = survey.records::<Variable>().find(|(key, _)| key.id == named.id());
        known.map(|(_, variable)| variable.kind)
    };
    let mut tell = |key: &RecordKey, modifiers: &[Modifier]| {
        for (at, modifier) in modifiers.iter().enumerate() {
            let why = match (kind(&modifier.variable), modifier.of) {
                (Some(VariableKind::Counter), _) => "a counter",
                (Some(VariableKind::Attribute), Reach::Owner) => "an attribute of the owner, which has none",
                _ => continue,
            };
            let pointer = key.pointer().child("modifiers").child(at.to_string());
            let message =
                format!("expected a variable that modifiers change, but `{}` is {why}", modifier.variable.id());
            findings.extend(finding(check, survey, pointer, message, "name another variable, or leave it out".into()));
        }
    };
    survey.records::<Unit>().for_each(|(key, unit)| tell(key, &unit.modifiers));
    survey.records::<Terrain>().for_each(|(key, terrain)| tell(key, &terrain.modifiers));
    survey.records::<Effect>().for_each(|(key, effect)| tell(key, &effect.modifiers));
    survey.records::<Upgrade>().for_each(|(key, upgrade)| tell(key, &upgrade.modifiers));
}
