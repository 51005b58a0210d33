//! Terrain that events change: every rule and every cache of paths and sight sees it, and only in its own battle.

use foeman_engine::amend::{Amendment, Revision};
use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine, EngineOf, Game, Viewer};
use foeman_engine::journal;
use foeman_engine::player::Players;
use foeman_engine::ruleset::{Ruleset, Turn};
use foeman_schema::grid::{Direction, Hex};
use ruleset_foeman::command::Command;
use ruleset_foeman::content::Content;
use ruleset_foeman::ids::{FigureId, TerrainId};
use ruleset_foeman::situation::sight;
use ruleset_foeman::state::State;
use ruleset_foeman::{Foeman, Situation};
use serde_json::{Value, json};

use super::{SWORD, apart, count, to_round, with};
use crate::ground::{BLUE, Plain, RED, play, usual};
use crate::scene::Scene;

const ENGINE: EngineOf<Foeman> = EngineOf::new();

/// In each of these rounds, the terrain of a place changes.
fn turning(plain: Plain, changes: &[(u32, &str, Value)]) -> Plain {
    let event = |(round, terrain, place): &(u32, &str, Value)| {
        let mut deed = json!({"kind": "terrain", "terrain": terrain});
        for (key, value) in place.as_object().expect("a place is an object") {
            deed[key] = value.clone();
        }
        (format!("e{round}"), json!({"when": "round-begins", "round": round, "do": [deed]}))
    };
    with(plain, Value::Object(changes.iter().map(event).collect()))
}

/// A row across the map, between red and blue.
fn row() -> Value {
    json!({"title": "The row", "rectangles": [{"from": [0, 4], "to": [8, 4]}]})
}

fn across() -> Plain {
    apart().with("/maps/plain/zones/row", row())
}

fn hex(content: &Content, cell: [i32; 2]) -> Hex {
    content.land.field.geometry.hex(cell)
}

/// MP from red to a hex, from the cache.
fn way(content: &Content, state: &State, to: [i32; 2]) -> Option<u32> {
    let now = Situation::new(content, state);
    let own = state.figure(RED);
    now.land().ways.cost(now.field(), now.kind(RED).gait, own.pose(), hex(content, to))
}

/// The same without a cache.
fn true_way(content: &Content, state: &State, to: [i32; 2]) -> Option<u32> {
    let now = Situation::new(content, state);
    now.land().ways.cheapest(now.field(), now.kind(RED).gait, state.figure(RED).pose(), hex(content, to))
}

fn sees(content: &Content, state: &State) -> bool {
    sight::seen_hex(Situation::new(content, state), RED, BLUE).is_some()
}

#[test]
fn a_step_costs_what_the_new_terrain_costs_and_walls_cannot_be_entered() {
    for (terrain, cost) in [("grass", Some(1)), ("mud", Some(2)), ("wall", None)] {
        let mut scene = Scene::new(&turning(apart(), &[(2, terrain, json!({"hex": [4, 6]}))]));
        to_round(&mut scene, 2);
        scene.until(|scene| scene.legal().contains(&Command::Take { figure: RED }));
        scene.issue(Command::Take { figure: RED });
        let step = Command::Step { direction: Direction::new(0) };
        assert_eq!(scene.check(step).is_ok(), cost.is_some(), "{terrain}");
        if let Some(cost) = cost {
            scene.issue(step);
            assert_eq!(scene.state.figure(RED).mp, cost, "{terrain}");
        }
    }
}

#[test]
fn the_log_names_the_hex_or_the_number_of_hexes_that_change() {
    let mut scene = Scene::new(&turning(
        across(),
        &[(2, "mud", json!({"hex": [4, 6]})), (3, "wall", json!({"zone": "row"})), (4, "wall", json!({"zone": "row"}))],
    ));
    to_round(&mut scene, 5);
    assert_eq!((count(&scene, "4,6 is now Mud"), count(&scene, "9 hexes are now Wall")), (1, 1), "{:#?}", scene.told());
}

