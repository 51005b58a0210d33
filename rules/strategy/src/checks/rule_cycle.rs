//! `rule-cycle`: a rule that triggers itself.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{finding, rules};
use crate::catalogs::{Deed, DeedKind, Occasion, Rule, Who};

pub(super) static CHECK: Check = Check {
    name: "rule-cycle",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A rule triggers itself",
    doc: "\
The deeds of a rule can trigger other rules, or the same rule again: if units are killed whenever a unit dies, more \
units are killed for each of these.
Without a condition this continues until no unit is left, or until eight rules have triggered each other, which is \
the limit.
A rule for certain units, factions or terrains is not reported.",
    bad: "\
rules:
  pyre:
    title: Pyre
    when: dies
    do:
      - {kind: kill, who: own-near}
",
    fix: &[
        ("rules:\n", "variables:\n  oil: {title: Oil, kind: resource}\nrules:\n"),
        ("    when: dies\n", "    when: dies\n    if: [unit.oil > 0]\n"),
    ],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, rule) in survey.records::<Rule>() {
        // A rule that is limited to some units, factions or terrains ends with them.
        let is_for_all = rule.units.is_empty() && rule.factions.is_empty() && rule.terrains.is_empty();
        if rule.when != Occasion::Dies || !is_for_all {
            continue;
        }
        // A dying unit does not die again.
        let is_of_others =
            |deed: &Deed| matches!(deed.scope.who, Some(Who::Here | Who::OwnNear | Who::OthersNear | Who::Own));
        let goes_on = rule.r#do.iter().position(|deed| {
            matches!(deed.kind, DeedKind::Kill {}) && is_of_others(deed) && !rules::is_conditional(rule, deed)
        });
        let Some(number) = goes_on else { continue };
        let pointer = key.pointer().child("do").child(number.to_string());
        let message = "this kills whenever a unit dies, so it triggers itself".to_owned();
        let help = "add a condition with `if` that stops it".to_owned();
        findings.extend(finding(check, survey, pointer, message, help));
    }
}
