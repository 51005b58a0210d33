//! `never-fires`: an event that can never happen.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{events, scenarios};
use crate::catalogs::events::Occasion;

pub(super) static CHECK: Check = Check {
    name: "never-fires",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "An event can never happen, or one of its deeds is never done",
    doc: "\
An event never happens if its round is after the last one, if it waits for more figures than its side places, or if it follows only from events that never happen themselves, such as itself.
After the end of the battle, events only write messages, change counters and choose the next battle; all other deeds of events that follow from it are never done.
Correct the occasion, or remove the event or the deed.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
    rounds: 10
    events:
      echo:
        when: fired
        event: echo
        do: [{kind: say, text: "Echo!"}]
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
    fix: &[("when: fired\n        event: echo", "when: battle-begins")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let started = events::started(scenario);
        for (id, event) in &scenario.events {
            let at = at.child("events").child(id);
            if event.when == Occasion::Fired && events::follows_the_end(scenario, event) {
                for (nth, deed) in event.r#do.iter().enumerate().filter(|(_, deed)| !deed.kind.is_epilogue()) {
                    let pointer = at.child("do").child(nth.to_string()).child("kind");
                    let message = format!("`{}` is never done after the end of the battle", deed.kind.name());
                    let help = "remove the deed, or let the event follow from another one".to_owned();
                    findings.extend(events::finding(check, survey, pointer, message, help));
                }
            }
            let (key, message) = if let Some(round) = event.round.filter(|round| *round > scenario.rounds) {
                ("round", format!("round {round} is after the last round of the scenario, {}", scenario.rounds))
            } else if let Some((wanted, placed)) = events::too_many(scenario, event) {
                ("at-least", format!("expected at most {placed}, the number of figures meant, found {wanted}"))
            } else if event.event.is_some() && !started.contains(id.as_str()) {
                ("event", format!("`{id}` follows only from events that never happen"))
            } else {
                continue;
            };
            let help = "correct the occasion, or remove the event".to_owned();
            findings.extend(events::finding(check, survey, at.child(key), message, help));
        }
    }
}
