//! Each occasion: its event happens when, and only when, it should.

use foeman_schema::grid::Direction;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::{FigureId, ItemId, SpellId};
use ruleset_foeman::state::Action;
use serde_json::{Value, json};

use super::{SWORD, apart, count, face_to_face, fell, idle, is_over, now, step_ahead, to_round, with};
use crate::ground::{BLUE, Plain, RED};
use crate::scene::{Scene, strike};

fn scene(plain: Plain, occasion: Value) -> Scene {
    Scene::new(&with(plain, now(occasion)))
}

#[test]
fn the_battle_begins_once_before_anything_is_decided() {
    let mut scene = scene(apart(), json!({"when": "battle-begins", "each-time": true}));
    scene.go_on();
    assert_eq!((count(&scene, "now"), scene.state.round), (1, 1));
    to_round(&mut scene, 4);
    assert_eq!(count(&scene, "now"), 1);
}

#[test]
fn a_round_begins_each_time_once_or_a_number_of_times() {
    for (occasion, expected) in [
        (json!({"when": "round-begins"}), [1, 1, 1]),
        (json!({"when": "round-begins", "round": 2}), [0, 1, 1]),
        (json!({"when": "round-begins", "each-time": true}), [1, 2, 3]),
        (json!({"when": "round-begins", "at-most": 2}), [1, 2, 2]),
        (json!({"when": "round-begins", "each-time": true, "if": ["game.round % 2 = 0"]}), [0, 1, 1]),
    ] {
        let mut scene = scene(apart(), occasion.clone());
        for (round, expected) in (1..).zip(expected) {
            to_round(&mut scene, round);
            scene.go_on();
            assert_eq!(count(&scene, "now"), expected, "round {round}: {occasion}");
        }
    }
}

#[test]
fn a_failed_condition_does_not_use_up_the_one_time_an_event_happens() {
    let mut scene = scene(apart(), json!({"when": "round-begins", "if": ["game.round >= 3"]}));
    to_round(&mut scene, 2);
    assert_eq!(count(&scene, "now"), 0);
    to_round(&mut scene, 5);
    assert_eq!(count(&scene, "now"), 1);
}

#[test]
fn phases_begin_before_the_first_decision_in_them() {
    let mut moving = scene(apart(), json!({"when": "phase-begins", "phase": "movement"}));
    moving.go_on();
    assert_eq!(count(&moving, "now"), 1);
    let mut acting = scene(apart(), json!({"when": "phase-begins", "phase": "action", "each-time": true}));
    acting.go_on();
    assert_eq!(count(&acting, "now"), 0, "figures still have to move");
    acting.ask(RED);
    assert_eq!(count(&acting, "now"), 1);
    to_round(&mut acting, 3);
    assert_eq!(count(&acting, "now"), 2);
}

#[test]
fn a_figure_falls_and_is_still_on_the_map() {
    let leaves = json!({"it": {"when": "falls", "side": "blue", "do": [
        {"kind": "say", "text": "now"},
        {"kind": "set", "counter": "alarms", "amount": "fallen.blue"},
    ]}});
    let mut scene = Scene::new(&with(face_to_face().blue([0, 0], 3, SWORD), leaves));
    scene.ask(RED);
    assert_eq!(count(&scene, "now"), 0);
    fell(&mut scene, BLUE);
    assert_eq!((count(&scene, "now"), scene.state.unfolding.counters[0]), (1, 1));
    assert!(!scene.state.figure(BLUE).gone);
    let said = scene.told().iter().position(|line| *line == "now").expect("it is there");
    let dropped = scene.told().iter().position(|line| line.contains("drops")).unwrap_or_default();
    assert!(dropped < said, "the blow is carried out completely before: {:#?}", scene.told());
}

#[test]
fn only_the_figures_that_are_meant_count_and_as_many_as_required() {
    let two = || face_to_face().blue([0, 0], 3, SWORD);
    for (occasion, expected) in [
        (json!({"when": "falls"}), 1),
        (json!({"when": "falls", "side": "red"}), 0),
        (json!({"when": "falls", "side": "blue", "figures": ["f2"]}), 0),
        (json!({"when": "falls", "side": "blue", "figures": ["f1", "f2"]}), 1),
        (json!({"when": "falls", "side": "blue", "who": "all"}), 0),
        (json!({"when": "falls", "side": "blue", "figures": ["f1"], "who": "all"}), 1),
        (json!({"when": "falls", "side": "blue", "at-least": 2}), 0),
    ] {
        let mut scene = scene(two(), occasion.clone());
        fell(&mut scene, BLUE);
        assert_eq!(count(&scene, "now"), expected, "{occasion}");
    }
}

