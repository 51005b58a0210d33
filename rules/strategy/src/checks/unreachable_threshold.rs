//! `unreachable-threshold`: a threshold outside the range of its resource.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::written;
use crate::catalogs::{Variable, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "unreachable-threshold",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A resource can never reach its victory or defeat threshold",
    doc: "\
Values are limited to the range from the minimum to the maximum of their variable.
No faction wins by a `victory` above the maximum, and none is out by a `defeat` below the minimum.
The default `maximum` is 1000, the default `minimum` 0.",
    bad: "\
variables:
  renown: {title: Renown, kind: resource, victory: 5000}
",
    fix: &[("victory", "maximum: 5000, victory")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, variable) in survey.records::<Variable>() {
        let Variable { minimum, maximum, victory, defeat, kind, .. } = variable;
        if *kind != VariableKind::Resource || minimum > maximum {
            continue;
        }
        let at = |field: &str| key.pointer().child(field);
        if let Some(victory) = victory.filter(|victory| victory > maximum) {
            let message = format!("expected at most the maximum, `{maximum}`, found `{victory}`");
            let help = format!("lower it, or write `maximum: {victory}`");
            let told = written(check, survey, at("victory"), message, help);
            let fixes = vec![Fix::writing(&at("maximum"), victory)];
            findings.extend(told.map(|finding| Finding { fixes, ..finding }));
        }
        if let Some(defeat) = defeat.filter(|defeat| defeat < minimum) {
            let message = format!("expected at least the minimum, `{minimum}`, found `{defeat}`");
            let help = format!("raise it, or write `minimum: {defeat}`");
            let told = written(check, survey, at("defeat"), message, help);
            let fixes = vec![Fix::writing(&at("minimum"), defeat)];
            findings.extend(told.map(|finding| Finding { fixes, ..finding }));
        }
    }
}
