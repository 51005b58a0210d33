//! Helpers for checks of custom rules.

use foeman_schema::dialect::Ref;
use foeman_schema::survey::Survey;

use crate::catalogs::{Deed, DeedKind, Rule, Scenario, Variable, Who};
use crate::notation::{Condition, Name};
use foeman_engine::arithmetic::Expression;

/// Returns the amounts of a rule, each with its path from the rule.
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

/// Whether a deed depends on conditions.
pub(super) fn is_conditional(rule: &Rule, deed: &Deed) -> bool {
    !rule.r#if.is_empty() || !deed.scope.r#if.is_empty()
}

/// Whether a rule of a scenario may do something; true if a rule is unreadable.
pub(super) fn may(survey: &Survey<'_>, scenario: &Scenario, does: impl Fn(&Rule) -> bool) -> bool {
    scenario.rules.iter().any(|of| survey.record::<Rule>(of.rule.id()).is_none_or(&does))
}

/// Whether a rule may change a variable, including of subjects without a value.
pub(super) fn changes(rule: &Rule, named: &Ref<Variable>) -> bool {
    rule.r#do.iter().any(|deed| match &deed.kind {
        DeedKind::Change { variable, .. } | DeedKind::Set { variable, .. } => variable == named,
        _ => false,
    })
}

/// Whether any rule of the pack may change a variable of units.
pub(super) fn changes_for_units(survey: &Survey<'_>, named: &Ref<Variable>) -> bool {
    let units = [Who::Unit, Who::Other, Who::Here, Who::OwnNear, Who::OthersNear, Who::Own];
    survey.records::<Rule>().any(|(_, rule)| gives(rule, named, &units))
}

/// Whether a rule changes a variable of some targets.
pub(super) fn gives(rule: &Rule, named: &Ref<Variable>, whom: &[Who]) -> bool {
    rule.r#do.iter().any(|deed| match &deed.kind {
        DeedKind::Change { variable, .. } | DeedKind::Set { variable, .. } => {
            variable == named && whom.contains(&deed.whom(rule.when))
        }
        _ => false,
    })
}

/// Whether any rule of the pack may change a variable; true if a rule is unreadable.
pub(super) fn any_changes(survey: &Survey<'_>, named: &Ref<Variable>) -> bool {
    !survey.is_all_sound("rules") || survey.records::<Rule>().any(|(_, rule)| changes(rule, named))
}