#[test]
fn a_hit_counts_even_if_it_does_no_harm_and_a_miss_does_not() {
    let mail: &[(&str, &str)] = &[("sword", "first-hand"), ("mail", "worn")];
    let plain = || Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, mail).with("/items/mail/stops/protection", 30);
    for (dice, expected) in [([1, 1, 1], 1), ([6, 6, 6], 0)] {
        let mut scene = scene(plain(), json!({"when": "hit", "side": "blue", "if": ["other.st = 12"]}));
        scene.falls("hit", RED, &dice).carries_out(RED, strike(BLUE, 3)).go_on();
        assert_eq!((count(&scene, "now"), scene.state.figure(BLUE).physical), (expected, 0));
    }
}

#[test]
fn zones_are_entered_and_left_by_steps_once_the_move_is_over() {
    for (occasion, expected) in [
        (json!({"when": "enters", "zone": "gate", "side": "red", "each-time": true}), [0, 1, 1]),
        (json!({"when": "enters", "zone": "gate", "side": "blue", "each-time": true}), [0, 0, 0]),
        (json!({"when": "leaves", "zone": "gate", "side": "red", "each-time": true}), [0, 0, 1]),
    ] {
        let mut scene = scene(apart(), occasion.clone());
        scene.go_on();
        let mut found = vec![count(&scene, "now")];
        for _ in 0..2 {
            step_ahead(&mut scene, 0);
            found.push(count(&scene, "now"));
            let round = scene.state.round + 1;
            to_round(&mut scene, round);
        }
        assert_eq!(found, expected, "{occasion}");
    }
}

#[test]
fn an_event_waits_until_the_moving_figure_halts() {
    let mut scene = scene(apart(), json!({"when": "enters", "zone": "gate"}));
    scene.until(|scene| scene.legal().contains(&Command::Take { figure: RED }));
    scene.issue(Command::Take { figure: RED }).go_on();
    scene.issue(Command::Step { direction: Direction::new(0) }).go_on();
    assert_eq!(count(&scene, "now"), 0);
    scene.issue(Command::Halt).go_on();
    assert_eq!(count(&scene, "now"), 1);
}

#[test]
fn arriving_counts_as_entering_and_departing_as_leaving() {
    let plain = || apart().red([4, 6], 0, SWORD).with("/scenarios/fight/sides/0/place/f2/arrives", 2);
    let mut enters = scene(plain(), json!({"when": "enters", "zone": "gate", "side": "red", "figures": ["f2"]}));
    to_round(&mut enters, 2);
    enters.go_on();
    assert_eq!(count(&enters, "now"), 1);
    let mut events = now(json!({"when": "leaves", "zone": "gate"}));
    events["away"] = json!({"when": "round-begins", "round": 3, "do": [
        {"kind": "leave", "side": "red", "figures": ["f2"]},
    ]});
    let mut leaves = Scene::new(&with(plain(), events));
    to_round(&mut leaves, 2);
    assert_eq!(count(&leaves, "now"), 0);
    to_round(&mut leaves, 3);
    leaves.go_on();
    assert_eq!(count(&leaves, "now"), 1);
}

#[test]
fn an_event_follows_another_at_once_or_some_rounds_after() {
    for (after, round) in [(0, 2), (3, 5)] {
        let mut events = now(json!({"when": "fired", "event": "first", "after": after}));
        events["first"] = json!({"when": "round-begins", "round": 2, "do": [{"kind": "say", "text": "first"}]});
        let mut scene = Scene::new(&with(apart(), events));
        scene.until(|scene| count(scene, "now") == 1);
        assert_eq!((scene.state.round, count(&scene, "first")), (round, 1));
    }
}

