//! `unwanted-class`: a unit that computer players never build.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::written;
use crate::catalogs::{Faction, Unit};

pub(super) static CHECK: Check = Check {
    name: "unwanted-class",
    severity: Severity::Info,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "Computer players never build a unit of a faction",
    doc: "\
Computer players choose units to build by their `worth`. They never build a unit with a worth of 0, which is the \
default.
Write how much they should want it, in thousandths.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource}
units:
  scout: {title: Scout, cost: {gold: 20}}
factions:
  red: {title: Red, color: '#b03a2e', values: {gold: 50}, builds-units: [scout]}
",
    fix: &[("20}", "20}, worth: 250")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, faction) in survey.records::<Faction>() {
        for (number, named) in faction.builds_units.iter().enumerate() {
            if survey.record::<Unit>(named.id()).is_none_or(|unit| unit.worth > 0) {
                continue;
            }
            let message = format!("computer players never build `{}`, as its `worth` is 0", named.id());
            let help = format!("give `{}` a `worth` of 1 to 1000", named.id());
            let pointer = key.pointer().child("builds-units").child(number.to_string());
            findings.extend(written(check, survey, pointer, message, help));
        }
    }
}
