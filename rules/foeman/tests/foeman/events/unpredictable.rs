//! Random sets of events: battles end, replay, and prove themselves, and most events happen.

use foeman_engine::journal;
use foeman_engine::player::Players;
use foeman_engine::ruleset::Turn;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRng, TestRunner};
use ruleset_foeman::Foeman;
use ruleset_foeman::catalogs::events::Occasion;
use serde_json::{Map, Value, json};

use super::SWORD;
use crate::ground::{Plain, play, usual};

/// The number of sets; more with `PROPTEST_CASES`.
const SETS: u32 = 60;

/// Every kind of deed.
const DEEDS: [&str; 17] = [
    "say", "show", "arrive", "leave", "win", "lose", "change", "set", "goal", "item", "raise", "clear", "terrain",
    "begin", "end", "order", "next",
];

/// The ids of events.
const IDS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// Two sides close to each other, with figures still to come and a door.
fn field(events: Value) -> Plain {
    let door = json!({"title": "Door", "kind": "feature", "attributes": {"st": 2, "dx": 1, "iq": 1, "ma": 0}});
    let spell = json!({"title": "Hex", "iq": 8, "kind": "thrown", "cost": 1,
        "effects": [{"kind": "damage", "dice": "9D"}]});
    let fever = json!({"title": "Fever", "effects": [
        {"kind": "modify", "what": "dx", "by": -1},
        {"kind": "damage", "dice": "1D-4", "when": "round-start", "rounds": 2},
        {"kind": "move", "hexes": 1, "how": "push"},
        {"kind": "control", "rounds": 1},
        {"kind": "create", "figure": "door", "when": "expire", "rounds": 1},
    ]});
    let waits = "/place/f3/waits";
    Plain::new()
        .red([4, 5], 0, SWORD)
        .red([3, 5], 0, &[])
        .red([4, 8], 0, SWORD)
        .blue([4, 3], 3, SWORD)
        .blue([5, 4], 3, SWORD)
        .blue([4, 0], 3, SWORD)
        .with("/figures/door", door)
        .with("/effects", json!({"fever": fever}))
        .with("/figures/dull/kind", "wizard")
        .with("/spells", json!({"hex": spell}))
        .with("/rosters/red/figures/f1/spells", json!(["hex"]))
        .with(
            "/maps/plain/zones",
            json!({"gate": {"title": "The gate", "rectangles": [{"from": [2, 2], "to": [6, 4]}]}}),
        )
        .with("/scenarios/fight/rounds", 8)
        .with("/scenarios/fight/counters", json!({"alarms": 0}))
        .with("/scenarios/fight/features", json!([{"figure": "door", "hex": [5, 5]}]))
        .with("/scenarios/fight/items", json!([{"item": "axe", "hex": [3, 5]}]))
        .with(&format!("/scenarios/fight/sides/0{waits}"), true)
        .with("/scenarios/fight/sides/1/place/f3/arrives", 3)
        .with("/scenarios/fight/events", events)
}

fn side() -> impl Strategy<Value = &'static str> {
    select(vec!["red", "blue"])
}

fn condition() -> impl Strategy<Value = &'static str> {
    select(vec!["game.round >= 2", "active.red >= 1", "counter.alarms % 2 = 0", "fallen.blue <= 1", "figure.st > 3"])
}

