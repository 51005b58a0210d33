//! `uncalled-figure`: a figure that waits for an event, although no event lets it arrive.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{events, placements, scenarios};

pub(super) static CHECK: Check = Check {
    name: "uncalled-figure",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A figure waits for an event that never calls it",
    doc: "\
A figure with `waits: true` takes part only after an event has let it arrive.
Without a deed `arrive` that concerns it, it never does.
Add one, or give the figure a round with `arrives`.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}, uzza: {hex: [0, 0], waits: true}}}
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
    fix: &[("waits: true", "arrives: 3")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        for (pointer, side, key, placement) in placements(&at, scenario) {
            let pointer = pointer.child("waits");
            if !placement.waits || placement.arrives.is_some() || events::calls(scenario, &side.side, key) {
                continue;
            }
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!("no event lets `{key}` arrive");
            let help = Some("add a deed `arrive` to an event, or replace `waits` by `arrives`".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}
