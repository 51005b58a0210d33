//! `counter-modifier`: a modifier of a counter.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::classes::{classes, pieces};
use super::{variable, written};
use crate::catalogs::{Modifiers, Scenario, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "counter-modifier",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A modifier names a counter",
    doc: "\
Modifiers apply to attributes and resources.
Only custom rules change counters, so a scenario with this modifier cannot be played.
Name another variable, make this one a resource, or remove the modifier.",
    bad: "\
variables:
  wounds: {title: Wounds, kind: counter}
units:
  scout:
    title: Scout
    values: {wounds: 0}
    modifiers: {own: {wounds: 2}}
",
    fix: &[("counter", "resource")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut tell = |at: &Pointer, modifiers: &Modifiers| {
        for (_, part, amounts) in modifiers.parts() {
            for (named, _) in amounts.iter() {
                if variable(survey, named).is_none_or(|variable| variable.kind != VariableKind::Counter) {
                    continue;
                }
                let id = named.id();
                let pointer = at.child("modifiers").child(part).child(id);
                let message = format!("expected an attribute or a resource, found counter `{id}`");
                let help = "name another variable, or remove the modifier".to_owned();
                let fixes = vec![Fix::removal(id, &pointer)];
                let told = written(check, survey, pointer, message, help);
                findings.extend(told.map(|finding| Finding { fixes, ..finding }));
            }
        }
    };
    for (key, class) in classes(survey) {
        tell(&key.pointer(), class.modifiers);
    }
    for (key, scenario) in survey.records::<Scenario>() {
        pieces(survey, &key.pointer(), scenario).iter().for_each(|piece| tell(&piece.at, piece.modifiers));
    }
}
