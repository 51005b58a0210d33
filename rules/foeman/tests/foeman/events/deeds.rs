//! Each deed has its effect, and no other.

use foeman_engine::outcome::{Outcome, Reason};
use foeman_engine::ruleset::{Ruleset, SideId, Turn};
use ruleset_foeman::Foeman;
use ruleset_foeman::ids::{FigureId, ItemKindId};
use ruleset_foeman::state::Whereabouts;
use serde_json::{Value, json};

use super::{SWORD, apart, count, face_to_face, fell, is_over, to_round, with};
use crate::ground::{BLUE, Plain, RED};
use crate::scene::Scene;

/// Something that an event does when round 2 begins.
fn deed(plain: Plain, deed: Value) -> Scene {
    let event = json!({"it": {"title": "It happens", "when": "round-begins", "round": 2, "do": [deed]}});
    let mut scene = Scene::new(&with(plain, event));
    to_round(&mut scene, 1);
    assert_eq!(count(&scene, "It happens"), 0);
    scene.until(|scene| count(scene, "It happens") == 1);
    assert_eq!(scene.state.round, 2);
    scene
}

#[test]
fn messages_name_their_speaker_and_the_hex_they_show() {
    for (say, expected) in [
        (json!({"kind": "say", "text": "A horn sounds"}), "A horn sounds"),
        (json!({"kind": "say", "text": "Hold!", "side": "red"}), "red: \"Hold!\""),
        (json!({"kind": "say", "text": "Hold!", "side": "red", "speaker": "f1"}), "red 1: \"Hold!\""),
        (json!({"kind": "show", "text": "The gate creaks", "hex": [4, 6]}), "The gate creaks (4,6)"),
    ] {
        let scene = deed(apart(), say);
        assert_eq!(count(&scene, expected), 1, "{:#?}", scene.told());
    }
}

#[test]
fn the_fallen_say_nothing() {
    let event = json!({"it": {"when": "falls", "do": [
        {"kind": "say", "text": "Farewell", "side": "blue", "speaker": "f1"},
        {"kind": "say", "text": "Farewell", "side": "red", "speaker": "f1"},
    ]}});
    let mut scene = Scene::new(&with(face_to_face().blue([0, 0], 3, SWORD), event));
    fell(&mut scene, BLUE);
    assert_eq!((count(&scene, "blue 1: \"Farewell\""), count(&scene, "red 1: \"Farewell\"")), (0, 1));
}

#[test]
fn who_leaves_is_off_the_map_and_out_of_the_battle() {
    let scene = deed(apart().red([0, 8], 0, SWORD), json!({"kind": "leave", "side": "red", "figures": ["f1"]}));
    assert!(scene.state.figure(RED).gone && !scene.state.figure(FigureId(1)).gone && !is_over(&scene));
    assert_eq!(count(&scene, "red 1 leaves the battle"), 1);
    let mut scene = deed(apart(), json!({"kind": "leave", "side": "red"}));
    scene.go_on();
    let outcome = Outcome::won(SideId(1), Reason::LastStanding);
    assert_eq!(Foeman::turn(&scene.content, &scene.state), Turn::Over(outcome));
}

#[test]
fn the_figure_of_the_occasion_leaves() {
    let event = json!({"it": {"when": "falls", "do": [{"kind": "leave"}]}});
    let mut scene = Scene::new(&with(face_to_face().blue([0, 0], 3, SWORD), event));
    fell(&mut scene, BLUE);
    assert!(scene.state.figure(BLUE).gone && !scene.state.figure(FigureId(2)).gone);
}

#[test]
fn a_side_wins_or_is_out_by_an_event() {
    for (kind, side, winner) in [("win", "red", 0), ("lose", "red", 1), ("win", "blue", 1)] {
        let mut scene = deed(apart(), json!({"kind": kind, "side": side}));
        scene.go_on();
        let Turn::Over(outcome) = Foeman::turn(&scene.content, &scene.state) else { panic!("{kind} {side}") };
        assert!(outcome.is_won_by(SideId(winner)), "{outcome:?}");
        assert_eq!(outcome.reason, Reason::Condition { text: "It happens".to_owned() });
    }
}

