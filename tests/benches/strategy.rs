//! How long the strategy rules take: `cargo bench -p foeman-tests --bench strategy`.
//!
//! Turns of Seeker and of our own player with 200 units on a map of 100 x 100, and a world of 1,000 x 1,000 sites with 10,000 units: opened,
//! and a turn ended in which modifiers count.

#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use foeman_rules::battle::Battle;
use foeman_rules::dice::Seed;
use foeman_rules::player::{Player, decide};
use foeman_rules::ruleset::{Ruleset, Turn};
use foeman_rules::rulesets::strategy::{Command, Strategy};
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde_json::{Value, json};

/// A scenario on a map of hexes, half of it Red's: a unit in every so manieth cell, a town in every so manieth.
fn scenario(size: u32, apart: u32, towns: u32) -> Resolved {
    let half = size / 2;
    let rectangle = |from: [u32; 2], to: [u32; 2]| json!({ "from": from, "to": to });
    let mut areas = vec![
        json!({ "cells": [rectangle([0, 0], [half - 1, size - 1])], "owner": "red" }),
        json!({ "cells": [rectangle([half, 0], [size - 1, size - 1])], "owner": "blue" }),
    ];
    let cells = |first: u32, step: u32, from: u32, to: u32| -> Vec<Value> {
        let columns = (from + first..to).step_by(step as usize);
        let rows = move |column| (first..size).step_by(step as usize).map(move |row| [column, row]);
        columns.flat_map(rows).map(|cell| rectangle(cell, cell)).collect()
    };
    areas.push(json!({ "cells": cells(towns / 2, towns, 0, size), "terrains": [{ "class": "town" }] }));
    let kinds = ["man", "man", "rider", "bow", "captain"];
    for (owner, from, to) in [("red", 0, half), ("blue", half, size)] {
        for (at, cell) in cells(apart / 3, apart, from, to).into_iter().enumerate() {
            let unit = json!([{ "class": kinds[at % kinds.len()] }]);
            areas.push(json!({ "cells": [cell], "units-owner": owner, "units": unit }));
        }
    }
    let side = |faction: &str, column: u32| json!({ "faction": faction, "home": [column, half] });
    let faction = |title: &str, color: &str| {
        json!({ "title": title, "color": color, "values": [{ "variable": "gold", "value": 50 }],
            "builds-units": ["man", "rider", "bow"], "defeat": [{ "measure": "sites", "threshold": 0 }] })
    };
    let unit = |title: &str, speed: i32, reach: i32, worth: u32| {
        json!({ "title": title, "worth": worth, "captures": true, "placed-at-home": true,
            "values": [{ "variable": "speed", "value": speed }, { "variable": "reach", "value": reach },
                { "variable": "strength", "value": 10 }],
            "modifiers": [{ "variable": "gold", "of": "owner", "value": -1 }],
            "cost": [{ "variable": "gold", "value": 20 }],
            "strength": "strength", "movement": "speed", "attack-range": "reach" })
    };
    let mut captain = unit("Captain", 3, 1, 700);
    captain["modifiers"] = json!([{ "variable": "speed", "of": "allies-in-range", "value": 1 }]);
    captain["modifier-range"] = json!(3);
    let terrain = |title: &str, color: &str, difficulty: i32, background: bool| {
        json!({ "title": title, "color": color, "values": [{ "variable": "difficulty", "value": difficulty }],
            "difficulty": "difficulty", "background": background })
    };
    let mut town = terrain("Town", "#aa7744", 0, false);
    town["capturable"] = json!(true);
    town["worth"] = json!(400);
    town["modifiers"] = json!([{ "variable": "gold", "of": "owner", "value": 2 }]);
    let lakes: Vec<Value> = cells(3, 9, 0, size)
        .into_iter()
        .map(|mut cell| {
            cell["terrain"] = json!("lake");
            cell
        })
        .collect();
    let variable = |title: &str, kind: &str| json!({ "title": title, "kind": kind });
    let records = json!({
        "scenarios": { "field": { "title": "Field", "map": "field", "turns": 500,
            "sides": [side("red", 1), side("blue", size - 2)], "areas": areas } },
        "maps": { "field": { "title": "Field", "fill": "grass", "areas": lakes,
            "geometry": { "shape": "hex", "size": [size, size] } } },
        "factions": { "red": faction("Red", "#cc2222"), "blue": faction("Blue", "#2244cc") },
        "units": { "man": unit("Man", 3, 1, 300), "rider": unit("Rider", 5, 1, 500), "bow": unit("Bow", 2, 3, 400),
            "captain": captain },
        "terrains": { "grass": terrain("Grass", "#88bb66", 1, true), "lake": terrain("Lake", "#4488cc", 0, true),
            "town": town },
        "variables": { "speed": variable("Speed", "attribute"), "reach": variable("Reach", "attribute"),
            "difficulty": variable("Difficulty", "attribute"), "strength": variable("Strength", "resource"),
            "gold": variable("Gold", "resource") },
    });
    Resolved {
        ruleset: Strategy::dialect().id.to_owned(),
        scenario: RecordKey::new("scenarios", "field"),
        records: serde_json::from_value(records).expect("catalogs of records"),
        fields: Default::default(),
        spare: Default::default(),
    }
}

