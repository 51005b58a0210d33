//! `late-arrival`: a figure that arrives after the last round.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{placements, scenarios};

pub(super) static CHECK: Check = Check {
    name: "late-arrival",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A figure arrives after the last round",
    doc: "\
The battle is a draw at the end of the last round of the scenario.
A figure that arrives later never takes part.
Lower its `arrives`, or raise the `rounds` of the scenario.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}, uzza: {hex: [0, 0], arrives: 12}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
    rounds: 10
maps:
  yard:
    title: Yard
    geometry: {size: [3, 1]}
    legend: {s: sand}
    rows: |
      sss
    zones: {gate: {title: The gate, cells: [[1, 0]]}}
terrains:
  sand: {title: Sand, color: "#d9c08c"}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}, uzza: {name: Uzza, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("arrives: 12", "arrives: 10")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        for (pointer, _, key, placement) in placements(&at, scenario) {
            let pointer = pointer.child("arrives");
            let Some(round) = placement.arrives.filter(|round| *round > scenario.rounds) else { continue };
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!(
                "expected at most {} for the arrival of `{key}`, the last round of the scenario, found {round}",
                scenario.rounds
            );
            let help = Some("lower `arrives` here, or raise the `rounds` of the scenario".to_owned());
            let fixes = vec![Fix::writing(&pointer, scenario.rounds)];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        }
    }
}
