//! `spent-unit`: a unit that starts without strength or morale.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::{Class, classes, extended};
use super::rules::any_changes;
use super::{variable, written};
use crate::catalogs::{Reach, Unit};

pub(super) static CHECK: Check = Check {
    name: "spent-unit",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A unit begins without strength or morale",
    doc: "\
A unit with a strength of 0 adds nothing to the strength of its side, and a unit with a morale of 0 cannot attack.
A resource with `limit` never rises above its first value. Otherwise the unit is not reported if something adds to \
the resource or a custom rule changes it, since the unit may recover.
A class that others extend is not reported, since they may add values.",
    bad: "\
variables:
  spirit: {title: Spirit, kind: resource, limit: true}
units:
  militia: {title: Militia, morale: spirit, values: {spirit: 0}}
",
    fix: &[("0", "2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let (classes, patterns) = (classes(survey), extended(survey, Unit::CATALOG));
    for (key, unit) in survey.records::<Unit>().filter(|(key, _)| !patterns.contains(&*key.id)) {
        let stats = [(&unit.strength, "has no strength"), (&unit.morale, "cannot attack")];
        for (named, what) in stats {
            let Some(named) = named else { continue };
            let (Some(value), Some(known)) = (unit.values.of(named), variable(survey, named)) else { continue };
            // A value outside the range is reported by another check.
            if value > 0 || value < known.minimum {
                continue;
            }
            let raises = |class: &Class<'_>| {
                let reaches = [Reach::Own, Reach::Allies, Reach::AlliesInRange, Reach::Others, Reach::OthersInRange];
                reaches.into_iter().any(|reach| class.adds(reach, named) > 0)
            };
            if !known.limit && (classes.iter().any(|(_, class)| raises(class)) || any_changes(survey, named)) {
                continue;
            }
            let message = format!("expected more than `0`, found `{value}`, with which it {what}");
            let help = format!("raise the value, or remove the key that names `{}`", named.id());
            let pointer = key.pointer().child("values").child(named.id());
            findings.extend(written(check, survey, pointer, message, help));
        }
    }
}
