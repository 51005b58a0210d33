//! `idle-filter`: a key that the occasion of an event ignores.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{events, scenarios};

pub(super) static CHECK: Check = Check {
    name: "idle-filter",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An occasion ignores a key of its event",
    doc: "\
Each occasion can be restricted by certain keys only: `round-begins` by `round`, `enters` by `zone`, `side` and `figures`.
Other keys have no effect, and neither has `at-most` next to `each-time`.
Remove the key, or choose another occasion.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
    rounds: 10
    events:
      alarm:
        when: falls
        round: 3
        do: [{kind: say, text: "Alarm!"}]
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
    fix: &[("        round: 3\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        for (id, event) in &scenario.events {
            let at = at.child("events").child(id);
            let when = event.when;
            let ignored = events::filters(event).into_iter().filter(|key| !when.filters().contains(key));
            for key in ignored {
                let message = format!("`{}` ignores `{key}`", when.name());
                let known: Vec<String> = when.filters().iter().map(|key| format!("`{key}`")).collect();
                let help = match known.is_empty() {
                    true => format!("remove `{key}`, or use a condition under `if`"),
                    false => format!("remove it, or use one of {}", known.join(", ")),
                };
                findings.extend(events::finding(check, survey, at.child(key), message, help));
            }
            if event.each_time && event.at_most.is_some() {
                let message = "`at-most` has an effect only without `each-time`".to_owned();
                let help = "remove one of the two".to_owned();
                findings.extend(events::finding(check, survey, at.child("at-most"), message, help));
            }
        }
    }
}
