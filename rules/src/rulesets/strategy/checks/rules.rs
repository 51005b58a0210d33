//! What several checks ask of custom rules.

use crate::arithmetic::Expression;
use crate::rulesets::strategy::catalogs::{Deed, DeedKind, Rule};
use crate::rulesets::strategy::notation::{Condition, Name};

/// The amounts of a rule, each with the steps from the rule to where it is written.
pub(super) fn amounts(rule: &Rule) -> Vec<(Vec<String>, Vec<&Expression<Name>>)> {
    let mut all = conditions(&rule.r#if, &[]);
    for (number, deed) in rule.r#do.iter().enumerate() {
        let at = ["do".to_owned(), number.to_string()];
        all.extend(conditions(&deed.scope.r#if, &at));
        let amount = match &deed.kind {
            DeedKind::Change { by, .. } => Some(("by", by.expression())),
            DeedKind::Set { amount, .. } => Some(("amount", amount.expression())),
            _ => None,
        };
        all.extend(amount.map(|(key, amount)| (at.iter().cloned().chain([key.to_owned()]).collect(), vec![amount])));
    }
    all
}

fn conditions<'r>(all: &'r [Condition], at: &[String]) -> Vec<(Vec<String>, Vec<&'r Expression<Name>>)> {
    let numbered = all.iter().enumerate().map(|(number, condition)| {
        let steps = at.iter().cloned().chain(["if".to_owned(), number.to_string()]).collect();
        (steps, vec![&condition.left, &condition.right])
    });
    numbered.collect()
}

/// Whether it is left to conditions if something is done.
pub(super) fn is_conditional(rule: &Rule, deed: &Deed) -> bool {
    !rule.r#if.is_empty() || !deed.scope.r#if.is_empty()
}
