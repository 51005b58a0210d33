//! `unknown-option`: an amount that names an option which its rule does not have.

use std::collections::BTreeSet;

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::near::{did_you_mean, near};
use foeman_schema::survey::Survey;

use super::{finding, rules};
use crate::rulesets::strategy::catalogs::Rule;
use crate::rulesets::strategy::notation::Name;

pub(super) static CHECK: Check = Check {
    name: "unknown-option",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An amount names an option that the rule does not have",
    doc: "\
Amounts may name the options of their rule, which stand below `options` with their usual values.
One that does not stand there has no value, and the rule cannot be played.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource}
rules:
  toll:
    title: Toll
    when: moves
    options: {price: 2}
    do:
      - {kind: change, variable: gold, by: -option.prize, who: faction}
",
    fixed: "\
variables:
  gold: {title: Gold, kind: resource}
rules:
  toll:
    title: Toll
    when: moves
    options: {price: 2}
    do:
      - {kind: change, variable: gold, by: -option.price, who: faction}
",
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, rule) in survey.records::<Rule>() {
        for (steps, amounts) in rules::amounts(rule) {
            let options = amounts.iter().flat_map(|amount| amount.names()).filter_map(|name| match name {
                Name::Option(option) if !rule.options.contains_key(option) => Some(option.as_str()),
                _ => None,
            });
            for option in options.collect::<BTreeSet<&str>>() {
                let message = format!("expected an option of the rule, but found `option.{option}`");
                let near = near(option, rule.options.keys().map(String::as_str));
                let help = did_you_mean(&near);
                let help = help.unwrap_or_else(|| format!("add it with its usual value: `options: {{{option}: 1}}`"));
                findings.extend(finding(check, survey, key.pointer().join(&steps), message, help));
            }
        }
    }
}