fn battle(resolved: &Resolved) -> Battle<Strategy> {
    Battle::new(resolved, Seed(1)).unwrap_or_else(|errors| panic!("{:?}", errors.first()))
}

fn timed<T>(what: &str, deed: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = deed();
    println!("{what}: {:.1?}", begun.elapsed());
    done
}

fn turns_of(player: usize) {
    let resolved = scenario(100, 7, 9);
    let mut game = battle(&resolved);
    let units = |game: &Battle<Strategy>| game.state().factions.iter().map(|of| of.units.len()).sum::<usize>();
    println!("{} units at the start", units(&game));
    let mut players: Vec<Box<dyn Player<Strategy>>> = (0..2).map(|_| Strategy::players()[player].fresh()).collect();
    let (mut turns, mut begun, mut at) = (Vec::<(Duration, usize)>::new(), Instant::now(), 0);
    while turns.len() < 40 {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Auto => game.advance(),
            Turn::Ask { side, .. } => {
                let command = decide(&game, players[usize::from(side.0)].as_mut()).expect("somebody is asked");
                let ends = command == Command::EndTurn {};
                game.issue(command).expect("it is legal");
                if ends {
                    turns.push((begun.elapsed(), game.entries().len() - at));
                    (begun, at) = (Instant::now(), game.entries().len());
                }
            }
        }
    }
    println!("{} units at the end of {} turns", units(&game), turns.len());
    turns.sort_unstable();
    let share = |percent: usize| turns[(turns.len() * percent / 100).min(turns.len() - 1)];
    let name = Strategy::players()[player].info().id.name();
    println!("a turn of {name}: median {:.1?}, p95 {:.1?}, most {:.1?}", share(50), share(95), share(100));
}

fn great_world() {
    let resolved = timed("text of a great world", || scenario(1000, 10, 25));
    let mut game = timed("open a world of 1,000 x 1,000 with 10,000 units", || battle(&resolved));
    timed("its board", || black_box(Strategy::board(game.content(), game.state())).tokens.len());
    timed("a copy of its state", || black_box(game.state().clone()).made());
    timed("begin the first turn", || game.advance());
    let unit = game.state().factions[0].units[4];
    let target = foeman_rules::rulesets::strategy::situation::Situation::new(game.content(), game.state())
        .move_targets(&[unit])[0];
    timed("move a unit that others profit by", || {
        game.issue(Command::Move { units: vec![unit], target }).expect("legal")
    });
    timed("list what is legal", || game.legal().len());
    for _ in 0..3 {
        timed("end a turn, and begin the next", || {
            game.issue(Command::EndTurn {}).expect("legal");
            game.advance();
        });
    }
}

fn main() {
    turns_of(0);
    turns_of(1);
    great_world();
}
