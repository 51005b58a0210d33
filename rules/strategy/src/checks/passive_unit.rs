//! `passive-unit`: a unit that can neither move nor attack, and has no other use.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::{Class, classes, extended};
use crate::catalogs::{Reach, Unit, Variable};

pub(super) static CHECK: Check = Check {
    name: "passive-unit",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A unit can do nothing",
    doc: "\
The attributes named by `movement` and `attack-range` say how far a unit moves and attacks. If none is named, it is 1.
A unit with 0 for both and without modifiers for others only blocks its cell.
A unit is not reported if something adds to one of the two, or if other classes extend it, since they may add values.",
    bad: "\
variables:
  pace: {title: Pace, kind: attribute}
  reach: {title: Reach, kind: attribute}
units:
  statue: {title: Statue, movement: pace, attack-range: reach, values: {pace: 0, reach: 0}}
",
    fix: &[("reach: 0", "reach: 1")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let (classes, patterns) = (classes(survey), extended(survey, Unit::CATALOG));
    for (key, unit) in survey.records::<Unit>().filter(|(key, _)| !patterns.contains(&*key.id)) {
        let is_never = |named: &Option<Ref<Variable>>| {
            // A missing value is reported by another check.
            let of = |named: &Ref<Variable>| unit.values.of(named).is_some_and(|value| value <= 0);
            let raises = |class: &Class<'_>, named: &Ref<Variable>| {
                let reaches = [Reach::Own, Reach::Allies, Reach::AlliesInRange, Reach::Others, Reach::OthersInRange];
                reaches.into_iter().any(|reach| class.adds(reach, named) > 0)
            };
            named.as_ref().is_some_and(|named| of(named) && !classes.iter().any(|(_, class)| raises(class, named)))
        };
        if !unit.modifiers.is_empty() || !is_never(&unit.movement) || !is_never(&unit.attack_range) {
            continue;
        }
        let Some(place) = survey.draft.key_place(&key.pointer()) else { continue };
        let message = format!("{} neither moves nor attacks", unit.title);
        let help = Some("let it move or attack, or give it modifiers for others".to_owned());
        findings.push(Finding { help, ..check.finding(place, key.pointer(), message) });
    }
}
