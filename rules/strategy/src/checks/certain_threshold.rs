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
    summary: "A resource decides the game whatever its value",
    doc: "\
A faction wins when its turn begins and it has as much of a resource as its `victory` says, and is out when a turn ends and \
it has no more than its `defeat`.
A `victory` that is not above the minimum is reached by every faction that has the resource, and to a `defeat` that is not \
below the maximum everybody is down: the game is over in its first turn.
Without a `maximum` it is 1000, and without a `minimum` 0.",
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
            let message = format!("expected more than the minimum, `{minimum}`, but found `{victory}`, which all have");
            let help = "raise it: whoever has so much wins when the turn begins".to_owned();
            findings.extend(written(check, survey, key.pointer().child("victory"), message, help));
        }
        if let Some(defeat) = defeat.filter(|defeat| defeat >= maximum) {
            let message =
                format!("expected less than the maximum, `{maximum}`, but found `{defeat}`, which nobody exceeds");
            let help = "lower it: whoever has no more is out when a turn ends".to_owned();
            findings.extend(written(check, survey, key.pointer().child("defeat"), message, help));
        }
    }
}
