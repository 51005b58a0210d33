//! `idle-income`: an income of a resource that the faction does not have.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{variable, written};
use crate::catalogs::{Faction, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "idle-income",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A faction gains a resource that it does not have",
    doc: "\
A faction has only the resources among its `values`, even if they begin at 0.
Income of any other resource is lost.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource}
factions:
  red: {title: Red, color: '#b03a2e', income: {gold: 5}}
",
    fix: &[("income", "values: {gold: 0}, income")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, faction) in survey.records::<Faction>() {
        for (named, _) in faction.income.iter().filter(|(named, _)| faction.values.of(named).is_none()) {
            let Some(known) = variable(survey, named).filter(|known| known.kind == VariableKind::Resource) else {
                continue;
            };
            let id = named.id();
            let message = format!("the faction has an income of `{id}`, which is not among its `values`");
            let first = 0.clamp(known.minimum, known.maximum.max(known.minimum));
            let help = format!("add `{id}: {first}` to its `values`, or remove the income");
            let change = Change::Set { at: key.pointer().child("values").child(id), value: first.into() };
            let fixes = vec![Fix::guess(format!("begin with `{id}: {first}`"), vec![change])];
            let told = written(check, survey, key.pointer().child("income").child(id), message, help);
            findings.extend(told.map(|finding| Finding { fixes, ..finding }));
        }
    }
}
