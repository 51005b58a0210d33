//! `free-class`: a class that a faction can build without limit.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::{Built, builds};
use super::written;
use crate::catalogs::{Amounts, Faction};

/// An income that pays for more of a class than this in one turn is considered a mistake.
const MOST_IN_TURN: i32 = 50;

pub(super) static CHECK: Check = Check {
    name: "free-class",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A faction builds a class for free",
    doc: "\
Only the cost of a class limits how many can be built. Without a cost, one more is offered turn after turn, as long \
as fewer than eight wait to be placed.
A cost is no limit either if the income of one turn pays for 50, or if each one earns its cost within a turn: turns \
get longer without bound.
Write a cost in a resource that the faction has, or remove the class from its list.",
    bad: "\
variables:
  gold: {title: Gold, kind: resource}
units:
  scout: {title: Scout, placed-at-home: true, worth: 200}
factions:
  red: {title: Red, color: '#b03a2e', values: {gold: 50}, builds-units: [scout]}
",
    fix: &[("200", "200, cost: {gold: 20}")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, faction) in survey.records::<Faction>() {
        for built in builds(survey, &key.pointer(), faction) {
            let Some(cost) = built.class.cost else { continue };
            // A negative cost is reported by another check.
            let found = match cost.iter().any(|(_, cost)| cost != 0) {
                false => Some(format!("`{}` is free", built.id)),
                true => unlimited(faction, &built, cost),
            };
            let Some(found) = found else { continue };
            let message = format!("{found}, so its number is unlimited");
            let help = "give it a `cost` that limits it, or remove it from the list".to_owned();
            findings.extend(written(check, survey, built.at, message, help));
        }
    }
}

/// Returns why a cost does not limit the number built; `None` if it does.
fn unlimited(faction: &Faction, built: &Built<'_>, cost: &Amounts) -> Option<String> {
    let each = || cost.iter().filter(|(_, cost)| *cost > 0);
    let of_each = |amounts: &Amounts| -> Vec<i32> { each().map(|(named, _)| amounts.of(named).unwrap_or(0)).collect() };
    let gains = of_each(&built.class.modifiers.owner);
    // Upkeep limits the number.
    if gains.iter().any(|gain| *gain < 0) {
        return None;
    }
    let times = |amounts: &[i32]| each().zip(amounts).map(|((_, cost), amount)| amount / cost).min().unwrap_or(0);
    let (in_turn, next_turn) = (times(&of_each(&faction.income)), times(&gains));
    if in_turn >= MOST_IN_TURN {
        return Some(format!("the income of a turn pays for {in_turn} of `{}`", built.id));
    }
    (next_turn > 0).then(|| format!("each `{}` earns its cost within a turn", built.id))
}
