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
    summary: "A rule sets itself off",
    doc: "\
What a rule does can be the occasion of another rule, or of itself: where somebody dies and others are killed for it, \
others are killed for these in turn.
Without a condition that goes on until nobody is left, or until eight rules have set each other off, which is as far as \
any chain goes.
A rule for some units, factions or terrains alone is not reported.",
    bad: "\
rules:
  pyre:
    title: Pyre
    when: dies
    do:
      - {kind: kill, who: own-near}
",
    fix: &[("rules:\n", "variables:\n  oil: {title: Oil, kind: resource}\nrules:\n"), ("    when: dies\n", "    when: dies\n    if: [unit.oil > 0]\n")],
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
        let message =
            "expected a condition, but this kills whenever somebody dies, and so whenever it kills".to_owned();
        let help = "say with `if` when it is enough".to_owned();
        findings.extend(finding(check, survey, pointer, message, help));
    }
}
