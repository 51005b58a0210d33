//! `free-class`: a class that a faction builds for nothing.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::builds;
use super::written;
use crate::rulesets::strategy::catalogs::{Amounts, Faction};

pub(super) static CHECK: Check = Check {
    name: "free-class",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A faction builds a class for nothing",
    doc: "\
How many of a class can be built is limited by what building one takes, and by nothing else: without a cost one more is \
offered as long as fewer than eight wait to be placed, turn after turn.
Write a cost of some resource that the faction has, or take the class off its list.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource}
units:
  scout: {title: Scout, placed-at-home: true, worth: 200}
factions:
  red: {title: Red, color: '#b03a2e', values: {gold: 50}, builds-units: [scout]}
",
    fixed: "\
variables:
  gold: {title: Gold, kind: resource}
units:
  scout: {title: Scout, placed-at-home: true, worth: 200, cost: {gold: 20}}
factions:
  red: {title: Red, color: '#b03a2e', values: {gold: 50}, builds-units: [scout]}
",
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, faction) in survey.records::<Faction>() {
        for built in builds(survey, &key.pointer(), faction) {
            // A cost below 0 is told by a check of its own.
            let costs = |cost: &Amounts| cost.iter().any(|(_, cost)| cost != 0);
            if built.class.cost.is_none_or(costs) {
                continue;
            }
            let message = format!("expected a class that costs something, but `{}` is free", built.id);
            let help = "give it a `cost`, or take it off the list".to_owned();
            findings.extend(written(check, survey, built.at, message, help));
        }
    }
}
