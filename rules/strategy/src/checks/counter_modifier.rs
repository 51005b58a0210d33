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
    summary: "A modifier is of a counter",
    doc: "\
Modifiers are added to attributes and to resources.
A counter changes by custom rules alone, so a scenario that comes to such a modifier cannot be played.
Name another variable, make this one a resource, or leave the modifier out.",
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
                let message = format!("expected an attribute or a resource, but `{id}` is a counter");
                let help = "name another variable, or leave it out".to_owned();
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
