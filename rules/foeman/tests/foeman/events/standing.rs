//! The terrain of a figure in conditions and amounts.

use serde_json::json;

use super::{SWORD, apart, count, dx, step_ahead, to_round, with};
use crate::ground::{BLUE, Plain, RED};
use crate::scene::{Scene, strike};

/// Blue is hit, with or without harm, on grass or on mud. Returns its DX after the hit, and the counter.
fn hit_on(terrain: char, hardy: bool) -> (i32, i32) {
    let mail: &[(&str, &str)] = &[("sword", "first-hand"), ("mail", "worn")];
    let rows =
        |row: usize| (0..9).map(|column| if (column, row) == (4, 4) { terrain } else { 'g' }).collect::<String>();
    let rows: String = (0..9).map(|row| rows(row) + "\n").collect();
    let cover = json!({"title": "Cover", "effects": [{"kind": "modify", "what": "dx", "by": 2}]});
    let event = json!({"it": {"when": "hit", "side": "blue", "do": [
        {"kind": "begin", "effect": "cover", "if": ["ground.mud = 1"]},
        {"kind": "set", "counter": "alarms", "amount": "1 + 2 * ground.mud + 4 * ground.wall"},
    ]}});
    let plain = Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([4, 4], 3, mail)
        .with("/items/mail/stops/protection", if hardy { 30 } else { 0 })
        .with("/maps/plain/rows", rows)
        .with("/effects", json!({"cover": cover}))
        .with("/scenarios/fight/counters", json!({"alarms": 0}));
    let mut scene = Scene::new(&with(plain, event));
    scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, &[1, 1]).carries_out(RED, strike(BLUE, 3)).go_on();
    assert_eq!(scene.state.figure(BLUE).physical == 0, hardy, "{:#?}", scene.told());
    (dx(&scene, BLUE), scene.state.unfolding.counters[0])
}

#[test]
fn a_figure_attacked_on_a_terrain_gets_two_more_also_at_full_strength() {
    for hardy in [true, false] {
        let ((grass, plain), (mud, covered)) = (hit_on('g', hardy), hit_on('m', hardy));
        assert_eq!((mud - grass, plain, covered), (2, 1, 3), "{hardy}");
    }
}

#[test]
fn the_terrain_of_a_figure_is_that_under_its_head_as_it_is_now() {
    let tell = |text: &str| json!([{"kind": "say", "text": text, "if": ["ground.mud = 1"]}]);
    let occasion = |zone: &str, text: &str| json!({"when": "enters", "zone": zone, "do": tell(text)});
    let turns =
        json!({"when": "round-begins", "round": 2, "do": [{"kind": "terrain", "terrain": "mud", "hex": [4, 5]}]});
    let zones = json!({"one": {"title": "One", "cells": [[4, 6]]}, "two": {"title": "Two", "cells": [[4, 5]]}});
    let events = json!({"a": occasion("one", "first"), "b": occasion("two", "second"), "turns": turns,
        "nobody": {"when": "round-begins", "do": tell("nobody")}});
    let mut scene = Scene::new(&with(apart().with("/maps/plain/zones", zones), events));
    step_ahead(&mut scene, 0);
    to_round(&mut scene, 2);
    step_ahead(&mut scene, 0);
    assert_eq!(["first", "second", "nobody"].map(|text| count(&scene, text)), [0, 1, 0], "{:#?}", scene.told());
}
