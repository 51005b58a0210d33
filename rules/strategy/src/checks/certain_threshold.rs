//! `certain-threshold`: a resource that decides the game with any value.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::written;
use crate::catalogs::{Variable, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "certain-threshold",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A victory or defeat threshold holds for every value of its resource",
    doc: "\
A faction wins if its resource has reached the `victory` of the variable when its turn begins. It is out if the \
resource is at or below `defeat` when a turn ends.
A `victory` at or below the minimum is always reached, and no value is above a `defeat` at or above the maximum, so \
the game ends in its first turn.
The default `maximum` is 1000, the default `minimum` 0.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource, maximum: 500, defeat: 500}
",
    fix: &[("defeat: 500", "defeat: 0")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, variable) in survey.records::<Variable>() {
        let Variable { minimum, maximum, victory, defeat, kind, .. } = variable;
        // Other variables are reported by other checks.
        if *kind != VariableKind::Resource || minimum > maximum {
            continue;
        }
        if let Some(victory) = victory.filter(|victory| victory <= minimum) {
            let message = format!("expected a victory above the minimum, `{minimum}`, found `{victory}`");
            let help = "raise it, or every faction with the resource wins when its turn begins".to_owned();
            findings.extend(written(check, survey, key.pointer().child("victory"), message, help));
        }
        if let Some(defeat) = defeat.filter(|defeat| defeat >= maximum) {
            let message = format!("expected a defeat below the maximum, `{maximum}`, found `{defeat}`");
            let help = "lower it, or every faction with the resource is out when a turn ends".to_owned();
            findings.extend(written(check, survey, key.pointer().child("defeat"), message, help));
        }
    }
}
