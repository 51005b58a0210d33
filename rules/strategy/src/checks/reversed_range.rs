//! `reversed-range`: a variable whose minimum exceeds its maximum.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use crate::catalogs::Variable;

pub(super) static CHECK: Check = Check {
    name: "reversed-range",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A variable has a minimum above its maximum",
    doc: "\
Values are limited to the range from the minimum to the maximum of their variable. If the minimum is higher, no value \
is valid.
The default `maximum` is 1000.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource, minimum: 50, maximum: 10}
",
    fix: &[("50, maximum: 10", "10, maximum: 50")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, variable) in survey.records::<Variable>() {
        if variable.minimum > variable.maximum {
            let pointer = key.pointer().child("minimum");
            let message = format!(
                "expected a minimum of at most the maximum, `{}`, found `{}`",
                variable.maximum, variable.minimum
            );
            findings.extend(finding(check, survey, pointer, message, "swap the two, or raise the maximum".into()));
        }
    }
}
