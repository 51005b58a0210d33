//! Figures that arrive during the battle.

use foeman_engine::dice::Seed;
use foeman_engine::game::{Game, Viewer};
use foeman_engine::ruleset::{Ruleset, SideId};
use foeman_registry::SHIPPED;
use foeman_schema::grid::Hex;
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::state::State;
use serde_json::json;

use super::{SWORD, apart, face_to_face, fell, is_over, step_ahead, to_round, with};
use crate::ground::{BLUE, Plain, RED};
use crate::scene::Scene;

/// Red's second figure, if red has two.
const SECOND: FigureId = FigureId(1);

/// Red with a second figure that arrives later; blue is the third figure.
fn relief(key: &str, value: serde_json::Value) -> Plain {
    let plain = Plain::new()
        .red([4, 7], 0, SWORD)
        .red([4, 8], 0, SWORD)
        .blue([4, 0], 3, SWORD)
        .with("/maps/plain/zones", json!({"gate": {"title": "The gate", "cells": [[4, 7]]}}));
    plain
        .with("/scenarios/fight/sides/0/place/f2/arrives", 3)
        .with(&format!("/scenarios/fight/sides/0/place/f2/{key}"), value)
}

fn head(scene: &Scene, figure: FigureId) -> [i32; 2] {
    scene.content.land.field.geometry.cell(scene.state.figure(figure).hex)
}

#[test]
fn a_figure_arrives_at_the_beginning_of_its_round_with_its_gear_and_moves_in_it() {
    let mut scene = Scene::new(&relief("arrives", json!(3)));
    to_round(&mut scene, 2);
    assert!(scene.state.figure(SECOND).gone && scene.state.unfolding.expects(SECOND));
    to_round(&mut scene, 3);
    let own = scene.state.figure(SECOND);
    assert!(!own.gone && !scene.state.unfolding.awaits(SECOND));
    assert_eq!((head(&scene, SECOND), own.gear.len()), ([4, 8], 1));
    assert!(scene.told().contains(&"red 2 arrives at 4,8"));
    scene.until(|scene| scene.legal().contains(&Command::Take { figure: SECOND }));
    assert_eq!(scene.state.round, 3, "it may move in the round in which it arrives");
}

#[test]
fn a_figure_whose_hex_is_taken_arrives_in_the_nearest_free_hex() {
    let mut scene = Scene::new(&relief("hex", json!([4, 7])));
    to_round(&mut scene, 3);
    let distance = |figure| scene.state.figure(figure).hex.distance(scene.state.figure(RED).hex);
    assert_eq!((distance(SECOND), head(&scene, SECOND)), (1, [3, 6]), "of the nearest, the first in row order");
}

#[test]
fn figures_arrive_at_an_edge_or_in_a_zone_as_near_to_their_hex_as_possible() {
    for (key, value, expected) in [
        ("edge", json!("west"), [0, 8]),
        ("edge", json!("north"), [4, 1]),
        ("edge", json!("east"), [8, 8]),
        ("edge", json!("south"), [4, 8]),
    ] {
        let mut scene = Scene::new(&relief(key, value.clone()));
        to_round(&mut scene, 3);
        let found = head(&scene, SECOND);
        let on_edge = match value.as_str() {
            Some("west") => found[0] == 0,
            Some("north") => found[1] == 0 && found != [4, 0],
            Some("east") => found[0] == 8,
            _ => found == expected,
        };
        assert!(on_edge, "{value}: {found:?}");
    }
    let mut scene =
        Scene::new(&relief("zone", json!("gate")).with("/scenarios/fight/sides/0/place/f1/hex", json!([0, 0])));
    to_round(&mut scene, 3);
    assert_eq!(head(&scene, SECOND), [4, 7]);
}

#[test]
fn figures_without_room_wait_until_there_is_room_at_the_beginning_of_a_round() {
    // Red is in the only hex of the zone.
    let mut scene = Scene::new(&relief("zone", json!("gate")));
    to_round(&mut scene, 4);
    assert!(scene.state.figure(SECOND).gone && !scene.told().iter().any(|line| line.contains("arrives")));
    step_ahead(&mut scene, 0);
    assert!(scene.state.figure(SECOND).gone, "not before the next round");
    to_round(&mut scene, 5);
    assert_eq!(head(&scene, SECOND), [4, 7]);
}