#[test]
fn the_end_of_the_battle_is_an_occasion_for_the_winner_only() {
    for (side, expected) in [(None, 1), (Some("red"), 1), (Some("blue"), 0)] {
        let mut occasion = json!({"when": "over"});
        if let Some(side) = side {
            occasion["side"] = json!(side);
        }
        let mut scene = scene(face_to_face(), occasion);
        scene.ask(RED);
        assert_eq!(count(&scene, "now"), 0);
        fell(&mut scene, BLUE);
        assert!(is_over(&scene));
        assert_eq!(count(&scene, "now"), expected, "{side:?}");
    }
}

#[test]
fn taking_an_item_is_an_occasion() {
    for (only, expected) in [("axe", 1), ("club", 0)] {
        let plain = Plain::new().red([4, 7], 0, &[]).blue([4, 0], 3, SWORD);
        let plain = plain
            .with("/scenarios/fight/items", json!([{"item": "axe", "hex": [4, 7]}, {"item": "club", "hex": [0, 0]}]));
        let mut scene = scene(plain, json!({"when": "takes", "side": "red", "item": only}));
        scene.falls("ready", RED, &[1, 1, 1]);
        scene.round(&[(RED, &[Action::Ready { item: ItemId(1), dice: 3 }, idle()])]);
        assert_eq!(count(&scene, "now"), expected, "{only}");
    }
}

/// Red is a wizard with a spell that destroys whatever it is cast on.
pub(super) fn wizard(plain: Plain) -> Plain {
    let blast = json!({"title": "Blast", "iq": 8, "kind": "thrown", "cost": 1,
        "effects": [{"kind": "damage", "dice": "9D", "bypass": "19009"}]});
    plain
        .with("/figures/dull/kind", "wizard")
        .with("/spells", json!({"blast": blast}))
        .with("/rosters/red/figures/f1/spells", json!(["blast"]))
}

/// Red casts its spell on a figure.
fn casts(scene: &mut Scene, target: FigureId, dice: &[u8]) {
    let cast = Action::Cast { spell: SpellId(0), target: Some(target), dice: 3 };
    scene.falls("cast", RED, dice).round(&[(RED, &[cast, idle()])]);
    scene.go_on();
}

#[test]
fn a_successful_spell_is_an_occasion_and_a_failed_one_is_not() {
    for (dice, expected) in [([1, 1, 1], 1), ([6, 6, 6], 0)] {
        let mut scene = scene(wizard(apart()), json!({"when": "casts", "side": "red", "spell": "blast"}));
        casts(&mut scene, BLUE, &dice);
        assert_eq!(count(&scene, "now"), expected, "{:#?}", scene.told());
    }
}

#[test]
fn a_destroyed_feature_is_an_occasion_and_no_fall() {
    for (occasion, expected) in [
        (json!({"when": "destroyed"}), 1),
        (json!({"when": "destroyed", "feature": "door"}), 1),
        (json!({"when": "destroyed", "feature": "crate"}), 0),
        (json!({"when": "destroyed", "zone": "gate"}), 1),
        (json!({"when": "falls"}), 0),
    ] {
        let feature = |title: &str| json!({"title": title, "kind": "feature", "attributes": {"st": 2, "dx": 1, "iq": 1, "ma": 0}});
        let plain = wizard(apart())
            .with("/figures/door", feature("Door"))
            .with("/figures/crate", feature("Crate"))
            .with("/scenarios/fight/features", json!([{"figure": "door", "hex": [4, 6]}]));
        let mut scene = scene(plain, occasion.clone());
        casts(&mut scene, FigureId(2), &[1, 1, 1]);
        assert_eq!(count(&scene, "now"), expected, "{occasion}: {:#?}", scene.told());
    }
}

#[test]
fn conditions_are_an_occasion_each_time_they_begin_to_hold() {
    let mut events = now(json!({"when": "holds", "if": ["counter.alarms % 2 = 1"], "each-time": true}));
    events["tick"] = json!({"when": "round-begins", "each-time": true,
        "do": [{"kind": "change", "counter": "alarms", "by": 1}]});
    let mut scene = Scene::new(&with(apart(), events));
    for (round, expected) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
        to_round(&mut scene, round);
        scene.go_on();
        assert_eq!(count(&scene, "now"), expected, "round {round}");
    }
}

