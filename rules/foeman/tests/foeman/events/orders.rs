//! Effects that events begin and end, orders to figures, and the next scenario of a campaign.

use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine, EngineOf};
use foeman_engine::player::{Players, decide, find};
use foeman_engine::ruleset::Turn;
use foeman_schema::grid::Hex;
use ruleset_foeman::Foeman;
use ruleset_foeman::ids::{FigureId, Source};
use ruleset_foeman::state::State;
use serde_json::{Value, json};

use super::{SWORD, apart, count, dx, face_to_face, fell, to_round, with};
use crate::ground::{BLUE, Plain, RED, play};
use crate::scene::Scene;

/// Plays every deed in its round.
fn deeds(plain: Plain, deeds: &[(u32, Value)]) -> Plain {
    let event = |(round, deed): &(u32, Value)| {
        (format!("e{round}"), json!({"when": "round-begins", "round": round, "do": [deed]}))
    };
    with(plain, Value::Object(deeds.iter().map(event).collect()))
}

/// A curse on ST, and a poison that harms at the start of each round.
fn cursed() -> Plain {
    let curse = json!({"title": "Curse", "effects": [{"kind": "modify", "what": "dx", "by": -4}]});
    let burns = json!({"kind": "damage", "dice": "1D", "bypass": "99999", "when": "round-start", "rounds": 2});
    let poison = json!({"title": "Poison", "effects": [burns]});
    apart().with("/effects", json!({"curse": curse, "poison": poison})).with("/figures/dull/attributes/st", 60).red(
        [0, 8],
        0,
        SWORD,
    )
}

const SECOND: FigureId = FigureId(1);
const FOE: FigureId = FigureId(2);

#[test]
fn an_effect_begins_on_the_figures_meant_and_lasts_until_it_is_ended() {
    let gate = json!({"gate": {"title": "The gate", "cells": [[4, 7]]}});
    for (on, cursed_ones) in [
        (json!({"side": "red"}), vec![RED, SECOND]),
        (json!({"side": "red", "figures": ["f2"]}), vec![SECOND]),
        (json!({"zone": "gate"}), vec![RED]),
        (json!({"side": "blue", "zone": "gate"}), vec![]),
    ] {
        let deed = |kind: &str| {
            let mut deed = on.clone();
            (deed["kind"], deed["effect"]) = (json!(kind), json!("curse"));
            deed
        };
        let plain = cursed().with("/maps/plain/zones", gate.clone());
        let mut scene = Scene::new(&deeds(plain, &[(2, deed("begin")), (5, deed("end"))]));
        to_round(&mut scene, 1);
        let usual = dx(&scene, RED);
        to_round(&mut scene, 4);
        for figure in [RED, SECOND, FOE] {
            let expected = usual - if cursed_ones.contains(&figure) { 4 } else { 0 };
            assert_eq!(dx(&scene, figure), expected, "{on}: {figure:?}");
        }
        to_round(&mut scene, 6);
        assert_eq!([RED, SECOND, FOE].map(|figure| dx(&scene, figure)), [usual; 3], "{on}");
    }
}

#[test]
fn an_effect_that_an_event_begins_has_its_own_occasions_and_duration() {
    let mut scene = Scene::new(&deeds(cursed(), &[(2, json!({"kind": "begin", "effect": "poison", "side": "blue"}))]));
    let harm = |scene: &Scene| scene.state.figure(FOE).physical;
    to_round(&mut scene, 2);
    scene.go_on();
    assert_eq!(harm(&scene), 0);
    to_round(&mut scene, 3);
    let once = harm(&scene);
    to_round(&mut scene, 4);
    let twice = harm(&scene);
    to_round(&mut scene, 7);
    assert!(0 < once && once < twice && harm(&scene) == twice, "{once} {twice} {}", harm(&scene));
    assert!(scene.state.effects.is_empty());
    assert!(scene.told().iter().any(|line| line.contains("Poison")), "{:#?}", scene.told());
}

#[test]
fn an_effect_begins_on_the_figure_of_the_occasion_and_ends_only_where_it_is_ended() {
    let curse = json!({"curse": {"title": "Curse", "effects": [{"kind": "modify", "what": "dx", "by": -4}]}});
    let event = json!({
        "a": {"when": "hit", "do": [{"kind": "begin", "effect": "curse"}]},
        "b": {"when": "round-begins", "round": 2, "do": [{"kind": "end", "effect": "curse", "side": "red"}]},
    });
    let hardy = json!({"st": 40});
    let plain = face_to_face().with("/effects", curse).with("/rosters/blue/figures/f1/attributes", hardy);
    let mut scene = Scene::new(&with(plain, event));
    fell(&mut scene, BLUE);
    to_round(&mut scene, 3);
    let on: Vec<FigureId> = scene.state.effects.iter().map(|force| force.target).collect();
    assert_eq!(on, [BLUE]);
    assert!(matches!(scene.state.effects[0].source, Source::Named(_)));
}

