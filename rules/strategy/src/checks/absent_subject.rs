//! `absent-subject`: an amount of a rule with a subject that its occasion does not have.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{finding, rules};
use crate::catalogs::Rule;
use crate::notation::{Name, Subject};

pub(super) static CHECK: Check = Check {
    name: "absent-subject",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An amount names something that its occasion does not have",
    doc: "\
An amount such as `unit.spirit` begins with its subject: a unit, a faction, a cell.
If the occasion of the rule (`when`) has no such subject, the amount is always 0: there is no unit when a turn \
begins, and no foe when a unit moves.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource}
rules:
  toll:
    title: Toll
    when: moves
    do:
      - {kind: change, variable: gold, by: -foe.gold/10, who: faction}
",
    fix: &[("-foe.gold", "-faction.gold")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, rule) in survey.records::<Rule>() {
        let known = rule.when.subjects();
        for (steps, amounts) in rules::amounts(rule) {
            let subject = |name: &Name| match name {
                Name::Variable(subject, _) | Name::Counted(subject, _) => Some(*subject),
                Name::Ground(_) => Some(Subject::Site),
                Name::Turn | Name::Option(_) => None,
            };
            let absent = |name: &&Name| subject(name).is_some_and(|subject| !known.contains(&subject));
            let Some(name) = amounts.iter().flat_map(|amount| amount.names()).find(absent) else { continue };
            let named: Vec<String> = known.iter().map(|subject: &Subject| format!("`{}`", subject.name())).collect();
            let when = rule.when.name();
            let message = format!("`{when}` has no subject for `{name}`, which is always 0");
            let help = format!("use one of these: {}", named.join(", "));
            findings.extend(finding(check, survey, key.pointer().join(&steps), message, help));
        }
    }
}
