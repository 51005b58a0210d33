//! `clamped-value`: a value outside the range of its variable.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Ref;
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::classes::{classes, pieces};
use super::{variable, written};
use crate::catalogs::{Amounts, Faction, Scenario, Variable, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "clamped-value",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A value is outside the range of its variable",
    doc: "\
Values are limited to the range from the minimum to the maximum of their variable.
If a resource has `limit`, an entity in a scenario can have at most the value of its class.
The default `maximum` is 1000, the default `minimum` 0.",
    bad: "\
variables:
  strength: {title: Strength, kind: resource, maximum: 60}
units:
  giant: {title: Giant, strength: strength, values: {strength: 90}}
",
    fix: &[("60", "90")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut tell = |at: &Pointer, values: &Amounts, of_class: Option<&Amounts>| {
        for (named, value) in values.iter() {
            let Some(variable) = variable(survey, named).filter(|variable| variable.minimum <= variable.maximum) else {
                continue;
            };
            let most = of_class.and_then(|class| limited(named, variable, class)).unwrap_or(variable.maximum);
            let held = value.min(most).max(variable.minimum);
            if held == value {
                continue;
            }
            let id = named.id();
            let (bound, whose) = match (value < held, held == variable.maximum) {
                (true, _) => ("at least", "the minimum"),
                (false, true) => ("at most", "the maximum"),
                (false, false) => ("at most", "the class's value"),
            };
            let message = format!("expected {bound} `{held}`, {whose} of `{id}`, found `{value}`");
            let pointer = at.child("values").child(id);
            let help = format!("write `{held}`, or change the limits of `{id}`");
            let fixes = vec![Fix::writing(&pointer, held)];
            findings.extend(written(check, survey, pointer, message, help).map(|finding| Finding { fixes, ..finding }));
        }
    };
    for (key, class) in classes(survey) {
        tell(&key.pointer(), class.values, None);
    }
    for (key, faction) in survey.records::<Faction>() {
        tell(&key.pointer(), &faction.values, None);
    }
    for (key, scenario) in survey.records::<Scenario>() {
        for piece in pieces(survey, &key.pointer(), scenario) {
            tell(&piece.at, piece.values, Some(piece.class.values));
        }
    }
}

/// Returns the limit of a variable for entities of a class, if it is lower than the variable's range.
fn limited(named: &Ref<Variable>, variable: &Variable, class: &Amounts) -> Option<i32> {
    let first = class.of(named)?.clamp(variable.minimum, variable.maximum);
    (variable.limit && variable.kind == VariableKind::Resource).then_some(first)
}
