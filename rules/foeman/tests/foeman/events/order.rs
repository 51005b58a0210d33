//! The order of several events, and the ends of chains.

use ruleset_foeman::events::LONGEST_CHAIN;
use ruleset_foeman::ids::FigureId;
use serde_json::{Value, json};

use super::{SWORD, apart, count, face_to_face, fell, is_over, to_round, with};
use crate::ground::BLUE;
use crate::scene::Scene;

fn says(when: Value, text: &str) -> Value {
    let mut event = when;
    event["do"] = json!([{"kind": "say", "text": text}]);
    event
}

fn place(scene: &Scene, line: &str) -> usize {
    scene.told().iter().position(|told| *told == line).unwrap_or_else(|| panic!("no `{line}`: {:#?}", scene.told()))
}

#[test]
fn events_on_one_occasion_happen_in_the_order_of_their_ids_and_those_that_follow_come_after_all_of_them() {
    let events = json!({
        "c": says(json!({"when": "round-begins"}), "third"),
        "a": says(json!({"when": "round-begins"}), "first"),
        "b": says(json!({"when": "round-begins"}), "second"),
        "a-follows": says(json!({"when": "fired", "event": "a"}), "fourth"),
    });
    let mut scene = Scene::new(&with(apart(), events));
    scene.go_on();
    let places = ["first", "second", "third", "fourth"].map(|line| place(&scene, line));
    assert!(places.is_sorted(), "{:#?}", scene.told());
}

#[test]
fn figures_arrive_before_the_events_of_their_round() {
    let plain = apart().red([0, 8], 0, SWORD).with("/scenarios/fight/sides/0/place/f2/arrives", 2);
    let event = json!({"it": says(json!({"when": "round-begins", "round": 2, "if": ["active.red = 2"]}), "both")});
    let mut scene = Scene::new(&with(plain, event));
    to_round(&mut scene, 2);
    scene.go_on();
    assert!(place(&scene, "red 2 arrives at 0,8") < place(&scene, "both"));
}

#[test]
fn help_that_an_event_brings_as_the_last_figure_falls_comes_in_time() {
    let plain = face_to_face().blue([0, 0], 3, SWORD).with("/scenarios/fight/sides/1/place/f2/waits", true);
    let events = json!({
        "help": {"when": "falls", "side": "blue", "do": [{"kind": "arrive", "side": "blue"}]},
        "end": says(json!({"when": "over"}), "it is over"),
    });
    let mut scene = Scene::new(&with(plain, events));
    fell(&mut scene, BLUE);
    assert!(!is_over(&scene) && !scene.state.figure(FigureId(2)).gone);
    assert_eq!(count(&scene, "it is over"), 0);
}

#[test]
fn a_chain_of_events_ends() {
    let volley = |rest: &str, text: &str| {
        json!({"when": "holds", "each-time": true, "if": ["counter.alarms > 0", format!("counter.alarms % 2 = {rest}")],
            "do": [{"kind": "change", "counter": "alarms", "by": 1}, {"kind": "say", "text": text}]})
    };
    let serve = json!({"when": "round-begins", "round": 2, "do": [{"kind": "set", "counter": "alarms", "amount": 1}]});
    let events = json!({"ping": volley("1", "ping"), "pong": volley("0", "pong"), "serve": serve});
    let mut scene = Scene::new(&with(apart(), events));
    to_round(&mut scene, 2);
    scene.go_on();
    let volleys = count(&scene, "ping") + count(&scene, "pong");
    assert_eq!(volleys, usize::from(LONGEST_CHAIN));
    assert_eq!(count(&scene, "Events have set each other off too often"), 1);
}

#[test]
fn events_that_follow_only_from_each_other_never_begin() {
    let echo = |event: &str| says(json!({"when": "fired", "event": event, "each-time": true}), "echo");
    let mut scene = Scene::new(&with(apart(), json!({"a": echo("b"), "b": echo("a")})));
    to_round(&mut scene, 3);
    assert_eq!(count(&scene, "echo"), 0);
}

#[test]
fn an_event_due_after_some_rounds_follows_each_time() {
    let mut bell = says(json!({"when": "round-begins", "at-most": 2}), "ding");
    bell["if"] = json!(["game.round % 2 = 1"]);
    let echo = says(json!({"when": "fired", "event": "bell", "after": 3, "each-time": true}), "dong");
    let mut scene = Scene::new(&with(apart(), json!({"bell": bell, "echo": echo})));
    for (round, expected) in [(3, (2, 0)), (4, (2, 1)), (5, (2, 1)), (6, (2, 2))] {
        to_round(&mut scene, round);
        scene.go_on();
        assert_eq!((count(&scene, "ding"), count(&scene, "dong")), expected, "round {round}");
    }
}