/// Plays with a computer player on all sides; returns the state after each entry.
fn played(plain: &Plain, player: &str, seed: u64) -> (Vec<State>, ruleset_foeman::Content) {
    let mut battle = plain.battle(seed);
    let id = find::<Foeman>(player).expect("the player exists");
    let mut players = Players::<Foeman>::default();
    play(&mut battle, |battle, _| {
        let Turn::Ask { side, .. } = battle.turn() else { return None };
        decide(battle, players.of(side, id))
    });
    let states = (0..battle.entries().len()).filter_map(|entry| battle.state_after(entry)).collect();
    (states, plain.content())
}

#[test]
fn computer_players_go_where_they_are_ordered_hold_and_hunt() {
    let corner = |content: &ruleset_foeman::Content| content.land.field.geometry.hex([8, 8]);
    for player in ["steady", "reckless", "cunning"] {
        let plain = || apart().with("/scenarios/fight/rounds", 6).with("/figures/dull/attributes/ma", 4);
        let go = json!({"kind": "order", "side": "red", "order": "go", "hex": [8, 8]});
        let (states, content) = played(&deeds(plain(), &[(1, go)]), player, 2);
        let last = |states: &[State], figure: FigureId, round: u32| -> Hex {
            states.iter().rfind(|state| state.round <= round).expect("there is one").figure(figure).hex
        };
        assert_eq!(last(&states, RED, 3), corner(&content), "{player} goes");
        let hold = json!({"kind": "order", "side": "blue", "order": "hold"});
        let both = json!({"kind": "order", "side": "red", "order": "hold"});
        let (states, content) = played(&deeds(plain(), &[(1, hold.clone()), (2, both)]), player, 2);
        let post = content.start[1].pose.head;
        assert!(states.iter().all(|state| state.figure(BLUE).hex.distance(post) <= 2), "{player} holds");
        let free = json!({"kind": "order", "side": "blue", "order": "free"});
        let tough = plain().with("/figures/dull/attributes/st", 80);
        let (states, _) = played(&deeds(tough, &[(1, hold), (3, free)]), player, 2);
        let last = states.last().expect("there are states");
        assert!(!last.unfolding.orders.contains_key(&BLUE) && last.round > 3, "{player} is free again");
    }
}

#[test]
fn whoever_has_to_survive_hunts_if_ordered_to() {
    let plain = || {
        let survive = json!([{"kind": "survive", "rounds": 8}]);
        let hold = json!({"kind": "order", "side": "red", "order": "hold"});
        let hunt = json!({"kind": "order", "side": "blue", "order": "hunt"});
        let plain = apart().with("/scenarios/fight/sides/1/victory", survive).with("/scenarios/fight/rounds", 8);
        (plain, hold, hunt)
    };
    let farthest = |with_order: bool| {
        let (plain, hold, hunt) = plain();
        let orders = if with_order { vec![(1, hold), (2, hunt)] } else { vec![(1, hold)] };
        let (states, content) = played(&deeds(plain, &orders), "steady", 4);
        let post = content.start[1].pose.head;
        states.iter().map(|state| state.figure(BLUE).hex.distance(post)).max().expect("there are states")
    };
    assert!(farthest(false) <= 2);
    assert!(farthest(true) > 3);
}

#[test]
fn orders_are_logged_and_do_nothing_to_people() {
    let go = json!({"kind": "order", "side": "red", "figures": ["f1"], "order": "go", "zone": "gate"});
    let free = json!({"kind": "order", "side": "red", "order": "free"});
    let mut scene = Scene::new(&deeds(apart(), &[(1, go), (2, free)]));
    to_round(&mut scene, 1);
    scene.go_on();
    let legal = scene.legal();
    let mut other = Scene::new(&apart());
    to_round(&mut other, 1);
    other.go_on();
    assert_eq!(legal, other.legal());
    to_round(&mut scene, 3);
    assert_eq!(count(&scene, "red 1 is ordered to 4,6"), 1, "{:#?}", scene.told());
    assert_eq!(count(&scene, "red 1 has no more orders"), 1);
}

#[test]
fn the_last_event_chooses_the_next_scenario_also_after_the_battle() {
    let next = |id: &str| json!({"kind": "next", "scenario": id});
    let plain = deeds(apart(), &[(1, next("one")), (3, next("two"))]);
    let mut scene = Scene::new(&plain);
    let chosen = |scene: &Scene| {
        let next = scene.state.unfolding.next;
        next.map(|next| scene.content.successors[usize::from(next.0)].clone())
    };
    assert_eq!(chosen(&scene), None);
    to_round(&mut scene, 2);
    assert_eq!(chosen(&scene).as_deref(), Some("one"));
    to_round(&mut scene, 4);
    assert_eq!(chosen(&scene).as_deref(), Some("two"));
    assert_eq!(count(&scene, "Next scenario: two"), 1);
    let over = json!({"it": {"when": "over", "side": "red", "do": [next("home")]}});
    let mut scene = Scene::new(&with(face_to_face(), over));
    fell(&mut scene, BLUE);
    assert_eq!(chosen(&scene).as_deref(), Some("home"));
    let journal = EngineOf::<Foeman>::new().start(&plain.resolved(), Seed(1)).expect("it can be played").journal();
    assert!(!journal.contains("\"two\":{"), "other scenarios are not part of the content");
}