#[test]
fn cached_paths_and_sight_follow_the_ground_and_come_back_with_it() {
    let plain = turning(across(), &[(2, "wall", json!({"zone": "row"})), (3, "grass", json!({"zone": "row"}))]);
    let mut scene = Scene::new(&plain);
    to_round(&mut scene, 1);
    let start = scene.state.clone();
    // The caches of the start are filled before the ground changes.
    let (open, far) = (way(&scene.content, &start, [4, 0]), [4, 1]);
    assert_eq!(open, true_way(&scene.content, &start, [4, 0]));
    assert!(open.is_some() && way(&scene.content, &start, far).is_some() && sees(&scene.content, &start));
    to_round(&mut scene, 2);
    scene.go_on();
    let shut = scene.state.clone();
    assert_eq!((way(&scene.content, &shut, [4, 0]), true_way(&scene.content, &shut, [4, 0])), (None, None));
    assert!(way(&scene.content, &shut, far).is_none() && !sees(&scene.content, &shut));
    // Another battle with the same content is still on open ground.
    assert_eq!(way(&scene.content, &start, [4, 0]), open);
    assert!(sees(&scene.content, &start));
    to_round(&mut scene, 3);
    scene.go_on();
    assert_eq!(way(&scene.content, &scene.state, [4, 0]), open);
    assert!(sees(&scene.content, &scene.state) && scene.state.unfolding.ground.is_empty());
    assert!(way(&scene.content, &shut, [4, 0]).is_none() && !sees(&scene.content, &shut));
}

#[test]
fn many_different_grounds_are_never_mixed_up() {
    // The map has only grass; the wall comes with the event.
    let content = turning(across(), &[(9, "wall", json!({"zone": "row"}))]).content();
    let on = |gap: i32| {
        let mut state = State::new(&content);
        let cells = (0..9).filter(|column| *column != gap).map(|column| hex(&content, [column, 4]));
        let cells: Vec<Hex> = cells.collect();
        state.unfolding.ground.turn(&content.lands, &content.land, &cells, TerrainId(1));
        state
    };
    let states: Vec<State> = (0..9).chain(0..9).map(on).collect();
    for state in &states {
        for to in [[4, 0], [0, 0], [8, 3]] {
            assert_eq!(way(&content, state, to), true_way(&content, state, to));
        }
    }
    let ways: Vec<Option<u32>> = states.iter().map(|state| way(&content, state, [4, 0])).collect();
    assert_eq!(ways[..9], ways[9..]);
    assert!(ways[4] < ways[0], "the gap in the middle is nearer: {ways:?}");
}

#[test]
fn nobody_is_shut_into_a_wall() {
    let zone = json!({"title": "The yard", "rectangles": [{"from": [3, 6], "to": [5, 8]}]});
    let plain = apart().with("/maps/plain/zones/yard", zone);
    let mut scene = Scene::new(&turning(plain, &[(2, "wall", json!({"zone": "yard"}))]));
    to_round(&mut scene, 3);
    let now = Situation::new(&scene.content, &scene.state);
    assert!(now.field().cost(scene.state.figure(RED).hex).is_some());
    assert_eq!(scene.state.unfolding.ground.hexes().len(), 8);
}

#[test]
fn effects_of_the_new_terrain_take_place_and_those_of_the_old_one_no_longer() {
    let burns = json!([{"kind": "damage", "dice": "1D", "bypass": "99999", "when": "round-start"}]);
    let fire = json!({"title": "Fire", "color": "#ff0000", "effects": burns});
    let plain = apart().with("/terrains/fire", fire).with("/figures/dull/attributes/st", 60);
    let harm = |scene: &Scene| scene.state.figure(RED).physical;
    let changes = [(2, "fire", json!({"hex": [4, 7]})), (4, "grass", json!({"hex": [4, 7]}))];
    let mut scene = Scene::new(&turning(plain, &changes));
    to_round(&mut scene, 2);
    scene.go_on();
    assert_eq!(harm(&scene), 0, "effects of the start of a round come before its events");
    to_round(&mut scene, 3);
    assert!(harm(&scene) > 0);
    to_round(&mut scene, 4);
    scene.go_on();
    let burnt = harm(&scene);
    to_round(&mut scene, 7);
    assert_eq!(harm(&scene), burnt);
}

