//! `not-a-resource`: a setting for resources in an attribute or a counter.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{kind_words, written};
use crate::catalogs::{Variable, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "not-a-resource",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An attribute or a counter has a key that only resources use",
    doc: "\
Only resources decide games by `defeat` and `victory`, are recalculated each turn by `reset`, or are limited to their \
first value by `limit`.
These keys have no effect on an attribute or a counter.
Make it a resource, or remove the key.",
    bad: "\
variables:
  spirit: {title: Spirit, kind: counter, victory: 9}
",
    fix: &[("counter", "resource")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, variable) in survey.records::<Variable>() {
        if variable.kind == VariableKind::Resource {
            continue;
        }
        let said = [
            ("defeat", variable.defeat.is_some()),
            ("victory", variable.victory.is_some()),
            ("reset", variable.reset),
            ("limit", variable.limit),
        ];
        for (name, _) in said.into_iter().filter(|(_, is_said)| *is_said) {
            let at = key.pointer().child(name);
            let found = kind_words(variable.kind);
            let message = format!("expected a resource for `{name}`, but `{}` is {found}", key.id);
            let help = format!("make it a resource, or remove `{name}`");
            let fixes = vec![Fix::removal(name, &at)];
            findings.extend(written(check, survey, at, message, help).map(|finding| Finding { fixes, ..finding }));
        }
    }
}
