//! `unfelt-modifier`: a modifier of a variable that its targets do not have.

use std::collections::BTreeSet;

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::{classes, extended};
use super::rules::any_changes;
use super::{variable, written};
use crate::catalogs::{Amounts, Faction, Reach, Unit, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "unfelt-modifier",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A modifier names a variable that its targets do not have",
    doc: "\
A modifier changes a variable only if its target has it: the class itself and units among their `values`, the owner \
as a resource of the faction.
If no target has the variable, the modifier has no effect.
Units and factions that may get the variable from a custom rule are not reported.
Packs without factions or units are not checked for these, nor are classes that others extend, since they may add \
values.",
    bad: "\
variables:
  pace: {title: Pace, kind: attribute}
  spirit: {title: Spirit, kind: resource}
units:
  scout: {title: Scout, movement: pace, values: {pace: 3}}
  bard: {title: Bard, modifiers: {allies: {spirit: 1}}}
",
    fix: &[("3", "3, spirit: 2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    fn ids(values: &Amounts) -> impl Iterator<Item = &str> {
        values.iter().map(|(named, _)| named.id())
    }
    let of_factions: BTreeSet<&str> =
        survey.records::<Faction>().flat_map(|(_, faction)| ids(&faction.values)).collect();
    let of_units: BTreeSet<&str> = survey.records::<Unit>().flat_map(|(_, unit)| ids(&unit.values)).collect();
    let knows_factions = survey.is_all_sound("factions") && survey.records::<Faction>().next().is_some();
    let knows_units = survey.is_all_sound("units") && survey.records::<Unit>().next().is_some();
    for (key, class) in classes(survey) {
        for (reach, part, amounts) in class.modifiers.parts() {
            for (named, amount) in amounts.iter().filter(|(_, amount)| *amount != 0) {
                let id = named.id();
                let kind = variable(survey, named).map(|variable| variable.kind);
                let nobody = match reach {
                    Reach::Own if class.values.of(named).is_none() => "the class has no value for it",
                    // An attribute of the owner is reported by another check.
                    Reach::Owner
                        if kind == Some(VariableKind::Resource) && knows_factions && !of_factions.contains(id) =>
                    {
                        "no faction has it"
                    }
                    Reach::Own | Reach::Owner => continue,
                    _ if knows_units && !of_units.contains(id) => "no unit has it",
                    _ => continue,
                };
                if kind.is_none_or(|kind| kind == VariableKind::Counter)
                    || (reach == Reach::Own && extended(survey, &key.catalog).contains(&*key.id))
                    // Rules change a variable of terrains and effects only if they have it.
                    || ((reach != Reach::Own || key.catalog == Unit::CATALOG) && any_changes(survey, named))
                {
                    continue;
                }
                let message = format!("a modifier of {amount} for `{id}` has no effect: {nobody}");
                let pointer = key.pointer().child("modifiers").child(part).child(id);
                let help = format!("give the targets a value of `{id}`, even 0, or remove the modifier");
                findings.extend(written(check, survey, pointer, message, help));
            }
        }
    }
}
