//! `unaffordable-class`: a class that costs a resource its faction does not have.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::builds;
use super::{variable, written};
use crate::catalogs::{Faction, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "unaffordable-class",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Building a class takes a resource that the faction does not have",
    doc: "\
A faction has only the resources among its `values`, even if they begin at 0. Gains of any other resource are lost.
A class that costs another resource is never built.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource}
  wood: {title: Wood, kind: resource}
units:
  raft: {title: Raft, placed-at-home: true, worth: 200, cost: {wood: 20}}
factions:
  red: {title: Red, color: '#b03a2e', values: {gold: 50}, builds-units: [raft]}
",
    fix: &[("50", "50, wood: 0")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, faction) in survey.records::<Faction>() {
        for built in builds(survey, &key.pointer(), faction) {
            let mut cost = built.class.cost.into_iter().flat_map(|cost| cost.iter()).filter(|(_, cost)| *cost > 0);
            let lacks = cost.find(|(named, _)| {
                let is_resource = variable(survey, named).is_some_and(|known| known.kind == VariableKind::Resource);
                is_resource && faction.values.of(named).is_none()
            });
            let Some((named, _)) = lacks else { continue };
            let message = format!("`{}` can never pay for `{}`, which costs `{}`", key.id, built.id, named.id());
            let help =
                format!("add `{}: 0` to the `values` of the faction, or remove the class from the list", named.id());
            findings.extend(written(check, survey, built.at, message, help));
        }
    }
}
