//! `late-condition`: a condition that needs more rounds than the scenario has.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::goals;
use super::scenarios;
use crate::catalogs::victory::Condition;

pub(super) static CHECK: Check = Check {
    name: "late-condition",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A condition needs more rounds than the battle has",
    doc: "\
The battle is a draw at the end of the last round of the scenario.
A condition that needs more rounds can never be fulfilled.
Lower its `rounds`, or raise those of the scenario.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - side: raiders
        place: {gorsk: {hex: [0, 0]}}
        victory:
          - {kind: survive, rounds: 12}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
    rounds: 10
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
    fix: &[("rounds: 12", "rounds: 10")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        for goal in goals::all(&at, scenario) {
            let (Condition::HoldZone { rounds, .. } | Condition::Survive { rounds, .. }) = goal.condition else {
                continue;
            };
            let pointer = goal.at.child("rounds");
            let late = *rounds > scenario.rounds;
            let Some(place) = survey.draft.place(&pointer).filter(|_| late) else { continue };
            let message =
                format!("expected at most {} rounds, the limit of the scenario, found {rounds}", scenario.rounds);
            let help = Some("lower `rounds` here, or raise those of the scenario".to_owned());
            let fixes = vec![Fix::writing(&pointer, scenario.rounds)];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        }
    }
}