#[test]
fn a_side_is_not_defeated_while_figures_are_due_in_a_round() {
    let plain = face_to_face().blue([4, 0], 3, SWORD);
    let late = plain.clone().with("/scenarios/fight/sides/1/place/f2/arrives", 3);
    let mut scene = Scene::new(&late);
    fell(&mut scene, BLUE);
    assert!(!is_over(&scene), "one more is to come");
    to_round(&mut scene, 3);
    assert!(!scene.state.figure(FigureId(2)).gone && !is_over(&scene));

    // An event might never call the other one.
    let waiting = plain.with("/scenarios/fight/sides/1/place/f2/waits", true);
    let mut scene = Scene::new(&waiting);
    fell(&mut scene, BLUE);
    assert!(is_over(&scene));
}

#[test]
fn figures_due_in_a_round_are_neither_disabled_nor_lost() {
    let plain = face_to_face().blue([4, 0], 3, SWORD).with("/scenarios/fight/sides/1/place/f2/arrives", 3);
    let disable = json!([{"kind": "disable", "side": "blue"}]);
    let mut scene = Scene::new(&plain.clone().with("/scenarios/fight/sides/0/victory", disable));
    fell(&mut scene, BLUE);
    to_round(&mut scene, 2);
    assert!(!is_over(&scene));
    let survive = json!([{"kind": "survive", "rounds": 2}]);
    let mut scene = Scene::new(&plain.with("/scenarios/fight/sides/1/victory", survive));
    fell(&mut scene, BLUE);
    scene.until(|scene| is_over(scene) || scene.state.round > 2);
    assert!(is_over(&scene) && scene.state.round == 2, "the one to come has survived");
}

#[test]
fn an_enemy_does_not_know_of_arrivals_it_cannot_observe() {
    let plain = relief("arrives", json!(3)).with("/scenarios/fight/options", json!({"observation": true}));
    let content = plain.content();
    let state = State::new(&content);
    let seen = |side| Foeman::capabilities().observed(&content, &state, SideId(side), None).into_owned();
    assert_eq!(seen(0).unfolding.awaited.len(), 1);
    let known = seen(1);
    assert!(known.unfolding.awaited.is_empty() && known.figure(SECOND).unseen);
    assert_eq!(known.figure(SECOND).hex, Hex::ZERO, "not even where it will be");
}

#[test]
fn arrivals_are_not_on_the_board_before_they_arrive() {
    let engine = SHIPPED.engine("foeman").expect("it is shipped");
    let game: Box<dyn Game> = engine.start(&relief("arrives", json!(3)).resolved(), Seed(1)).expect("it can be played");
    let names: Vec<String> = game.seen(Viewer::All).board.tokens.into_iter().map(|token| token.name).collect();
    assert_eq!(names, ["red 1", "blue 1"]);
}

#[test]
fn a_battle_without_events_has_no_progress_of_events_in_its_state() {
    let state = State::new(&Plain::new().red([4, 7], 0, SWORD).blue([4, 0], 3, SWORD).content());
    assert!(serde_json::to_value(state).expect("a state is JSON").get("unfolding").is_none());
}

#[test]
fn an_event_lets_figures_arrive_at_once_or_after_some_rounds() {
    for (after, round) in [(0, 2), (2, 4)] {
        let plain = apart().red([4, 8], 0, SWORD).with("/scenarios/fight/sides/0/place/f2/waits", true);
        let call = json!({"when": "round-begins", "round": 2, "do": [
            {"kind": "arrive", "side": "red", "figures": ["f2"], "after": after},
        ]});
        let mut scene = Scene::new(&with(plain, json!({"call": call})));
        scene.until(|scene| !scene.state.figure(SECOND).gone);
        assert_eq!(scene.state.round, round);
    }
}
