//! `own-target`: a side that wins if its own figures are out of action.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::goals::{self, Titles};
use super::scenarios;
use crate::catalogs::victory::{Condition, Names};

pub(super) static CHECK: Check = Check {
    name: "own-target",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A side wins if its own figures are out of action",
    doc: "\
Under `victory`, the condition `disable` should name an enemy side; no computer player tries to lose its own figures.
Name another side, or move the condition to `defeat`.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - side: raiders
        place: {gorsk: {hex: [0, 0]}}
        victory:
          - {kind: disable, side: raiders}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
maps:
  yard:
    title: Yard
    geometry: {size: [3, 1]}
    legend: {s: sand}
    rows: |
      sss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("disable, side: raiders", "disable, side: guards")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let titles = Titles { survey, map: None };
    for (at, scenario) in scenarios(survey) {
        for goal in goals::all(&at, scenario).into_iter().filter(|goal| goal.wins) {
            let own = &scenario.sides[goal.side].side;
            let Condition::Disable { side, .. } = goal.condition else { continue };
            let pointer = goal.at.child("side");
            let Some(place) = survey.draft.place(&pointer).filter(|_| side == own) else { continue };
            let message = format!("expected an enemy side, found {}, the side that would win", titles.side(own));
            let help = Some("name another side, or move the condition to `defeat`".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}
