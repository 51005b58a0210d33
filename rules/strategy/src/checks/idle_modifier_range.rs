//! `idle-modifier-range`: a range of modifiers in a class without ranged modifiers.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::classes::{classes, extended};
use super::written;

pub(super) static CHECK: Check = Check {
    name: "idle-modifier-range",
    severity: Severity::Info,
    confidence: Confidence::Certain,
    scope: Scope::Users,
    summary: "A range is given, but no modifier uses it",
    doc: "\
Only `allies-in-range` and `others-in-range` use the range: `allies` and `others` are the units in the same cell.
Remove the range, or write the modifiers that need it.
A class that others extend is not reported, since they may add the modifiers.",
    bad: "\
variables:
  spirit: {title: Spirit, kind: resource}
units:
  bard: {title: Bard, values: {spirit: 4}, modifier-range: 2, modifiers: {allies: {spirit: 1}}}
",
    fix: &[("allies", "allies-in-range")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, class) in classes(survey).into_iter().filter(|(_, class)| class.modifier_range > 0) {
        let modifiers = class.modifiers;
        let is_used = !modifiers.allies_in_range.is_empty() || !modifiers.others_in_range.is_empty();
        if is_used || extended(survey, &key.catalog).contains(&*key.id) {
            continue;
        }
        let pointer = key.pointer().child("modifier-range");
        let message = format!("the range of `{}` has no effect without modifiers in range", class.modifier_range);
        let help = "add to `allies-in-range` or `others-in-range`, or remove the range".to_owned();
        let fixes = vec![Fix::single("remove `modifier-range`", vec![Change::Remove { at: pointer.clone() }])];
        findings.extend(written(check, survey, pointer, message, help).map(|finding| Finding { fixes, ..finding }));
    }
}
