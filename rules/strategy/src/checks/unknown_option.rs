//! `unknown-option`: an option in an amount or a scenario that the rule does not have.

use std::collections::BTreeSet;

use foeman_schema::check::{Check, Scope};
use foeman_schema::did_you_mean::{did_you_mean, listed, near};
use foeman_schema::finding::{Confidence, Finding, Safety, Severity, near_key};
use foeman_schema::survey::Survey;

use super::{finding, rules};
use crate::catalogs::{Rule, Scenario};
use crate::notation::Name;

/// The maximum number of options of a rule for which similar names are looked up.
const MOST_ASKED: usize = 100;

pub(super) static CHECK: Check = Check {
    name: "unknown-option",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An amount or a scenario names an option that the rule does not have",
    doc: "\
Amounts can use the options of their rule, which are listed with their defaults in `options`.
An option that is not listed has no value, and the rule cannot be played.
A scenario can change the options of its rules, but cannot add any.",
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
    fix: &[("-option.prize", "-option.price")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, rule) in survey.records::<Rule>() {
        let mut asked = 0;
        for (steps, amounts) in rules::amounts(rule) {
            let options = amounts.iter().flat_map(|amount| amount.names()).filter_map(|name| match name {
                Name::Option(option) if !rule.options.contains_key(option) => Some(option.as_str()),
                _ => None,
            });
            for option in options.collect::<BTreeSet<&str>>() {
                let message = format!("expected an option of the rule, found `option.{option}`");
                asked += 1;
                let known = rule.options.keys().filter(|_| asked <= MOST_ASKED);
                let near = near(option, known.map(String::as_str));
                let help = did_you_mean(&near);
                let help = help.unwrap_or_else(|| format!("add it with its default: `options: {{{option}: 1}}`"));
                findings.extend(finding(check, survey, key.pointer().join(&steps), message, help));
            }
        }
    }
    for (key, scenario) in survey.records::<Scenario>() {
        for (number, played) in scenario.rules.iter().enumerate() {
            let Some(rule) = survey.record::<Rule>(played.rule.id()) else { continue };
            let known = || rule.options.keys().map(String::as_str);
            for option in played.options.keys().filter(|option| !rule.options.contains_key(*option)) {
                let at = key.pointer().child("rules").child(number.to_string()).child("options").child(option);
                let Some(place) = survey.draft.key_place(&at) else { continue };
                let message = format!("expected an option of `{}`, found `{option}`", played.rule.id());
                let near = near(option, known());
                let all = || listed(known());
                let help = did_you_mean(&near).unwrap_or_else(|| match rule.options.is_empty() {
                    true => "remove it: the rule has no options".to_owned(),
                    false => format!("the rule has {}", all()),
                });
                let mut fixes = near_key(&at, &near);
                // A similar option that the rule does not use may be the misspelt one.
                if !near.iter().all(|option| names(rule, option)) {
                    fixes.iter_mut().for_each(|fix| fix.safety = Safety::Single);
                }
                findings.push(Finding { help: Some(help), fixes, ..check.finding(place, at, message) });
            }
        }
    }
}

/// Whether an amount of the rule uses one of its options.
fn names(rule: &Rule, option: &str) -> bool {
    let mut amounts = rules::amounts(rule).into_iter().flat_map(|(_, amounts)| amounts);
    amounts.any(|amount| amount.names().any(|name| matches!(name, Name::Option(named) if named == option)))
}
