//! References in events: renaming updates them, and mistakes are reported at their location.

use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::change::{Change, plan};
use foeman_schema::draft::Draft;
use foeman_schema::finding::Severity;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

const YARD: &str = r##"pack: example
title: Example
version: 1.0.0
ruleset: foeman
format: 2
scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - side: raiders
        place: {gorsk: {hex: [0, 0]}, uzza: {hex: [0, 0], waits: true, zone: gate}}
      - {side: guards, place: {brana: {hex: [3, 0]}}}
    rounds: 12
    counters: {alarms: 0}
    events:
      alarm:
        when: enters
        side: raiders
        figures: [gorsk]
        zone: gate
        if: [active.guards >= 1, counter.alarms = 0, ground.sand = 1]
        do:
          - {kind: say, side: guards, speaker: brana, text: Halt!}
          - {kind: change, counter: alarms, by: active.guards}
          - {kind: goal, side: guards, victory: [{kind: survive, rounds: 9, figures: [brana]}]}
      help:
        when: fired
        event: alarm
        do: [{kind: arrive, side: raiders, figures: [uzza]}]
maps:
  yard:
    title: Yard
    geometry: {size: [6, 1]}
    legend: {s: sand}
    rows: |
      ssssss
    zones: {gate: {title: The gate, cells: [[5, 0]]}}
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
"##;

fn draft(text: &str) -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &SHIPPED.dialects())
}

fn codes(text: &str) -> Vec<String> {
    let found = check(&draft(text)).into_iter().filter(|finding| finding.severity > Severity::Info);
    found.map(|finding| format!("{} {}", finding.code, finding.pointer)).collect()
}

/// The scenario after a rename.
fn renamed(pointer: &str, to: &str) -> Value {
    let mut draft = draft(YARD);
    let at = Pointer::parse(pointer).expect("a pointer");
    let planned = plan(&draft, &[Change::Rename { at, to: to.to_owned() }]).expect("it can be renamed");
    planned.apply(&mut draft).expect("the plan is fresh");
    let problems: Vec<String> = check(&draft).into_iter().map(|finding| finding.message).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    draft.merged(&RecordKey::new("scenarios", "raid")).expect("it is there")
}

#[test]
fn renaming_updates_every_reference_in_events() {
    assert_eq!(codes(YARD), [""; 0]);
    for (pointer, to, expected) in [
        ("/maps/yard/zones/gate", "door", vec!["/events/alarm/zone", "/sides/0/place/uzza/zone"]),
        ("/rosters/gang/figures/gorsk", "door", vec!["/events/alarm/figures/0"]),
        ("/rosters/gang/figures/uzza", "door", vec!["/events/help/do/0/figures/0"]),
        (
            "/rosters/watch/figures/brana",
            "door",
            vec!["/events/alarm/do/0/speaker", "/events/alarm/do/2/victory/0/figures/0"],
        ),
        ("/scenarios/raid/events/alarm", "door", vec!["/events/help/event"]),
        ("/sides/raiders", "door", vec!["/events/alarm/side", "/events/help/do/0/side"]),
    ] {
        let scenario = renamed(pointer, to);
        for reference in expected {
            assert_eq!(scenario.pointer(reference), Some(&Value::from(to)), "{pointer}: {reference}");
        }
    }
    let scenario = renamed("/sides/guards", "door");
    assert_eq!(scenario["events"]["alarm"]["if"][0], "active.door >= 1");
    assert_eq!(scenario["events"]["alarm"]["do"][1]["by"], "active.door");
    assert_eq!(renamed("/terrains/sand", "door")["events"]["alarm"]["if"][2], "ground.door = 1");
}

#[test]
fn mistakes_in_events_are_reported_where_they_are() {
    let at = |rest: &str| format!("/scenarios/raid/events/{rest}");
    for (old, new, expected) in [
        ("zone: gate\n", "zone: gata\n", format!("unknown-target {}", at("alarm/zone"))),
        ("figures: [gorsk]", "figures: [gorks]", format!("unknown-target {}", at("alarm/figures/0"))),
        ("event: alarm", "event: alarms", format!("unknown-target {}", at("help/event"))),
        ("event: alarm", "event: help", format!("never-fires {}", at("help/event"))),
        ("counter: alarms", "counter: alarm", format!("unknown-target {}", at("alarm/do/1/counter"))),
        ("counter.alarms =", "counter.alarm =", format!("unknown-counter {}", at("alarm/if/1"))),
        ("active.guards >=", "active.guard >=", format!("unknown-reference {}", at("alarm/if/0"))),
        ("ground.sand =", "ground.sant =", format!("unknown-reference {}", at("alarm/if/2"))),
        ("when: enters", "when: enters\n        round: 3", format!("idle-filter {}", at("alarm/round"))),
        ("when: enters", "when: enters\n        at-least: 2", format!("never-fires {}", at("alarm/at-least"))),
        (
            "when: enters\n        side: raiders\n        figures: [gorsk]\n        zone: gate",
            "when: over",
            format!("never-fires {}", at("help/do/0/kind")),
        ),
        ("        zone: gate\n", "", format!("incomplete-event {}", at("alarm/when"))),
        ("figures: [uzza]", "figures: [gorsk]", "uncalled-figure /scenarios/raid/sides/0/place/uzza/waits".to_owned()),
        ("waits: true", "arrives: 13", "late-arrival /scenarios/raid/sides/0/place/uzza/arrives".to_owned()),
    ] {
        let text = YARD.replacen(old, new, 1);
        assert_ne!(text, YARD, "{old}");
        let found = codes(&text);
        assert!(found.contains(&expected), "{new:?}: {found:#?}");
    }
}
