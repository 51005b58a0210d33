//! `idle-modifier`: a modifier of a faction's attribute, which factions do not have.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::classes::classes;
use super::{variable, written};
use crate::catalogs::VariableKind;

pub(super) static CHECK: Check = Check {
    name: "idle-modifier",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A modifier of the owner names an attribute",
    doc: "\
Modifiers of the owner apply only to its resources, since factions have no attributes.
To change the attributes of its units, use `allies` or `allies-in-range`.",
    bad: "\
variables:
  speed: {title: Speed, kind: attribute}
units:
  scout:
    title: Scout
    values: {speed: 3}
    modifiers: {owner: {speed: 2}}
",
    fix: &[("owner", "allies")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, class) in classes(survey) {
        for (named, _) in class.modifiers.owner.iter() {
            if variable(survey, named).is_none_or(|variable| variable.kind != VariableKind::Attribute) {
                continue;
            }
            let id = named.id();
            let pointer = key.pointer().child("modifiers").child("owner").child(id);
            let message = format!("expected a resource of the owner, found attribute `{id}`");
            let help = "move it to `allies` or `allies-in-range`, or remove it".to_owned();
            let fixes = vec![Fix::removal(id, &pointer)];
            findings.extend(written(check, survey, pointer, message, help).map(|finding| Finding { fixes, ..finding }));
        }
    }
}
