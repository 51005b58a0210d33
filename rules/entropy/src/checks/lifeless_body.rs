//! `lifeless-body`: a body that is dead before the duel begins.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use crate::catalogs::Body;

pub(super) static CHECK: Check = Check {
    name: "lifeless-body",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A body has no damage capacity",
    doc: "\
A body dies when its damage capacity is down to 0 (`E10`); one that starts there cannot fight.
Give it at least 1.",
    bad: "\
bodies:
  shade: {title: Shade, damage-capacity: 0}
",
    fix: &[("0", "1")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, body) in survey.records::<Body>() {
        if body.damage_capacity == 0 {
            let pointer = key.pointer().child("damage-capacity");
            let message = "expected at least `1`, found `0`".to_owned();
            let help = "a body without damage capacity is dead; give it some".to_owned();
            findings.extend(finding(check, survey, pointer, message, help));
        }
    }
}