#[test]
fn counters_change_and_are_set_within_their_limits() {
    for (deed_, value) in [
        (json!({"kind": "change", "counter": "alarms", "by": -3}), -3),
        (json!({"kind": "set", "counter": "alarms", "amount": "active.red + 5 * game.round"}), 11),
        (json!({"kind": "set", "counter": "alarms", "amount": "9999 * 9999"}), 1_000_000),
    ] {
        assert_eq!(deed(apart(), deed_).state.unfolding.counters, [value]);
    }
}

#[test]
fn dice_in_amounts_are_rolled_once_and_recorded() {
    let scene = deed(apart(), json!({"kind": "set", "counter": "alarms", "amount": "2D"}));
    assert!((2..=12).contains(&scene.state.unfolding.counters[0]));
}

#[test]
fn goals_are_replaced() {
    let plain = apart().with("/scenarios/fight/sides/0/victory", json!([{"kind": "survive", "rounds": 3}]));
    let reach = json!({"kind": "goal", "side": "red", "victory": [{"kind": "reach-zone", "zone": "gate"}]});
    let mut scene = deed(plain, reach);
    assert_eq!(count(&scene, "red have other goals now"), 1);
    let goals = Foeman::board(&scene.content, &scene.state).goals;
    let texts: Vec<&str> = goals.iter().map(|goal| goal.text.as_str()).collect();
    assert_eq!(texts, ["red wins when a figure of red stands in The gate"]);
    to_round(&mut scene, 5);
    assert!(!is_over(&scene), "surviving is no longer enough");
    super::step_ahead(&mut scene, 0);
    scene.until(|scene| is_over(scene) || scene.state.round > 5);
    assert!(is_over(&scene));
}

#[test]
fn items_and_features_appear_and_features_vanish() {
    let scene = deed(apart(), json!({"kind": "item", "item": "axe", "hex": [3, 3]}));
    let lies = |item: &ruleset_foeman::state::ItemState| matches!(item.at, Whereabouts::Lying { .. });
    let lying: Vec<ItemKindId> = scene.state.items.iter().filter(|item| lies(item)).map(|item| item.kind).collect();
    assert_eq!(lying.iter().map(|kind| scene.content.item(*kind).title.as_str()).collect::<Vec<_>>(), ["axe"]);

    let door = json!({"title": "Door", "kind": "feature", "attributes": {"st": 9, "dx": 1, "iq": 1, "ma": 0}});
    let plain = || apart().with("/figures/door", door.clone());
    let scene = deed(plain(), json!({"kind": "raise", "figure": "door", "hex": [3, 3]}));
    assert_eq!((scene.state.figures.len(), scene.state.figure(FigureId(2)).gone), (3, false));
    let scene = deed(plain(), json!({"kind": "raise", "figure": "door", "hex": [4, 7]}));
    assert_eq!(scene.state.figures.len(), 2, "red is there");
    let there = plain().with("/scenarios/fight/features", json!([{"figure": "door", "hex": [3, 3]}]));
    let scene = deed(there, json!({"kind": "clear", "hex": [3, 3]}));
    assert!(scene.state.figure(FigureId(2)).gone && count(&scene, "Door vanishes") == 1);
}

#[test]
fn the_conditions_of_a_deed_are_evaluated_just_before_it() {
    let event = json!({"it": {"when": "battle-begins", "do": [
        {"kind": "say", "text": "too early", "if": ["counter.alarms = 1"]},
        {"kind": "change", "counter": "alarms", "by": 1},
        {"kind": "say", "text": "in time", "if": ["counter.alarms = 1"]},
    ]}});
    let mut scene = Scene::new(&with(apart(), event));
    scene.go_on();
    assert_eq!((count(&scene, "too early"), count(&scene, "in time")), (0, 1));
}