#[test]
fn the_board_shows_the_new_terrain() {
    let mut scene = Scene::new(&turning(apart(), &[(2, "mud", json!({"hex": [4, 6]}))]));
    let shown = |scene: &Scene| {
        let ground = Foeman::board(&scene.content, &scene.state).ground.expect("the board has ground");
        ground.terrain([4, 6]).expect("the hex has terrain").title.clone()
    };
    assert_eq!(shown(&scene), "Grass");
    to_round(&mut scene, 2);
    scene.go_on();
    assert_eq!(shown(&scene), "Mud");
}

#[test]
fn computer_players_walk_around_a_wall_that_has_risen() {
    let zone = json!({"title": "The row", "rectangles": [{"from": [0, 4], "to": [7, 4]}]});
    let plain = apart().with("/maps/plain/zones/row", zone).with("/figures/dull/attributes/ma", 4);
    let mut battle = turning(plain, &[(1, "wall", json!({"zone": "row"}))]).battle(3);
    let mut players = Players::<Foeman>::default();
    play(&mut battle, |battle, _| usual(&mut players, battle));
    let wall = hex(battle.content(), [4, 4]);
    let mut crossed = 0;
    for entry in 0..battle.entries().len() {
        let state = battle.state_after(entry).expect("the entry exists");
        for figure in [RED, BLUE] {
            assert_ne!(state.figure(figure).hex, wall);
            crossed += usize::from(battle.content().land.field.geometry.cell(state.figure(figure).hex) == [8, 4]);
        }
    }
    assert!(crossed > 0, "the sides meet through the gap");
    journal::verify::<Foeman>(&journal::write(&battle)).expect("the journal is valid");
}

#[test]
fn undo_brings_the_old_ground_back_and_an_amendment_keeps_the_new_one() {
    let plain = turning(across(), &[(2, "wall", json!({"zone": "row"}))]);
    let mut game = ENGINE.start(&plain.resolved(), Seed(2)).expect("it can be played");
    let at = |game: &dyn Game| {
        let ground = game.seen(Viewer::All).board.ground.expect("the board has ground");
        ground.terrain([4, 4]).expect("the hex has terrain").title.clone()
    };
    let to = |game: &mut dyn Game, round: u32| {
        while !game.seen(Viewer::All).lines.iter().any(|told| told.line.text == format!("Round {round}")) {
            assert!(!matches!(game.turn(), Turn::Over(_)), "the battle is over before round {round}");
            game.step(ENGINE.players()[0].id);
        }
        game.step(ENGINE.players()[0].id);
    };
    to(&mut *game, 2);
    assert_eq!(at(&*game), "Wall");
    let entries = game.entries();
    game.back_to(1);
    assert_eq!(at(&*game), "Grass");
    to(&mut *game, 2);
    assert_eq!((at(&*game), game.entries()), ("Wall".to_owned(), entries));
    let other = turning(across(), &[(3, "mud", json!({"hex": [0, 0]}))]).with("/maps/plain/legend/x", "wall");
    let rows = format!("x{}\n{}", "g".repeat(8), "ggggggggg\n".repeat(8));
    let other = other.with("/maps/plain/rows", rows);
    game.amend(Amendment::Content(Revision::between(&game.content(), &other.resolved()))).expect("it can be amended");
    assert_eq!(at(&*game), "Wall");
    let journal = game.journal();
    assert_eq!(ENGINE.replay(&journal).expect("it can be replayed").journal(), journal);
    let gone = across().with("/terrains/wall", Value::Null).resolved();
    let refused = game.amend(Amendment::Content(Revision::between(&game.content(), &gone)));
    assert!(refused.is_err(), "the wall is in play");
}

#[test]
fn an_arrival_finds_room_on_the_ground_as_it_is() {
    let plain = apart().red([0, 8], 0, SWORD).with("/scenarios/fight/sides/0/place/f2/arrives", 3);
    let mut scene = Scene::new(&turning(plain, &[(2, "wall", json!({"hex": [0, 8]}))]));
    to_round(&mut scene, 4);
    let cell = scene.content.land.field.geometry.cell(scene.state.figure(FigureId(1)).hex);
    assert!(cell != [0, 8] && !scene.state.figure(FigureId(1)).gone, "{cell:?}");
}
