//! `impossible-condition`: conditions that cannot all hold.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::bounds::Bounds;
use super::written;
use crate::catalogs::Rule;
use crate::notation::{Condition, Name};

pub(super) static CHECK: Check = Check {
    name: "impossible-condition",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Not all conditions of a rule can hold at once",
    doc: "\
A rule applies only if all of its conditions hold, and a deed only if its own conditions hold too.
If two of them contradict each other, or one requires a value that its variable cannot have, nothing ever happens.
Correct one of them, or remove the rule.",
    bad: "\
rules:
  late:
    title: Late
    when: turn-begins
    if: [game.turn >= 5, game.turn <= 3]
    do:
      - {kind: win}
",
    fix: &[("5, game.turn <= 3", "3, game.turn <= 5")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, rule) in survey.records::<Rule>() {
        let own = numbered(&key.pointer(), &rule.r#if);
        // Earlier deeds may change other values, but not the turn or options.
        let is_lasting = |(_, condition): &&(Pointer, &Condition)| {
            let mut names = condition.left.names().chain(condition.right.names());
            names.all(|name| matches!(name, Name::Turn | Name::Option(_)))
        };
        let lasting: Vec<(Pointer, &Condition)> = own.iter().filter(is_lasting).cloned().collect();
        let mut lists = vec![own];
        for (number, deed) in rule.r#do.iter().enumerate() {
            let at = key.pointer().child("do").child(number.to_string());
            lists.push(lasting.iter().cloned().chain(numbered(&at, &deed.scope.r#if)).collect());
        }
        let mut told: Vec<Pointer> = Vec::new();
        for list in lists {
            let mut bounds = Bounds::new(survey);
            let Some((at, condition)) = list.iter().find(|(_, condition)| !bounds.admit(condition)) else { continue };
            if told.contains(at) {
                continue;
            }
            told.push(at.clone());
            let message = format!("`{condition}` can never hold here");
            let help = bounds.why(condition).unwrap_or_else(|| "correct it, or remove it".to_owned());
            findings.extend(written(check, survey, at.clone(), message, help));
        }
    }
}

fn numbered<'r>(at: &Pointer, conditions: &'r [Condition]) -> Vec<(Pointer, &'r Condition)> {
    let at = at.child("if");
    conditions.iter().enumerate().map(|(number, condition)| (at.child(number.to_string()), condition)).collect()
}
