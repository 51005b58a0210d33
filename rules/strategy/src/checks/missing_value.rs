//! `missing-value`: a class that refers to a variable of which it has no value.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use super::classes::extended;
use crate::catalogs::{Amounts, Terrain, Unit, Variable};

pub(super) static CHECK: Check = Check {
    name: "missing-value",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Users,
    summary: "A class names a variable but has no value for it",
    doc: "\
A unit can name the variables of its strength, morale, movement and attack range, and a terrain that of its \
difficulty. Without a value the class has 0 of it, and modifiers cannot change this.
Without the key, a unit has 1 of each, and a terrain adds no difficulty.
A class that others extend is not reported, since they may add values.",
    bad: "\
variables:
  pace: {title: Pace, kind: attribute}
units:
  scout: {title: Scout, movement: pace}
",
    fix: &[("movement: pace", "movement: pace, values: {pace: 4}")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut tell = |key: &RecordKey, name: &str, named: &Option<Ref<Variable>>, values: &Amounts| {
        let Some(id) = named.as_ref().filter(|named| values.of(named).is_none()).map(Ref::id) else { return };
        let pointer = key.pointer().child(name);
        // For an inherited reference this record is at fault, since the record it extends may be incomplete.
        let place = survey.draft.place(&pointer).filter(|_| survey.draft.defined(&pointer));
        let Some(place) = place.or_else(|| survey.draft.key_place(&key.pointer())) else { return };
        let message = format!("expected a value for `{id}`, its {}, found none", name.replace('-', " "));
        let help = Some(format!("add one to its `values`, or remove `{name}`"));
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    };
    let patterns = extended(survey, Unit::CATALOG);
    for (key, unit) in survey.records::<Unit>().filter(|(key, _)| !patterns.contains(&*key.id)) {
        tell(key, "strength", &unit.strength, &unit.values);
        tell(key, "morale", &unit.morale, &unit.values);
        tell(key, "movement", &unit.movement, &unit.values);
        tell(key, "attack-range", &unit.attack_range, &unit.values);
    }
    let patterns = extended(survey, Terrain::CATALOG);
    for (key, terrain) in survey.records::<Terrain>().filter(|(key, _)| !patterns.contains(&*key.id)) {
        tell(key, "difficulty", &terrain.difficulty, &terrain.values);
    }
}
