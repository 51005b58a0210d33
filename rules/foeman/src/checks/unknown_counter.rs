//! `unknown-counter`: a counter in an amount that the scenario does not declare.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use foeman_schema::did_you_mean::{did_you_mean, near};

use super::{events, scenarios};
use crate::notation::event::Name;

pub(super) static CHECK: Check = Check {
    name: "unknown-counter",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An amount uses a counter that the scenario does not have",
    doc: "\
Amounts and conditions of events use counters as `counter.NAME`.
Each must be declared, with its value at the start, under `counters` of the scenario.
Add it there, or correct the name.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
    rounds: 10
    counters: {alarms: 0}
    events:
      alarm:
        when: round-begins
        if: [counter.alarm = 0]
        do: [{kind: change, counter: alarms, by: 1}]
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
    fix: &[("counter.alarm =", "counter.alarms =")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        for (id, event) in &scenario.events {
            let at = at.child("events").child(id);
            for (steps, names) in events::names(event) {
                for name in names {
                    let Name::Counter(counter) = name else { continue };
                    if scenario.counters.contains_key(counter) {
                        continue;
                    }
                    let message = format!("expected a counter of the scenario, found `{counter}`");
                    let known = near(counter, scenario.counters.keys().map(String::as_str));
                    let help = did_you_mean(&known).unwrap_or_else(|| "add it under `counters`".to_owned());
                    findings.extend(events::finding(check, survey, at.join(&steps), message, help));
                }
            }
        }
    }
}
