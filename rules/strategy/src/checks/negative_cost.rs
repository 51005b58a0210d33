//! `negative-cost`: a class with a negative cost.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::classes::classes;
use super::written;

pub(super) static CHECK: Check = Check {
    name: "negative-cost",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A class has a negative cost",
    doc: "\
The cost of a class is subtracted from the resources of the faction that builds it. A negative cost adds to them, as \
often as the faction likes.
A player who notices has unlimited resources from the first turn on.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource}
units:
  scout: {title: Scout, cost: {gold: -20}}
",
    fix: &[("-20", "20")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, class) in classes(survey) {
        let cost = class.cost.into_iter().flat_map(|cost| cost.iter());
        for (named, cost) in cost.filter(|(_, cost)| *cost < 0) {
            let pointer = key.pointer().child("cost").child(named.id());
            let message = format!("expected a cost of `0` or more, found `{cost}`");
            let help = "write the price; use `modifiers` for later income".to_owned();
            let fixes = vec![Fix::writing(&pointer, cost.saturating_neg())];
            findings.extend(written(check, survey, pointer, message, help).map(|finding| Finding { fixes, ..finding }));
        }
    }
}
