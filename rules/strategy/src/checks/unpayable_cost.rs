//! `unpayable-cost`: a class that costs more than a faction can have.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::classes;
use super::{variable, written};
use crate::catalogs::VariableKind;

pub(super) static CHECK: Check = Check {
    name: "unpayable-cost",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Building a class costs more than any faction can have",
    doc: "\
No faction can have more of a resource than its maximum, so a class that costs more is never built.
The default `maximum` is 1000.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource, maximum: 500}
units:
  dragon: {title: Dragon, cost: {gold: 800}}
",
    fix: &[("500", "9999")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, class) in classes(survey) {
        for (named, cost) in class.cost.into_iter().flat_map(|cost| cost.iter()) {
            let id = named.id();
            let known = variable(survey, named).filter(|variable| variable.kind == VariableKind::Resource);
            let Some(most) = known.map(|variable| variable.maximum).filter(|most| cost > *most && cost > 0) else {
                continue;
            };
            let message = format!("expected at most `{most}`, the maximum of `{id}`, found `{cost}`");
            let help = format!("lower the cost, or raise the maximum of `{id}`");
            findings.extend(written(check, survey, key.pointer().child("cost").child(id), message, help));
        }
    }
}