fn deed() -> impl Strategy<Value = Value> {
    (select(DEEDS.to_vec()), side(), 0..9_u8, 0..9_u8, 0..3_u8).prop_map(|(kind, side, column, row, number)| {
        let hex = json!([column, row]);
        match kind {
            "say" => json!({"kind": kind, "text": "said", "side": side, "speaker": "f1"}),
            "show" => json!({"kind": kind, "text": "shown", "hex": hex}),
            "arrive" => json!({"kind": kind, "side": side, "figures": ["f3"], "after": number}),
            "leave" if number == 0 => json!({"kind": kind}),
            "leave" => json!({"kind": kind, "side": side, "figures": [format!("f{number}")]}),
            "change" => json!({"kind": kind, "counter": "alarms", "by": "1D - 2"}),
            "set" => json!({"kind": kind, "counter": "alarms", "amount": number}),
            "goal" => {
                json!({"kind": kind, "side": side, "victory": [{"kind": "hold-zone", "zone": "gate", "rounds": 2}]})
            }
            "item" => json!({"kind": kind, "item": "axe", "hex": hex}),
            "raise" => json!({"kind": kind, "figure": "door", "hex": hex}),
            "clear" => json!({"kind": kind, "hex": hex}),
            "terrain" if number == 0 => json!({"kind": kind, "terrain": "mud", "zone": "gate"}),
            "terrain" if number == 1 => json!({"kind": kind, "terrain": "wall", "zone": "gate"}),
            "terrain" => json!({"kind": kind, "terrain": "wall", "hex": hex}),
            "begin" | "end" if number == 0 => json!({"kind": kind, "effect": "fever", "side": side, "zone": "gate"}),
            "begin" | "end" => json!({"kind": kind, "effect": "fever", "side": side}),
            "order" if number == 0 => json!({"kind": kind, "side": side, "order": "go", "hex": hex}),
            "order" => {
                let order = ["hunt", "hold", "free"][usize::from(column % 3)];
                json!({"kind": kind, "side": side, "order": order})
            }
            "next" => json!({"kind": kind, "scenario": side}),
            // Later, so that most other events have had their occasion.
            _ => json!({"kind": kind, "side": side, "if": ["game.round >= 6"]}),
        }
    })
}

fn event() -> impl Strategy<Value = Value> {
    let often = 0..3_u8;
    let parts = (select(Occasion::ALL.to_vec()), side(), select(IDS.to_vec()), condition(), any::<bool>(), often);
    (parts, prop::collection::vec(deed(), 1..4)).prop_map(|((when, side, other, condition, limited, often), deeds)| {
        let mut event = json!({"when": when.name(), "do": deeds});
        match when {
            Occasion::Enters | Occasion::Leaves => event["zone"] = json!("gate"),
            Occasion::Fired => (event["event"], event["after"]) = (json!(other), json!(often % 2)),
            Occasion::Holds => event["if"] = json!([condition.replace("figure.st", "game.round")]),
            Occasion::Over => event["do"] = json!([{"kind": "say", "text": "over"}]),
            _ => {}
        }
        if limited && when.filters().contains(&"side") {
            event["side"] = json!(side);
        }
        if limited && when != Occasion::Holds {
            event["if"] = json!([condition]);
        }
        match often {
            0 => {}
            1 => event["each-time"] = json!(true),
            _ => event["at-most"] = json!(2),
        }
        event
    })
}

fn events() -> impl Strategy<Value = Value> {
    prop::collection::vec(event(), IDS.len()).prop_map(|events| {
        let all: Map<String, Value> = IDS.iter().map(|id| (*id).to_owned()).zip(events).collect();
        Value::Object(all)
    })
}

/// Plays a battle with computer players. Returns how many of the events happened.
fn fight(events: Value, seed: u64) -> usize {
    let mut battle = field(events).battle(seed);
    let mut players = Players::<Foeman>::default();
    let mut steps = 0;
    play(&mut battle, |battle, _| {
        steps += 1;
        assert!(steps < 5000, "the battle does not end");
        usual(&mut players, battle)
    });
    assert!(matches!(battle.turn(), Turn::Over(_)));
    let text = journal::write(&battle);
    let again = journal::replay::<Foeman>(&text).expect("a written journal can be read");
    assert_eq!(again.state(), battle.state());
    journal::verify::<Foeman>(&text).expect("planning every entry again gives the same journal");
    battle.state().unfolding.fired.iter().filter(|fired| **fired > 0).count()
}

#[test]
fn whatever_the_events_battles_end_and_journals_verify_and_half_of_the_events_happen() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(SETS);
    let rng = TestRng::deterministic_rng(Default::default());
    let mut runner = TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, rng);
    let (mut fired, mut all) = (0, 0);
    for seed in 0..u64::from(cases) {
        let events = events().new_tree(&mut runner).expect("there is one").current();
        fired += fight(events, seed);
        all += IDS.len();
    }
    assert!(fired * 2 >= all, "{fired} of {all} events happened");
}
