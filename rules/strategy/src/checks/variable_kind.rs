//! `variable-kind`: a variable of the wrong kind for its use.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

use super::classes::classes;
use super::{kind_words, variable, written};
use crate::catalogs::{Faction, Terrain, Unit, Variable, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "variable-kind",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A variable has the wrong kind for its use",
    doc: "\
Attributes are recalculated whenever modifiers change, and resources are kept from turn to turn.
An attribute used as `strength` or `morale` forgets every loss, and a resource used as `movement`, `attack-range`, \
`difficulty` or `elevation` gains its modifiers again and again.
Factions have counters and resources, and pay, gain and supply only resources: an attribute has no effect there, and \
a class that costs one is never built.",
    bad: "\
variables:
  vigour: {title: Vigour, kind: attribute}
units:
  scout: {title: Scout, strength: vigour, values: {vigour: 6}}
",
    fix: &[("attribute", "resource")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    use VariableKind::{Attribute, Resource};
    let mut tell = |pointer: Pointer, wanted: VariableKind, named: &Ref<Variable>| {
        let Some(found) = variable(survey, named).map(|variable| variable.kind).filter(|kind| *kind != wanted) else {
            return;
        };
        let (id, wanted) = (named.id(), kind_words(wanted));
        let message = format!("expected {wanted}, but `{id}` is {}", kind_words(found));
        let help = format!("name {wanted}, or change the kind of `{id}`");
        let kind = RecordKey::new(Variable::CATALOG, id).pointer().child("kind");
        let place = survey.draft.place(&kind).map(|place| (place, format!("this makes `{id}` {}", kind_words(found))));
        let related = place.into_iter().collect();
        findings.extend(written(check, survey, pointer, message, help).map(|finding| Finding { related, ..finding }));
    };
    let field = |key: &RecordKey, name: &str| key.pointer().child(name);
    for (key, unit) in survey.records::<Unit>() {
        let stats = [
            ("strength", Resource, &unit.strength),
            ("morale", Resource, &unit.morale),
            ("movement", Attribute, &unit.movement),
            ("attack-range", Attribute, &unit.attack_range),
        ];
        for (name, kind, named) in stats {
            named.iter().for_each(|named| tell(field(key, name), kind, named));
        }
    }
    for (key, terrain) in survey.records::<Terrain>() {
        for (name, named) in [("difficulty", &terrain.difficulty), ("elevation", &terrain.elevation)] {
            named.iter().for_each(|named| tell(field(key, name), Attribute, named));
        }
    }
    for (key, class) in classes(survey) {
        let cost = class.cost.into_iter().flat_map(|cost| cost.iter());
        cost.for_each(|(named, _)| tell(field(key, "cost").child(named.id()), Resource, named));
    }
    for (key, faction) in survey.records::<Faction>() {
        for (named, _) in faction.income.iter() {
            tell(field(key, "income").child(named.id()), Resource, named);
        }
        for (number, named) in faction.supplies.iter().enumerate() {
            tell(field(key, "supplies").child(number.to_string()), Resource, named);
        }
        for (named, _) in faction.values.iter() {
            // Counters are valid too; only attributes have no effect for a faction.
            if variable(survey, named).is_some_and(|variable| variable.kind == Attribute) {
                tell(field(key, "values").child(named.id()), Resource, named);
            }
        }
    }
}
