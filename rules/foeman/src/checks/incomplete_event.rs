//! `incomplete-event`: an event whose occasion or deed cannot be played.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{events, scenarios};
use crate::catalogs::events::{DeedKind, Event, Occasion, Order};

pub(super) static CHECK: Check = Check {
    name: "incomplete-event",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An event lacks a part, or has one that cannot be played",
    doc: "\
`enters` and `leaves` need a `zone`, `fired` needs an `event`, and `holds` needs conditions under `if`, without dice.
The deed `terrain` and the order `go` need a `hex` or a `zone`.
On an occasion without a figure, `leave`, `begin` and `end` need a `side`, or a `zone` for an effect.
Events about the end of the battle can only write messages and count.
Figures need the `side` to which they belong.
Until it is complete, the scenario cannot be played.",
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
        when: enters
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
    fix: &[("when: enters", "when: enters\n        zone: gate")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        for (id, event) in &scenario.events {
            let at = at.child("events").child(id);
            if let Some((message, help)) = lacks(event) {
                findings.extend(events::finding(check, survey, at.child("when"), message, help));
            }
            for (nth, deed) in event.r#do.iter().enumerate() {
                let Some((message, help)) = deed_lacks(event, &deed.kind) else { continue };
                let pointer = at.child("do").child(nth.to_string()).child("kind");
                findings.extend(events::finding(check, survey, pointer, message, help));
            }
            if event.when != Occasion::Over {
                continue;
            }
            for (nth, deed) in event.r#do.iter().enumerate().filter(|(_, deed)| !deed.kind.is_epilogue()) {
                let pointer = at.child("do").child(nth.to_string()).child("kind");
                let found = deed.kind.name();
                let message = format!("expected a message or a counter after the battle, found `{found}`");
                let help = "remove the deed, or choose another occasion".to_owned();
                findings.extend(events::finding(check, survey, pointer, message, help));
            }
        }
    }
}

/// Returns the missing part of an event, and the remedy.
fn lacks(event: &Event) -> Option<(String, String)> {
    let name = event.when.name();
    let key = match event.when {
        Occasion::Enters | Occasion::Leaves if event.zone.is_none() => "zone",
        Occasion::Fired if event.event.is_none() => "event",
        Occasion::Holds if event.r#if.is_empty() => "if",
        Occasion::Holds if event.r#if.iter().any(|condition| condition.has_dice()) => {
            let help = "move the dice to the conditions of a deed".to_owned();
            return Some((format!("expected conditions without dice for `{name}`, found dice"), help));
        }
        _ if !event.figures.is_empty() && event.side.is_none() => "side",
        _ => return None,
    };
    Some((format!("`{name}` needs `{key}`"), format!("add `{key}`, or choose another occasion")))
}

/// Returns the missing part of a deed, and the remedy.
fn deed_lacks(event: &Event, deed: &DeedKind) -> Option<(String, String)> {
    // Events that follow others are about the same figure.
    let has_figure = event.when.has_figure() || matches!(event.when, Occasion::Fired | Occasion::Destroyed);
    let (key, remedy) = match deed {
        DeedKind::Terrain { hex: None, zone: None, .. }
        | DeedKind::Order { order: Order::Go, hex: None, zone: None, .. } => ("`hex` or `zone`", "add one of them"),
        DeedKind::Leave { side: None, figures }
        | DeedKind::Begin { side: None, figures, .. }
        | DeedKind::End { side: None, figures, .. }
            if !figures.is_empty() =>
        {
            ("`side`", "add the side of the figures")
        }
        _ if has_figure => return None,
        DeedKind::Leave { side: None, .. } => ("`side`", "add it, or choose an occasion with a figure"),
        DeedKind::Begin { side: None, zone: None, .. } | DeedKind::End { side: None, zone: None, .. } => {
            ("`side` or `zone`", "add one of them, or choose an occasion with a figure")
        }
        _ => return None,
    };
    Some((format!("`{}` needs {key}", deed.name()), remedy.to_owned()))
}