#[test]
fn a_hit_is_noted_once_its_rerolls_are_over() {
    let knack = json!({"knack": {"title": "Knack", "iq": 5, "effects": [{"kind": "grant", "reroll": 1}]}});
    for (first, command, expected) in [
        ([1, 1, 1], Command::Decline, 1),
        ([5, 2, 4], Command::Reroll { dice: 1 }, 1),
        ([5, 2, 4], Command::Decline, 0),
    ] {
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).with("/talents", knack.clone());
        let plain = plain.with("/rosters/red/figures/f1/talents", json!(["knack"]));
        let mut scene = scene(plain, json!({"when": "hit", "side": "blue", "each-time": true}));
        scene.falls("hit", RED, &first).falls("hit again", RED, &[1]).carries_out(RED, strike(BLUE, 3));
        assert_eq!(count(&scene, "now"), 0, "the dice may still be rolled again");
        scene.issue(command).until(|scene| scene.state.round == 2);
        assert_eq!(count(&scene, "now"), expected, "{first:?} {command:?}: {:#?}", scene.told());
    }
}

#[test]
fn harm_by_spells_and_effects_is_no_hit() {
    let mut cast = scene(wizard(apart()), json!({"when": "hit"}));
    casts(&mut cast, BLUE, &[1, 1, 1]);
    assert!(!cast.state.figure(BLUE).gone && cast.state.figure(BLUE).physical > 0);
    assert_eq!(count(&cast, "now"), 0);
}

#[test]
fn an_unconscious_figure_that_dies_has_fallen_only_once() {
    let bleed = json!({"kind": "damage", "dice": "9D", "bypass": "99999", "when": "round-start", "rounds": 2});
    let mut events = now(json!({"when": "falls", "each-time": true}));
    events["wound"] = json!({"when": "hit", "do": [{"kind": "begin", "effect": "wound"}]});
    let plain = face_to_face()
        .blue([0, 0], 3, SWORD)
        .with("/rosters/blue/figures/f1/attributes", json!({"st": 7}))
        .with("/effects", json!({"wound": {"title": "Wound", "effects": [bleed]}}));
    let mut scene = Scene::new(&with(plain, events));
    fell(&mut scene, BLUE);
    let told = |scene: &Scene, words: &str| scene.told().iter().any(|told| told.contains(words));
    to_round(&mut scene, 3);
    assert!(told(&scene, "and loses consciousness") && told(&scene, "and dies"), "{:#?}", scene.told());
    assert_eq!(count(&scene, "now"), 1, "{:#?}", scene.told());
}

#[test]
fn an_event_whose_condition_fails_is_followed_by_none() {
    let mut events = now(json!({"when": "fired", "event": "first"}));
    events["first"] =
        json!({"when": "round-begins", "if": ["game.round = 3"], "do": [{"kind": "say", "text": "first"}]});
    let mut scene = Scene::new(&with(apart(), events));
    to_round(&mut scene, 2);
    scene.go_on();
    assert_eq!(count(&scene, "now"), 0);
    to_round(&mut scene, 3);
    scene.go_on();
    assert_eq!((count(&scene, "first"), count(&scene, "now")), (1, 1));
}

#[test]
fn a_feature_that_an_event_removes_is_not_destroyed() {
    let door = json!({"title": "Door", "kind": "feature", "attributes": {"st": 2, "dx": 1, "iq": 1, "ma": 0}});
    let mut events = now(json!({"when": "destroyed"}));
    events["open"] = json!({"when": "round-begins", "round": 2, "do": [{"kind": "clear", "hex": [4, 6]}]});
    let plain = apart()
        .with("/figures/door", door)
        .with("/scenarios/fight/features", json!([{"figure": "door", "hex": [4, 6]}]));
    let mut scene = Scene::new(&with(plain, events));
    to_round(&mut scene, 3);
    assert_eq!((count(&scene, "Door vanishes"), count(&scene, "now")), (1, 0));
}

#[test]
fn readying_an_item_that_a_figure_has_is_no_taking() {
    let gear: &[(&str, &str)] = &[("sword", "first-hand"), ("star", "belt")];
    let mut scene = scene(Plain::new().red([4, 7], 0, gear).blue([4, 0], 3, SWORD), json!({"when": "takes"}));
    scene.falls("ready", RED, &[1, 1, 1]).round(&[(RED, &[Action::Ready { item: ItemId(1), dice: 3 }, idle()])]);
    assert_eq!(count(&scene, "now"), 0, "{:#?}", scene.told());
}
