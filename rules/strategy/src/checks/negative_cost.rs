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
    summary: "A class pays whoever builds it",
    doc: "\
What building takes is subtracted from a faction's resources: a negative cost is added to them, and nothing limits how \
often.
A computer player, and a person who has noticed, has what it wants from the first turn on.",
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
            let message = format!("expected a cost of `0` or more, but found `{cost}`");
            let help = "write what is to be paid; for what it brings later there are `modifiers`".to_owned();
            let fixes = vec![Fix::writing(&pointer, cost.saturating_neg())];
            findings.extend(written(check, survey, pointer, message, help).map(|finding| Finding { fixes, ..finding }));
        }
    }
}
