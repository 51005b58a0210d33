//! Figures of several hexes: their shape on the map, and their behaviour in fights.

use foeman_engine::player::Players;
use foeman_engine::ruleset::Ruleset;
use foeman_schema::grid::{Direction, Geometry, Hex, Points, Shape as Cells, Shift, Stand};
use ruleset_foeman::body::line_of_sight;
use ruleset_foeman::body::shape::{Hand, Pose, Position, Shape, ViewAngle};
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::notation::pattern::{FrontPattern, Position as Letter};
use ruleset_foeman::option::Mode;
use ruleset_foeman::phases::options::sees;
use ruleset_foeman::situation::applying::engagement::engaged_by;
use ruleset_foeman::situation::{footprint, sight};
use ruleset_foeman::state::records::{LastStep, Posture};
use ruleset_foeman::state::{Action, State};
use ruleset_foeman::{Foeman, Situation};
use serde_json::json;

use crate::fights::{acting, moving, told_of_strike};
use crate::ground::{BLUE, Plain, RED, carry_out, play, usual};
use crate::scene::{Scene, act, attack};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];

#[test]
fn figures_of_one_and_two_hexes_point_at_a_side() {
    let east = 1;
    assert_eq!(picture("3aabcba", east), [" b a", "c H a", " b a"]);
    assert_eq!(picture("4aaab1cccb", east), [" c b a", "c # H a", " c b a"]);
    assert_eq!(picture("4aaab1cccb", east + 1), [" c c", "c # b", " b H a", "  a a"]);
}

#[test]
fn figures_of_three_and_four_hexes_point_at_a_corner() {
    let north = 0;
    assert_eq!(picture("3aaa1bcc5cba", north), ["  a a", " a H a", "b # # b", " c c c"]);
    assert_eq!(picture("3aaa1bc4ba6ccc", north), ["  a a", " a H a", "b # # b", " c # c", "  c c"]);
    assert_eq!(picture("3aaa1bc4ba6ccc", north + 1), ["  b a a", " c # H a", "c # # a", " c c b"]);
}

#[test]
fn the_spider_with_its_flat_edge_ahead_bites_along_it() {
    // The edge is the upper left one.
    assert_eq!(picture("3aaa2aab6ccb", 1), [" a a a", "a # H a", " b # b", "  c c"]);
}

#[test]
fn a_dragon_cannot_turn_beside_a_wall() {
    let turns = |rows: &str| {
        let content = Plain::new()
            .with("/figures/dragon", beast(4, 800))
            .figure(0, "red", "dragon", ([4, 4], 0), &[])
            .blue([8, 0], 0, SWORD)
            .with("/maps/plain/rows", rows)
            .content();
        let state = moving(&content, RED);
        Direction::ALL.map(|facing| Foeman::check(&content, &state, &Command::Pivot { facing }).is_ok())
    };
    let open = "ggggggggg\n".repeat(9);
    assert_eq!(turns(&open), [false, true, true, true, true, true], "it faces direction 0 already");
    // The wall is where two facings would put a part of the dragon.
    let walled = "ggggggggg\n".repeat(3) + "gggggwggg\n" + &"ggggggggg\n".repeat(5);
    assert_eq!(turns(&walled), [false, true, true, true, false, false]);
}

#[test]
fn a_dragon_turns_on_nobody() {
    let content = Plain::new()
        .with("/figures/dragon", beast(4, 800))
        .figure(0, "red", "dragon", ([4, 4], 0), &[])
        .blue([5, 3], 3, &[])
        .content();
    let state = moving(&content, RED);
    let refusal = Foeman::check(&content, &state, &Command::Pivot { facing: Direction::new(4) }).unwrap_err();
    assert_eq!((refusal.rule, refusal.message), ("F2.5", "there is no room to turn: a figure is in the way"));
}

#[test]
fn a_step_covers_new_hexes_and_costs_what_the_dearest_of_them_does() {
    // A corner is between its sides: both directions ahead keep the facing, the next ones on either side turn the
    // figure.
    let content = |rows: String| {
        Plain::new()
            .with("/figures/spider", beast(3, 300))
            .figure(0, "red", "spider", ([4, 4], 0), &[])
            .blue([8, 1], 0, SWORD)
            .with("/maps/plain/rows", rows)
            .content()
    };
    let step = |rows: String, direction: i32| {
        let content = content(rows);
        let mut state = moving(&content, RED);
        carry_out(&content, &mut state, 1, Command::Step { direction: Direction::new(direction) });
        let own = state.figure(RED);
        (own.facing.index(), own.mp, own.heading.digit())
    };
    let grass = || "ggggggggg\n".repeat(9);
    assert_eq!(step(grass(), 0), (0, 1, 1));
    assert_eq!(step(grass(), 5), (0, 1, 1));
    assert_eq!(step(grass(), 1), (1, 1, 0));
    assert_eq!(step(grass(), 4), (5, 1, 0));
    assert_eq!(step(grass(), 2), (0, 1, -1));
    assert_eq!(step(grass(), 3), (0, 1, -1));
    // Backing up, it drags its tail into the mud.
    let mud = "ggggggggg\n".repeat(6) + &"mmmmmmmmm\n".repeat(3);
    assert_eq!(step(mud, 3), (0, 2, -1));
    let walled = "ggggggggg\n".repeat(6) + &"wwwwwwwww\n".repeat(3);
    let content = content(walled);
    let back = Command::Step { direction: Direction::new(3) };
    let refusal = Foeman::check(&content, &moving(&content, RED), &back).unwrap_err();
    assert_eq!(refusal.message, "an impassable hex is in the way");
}

#[test]
fn a_second_step_back_turns_a_mount_round_where_it_stands() {
    let content = Plain::new()
        .with("/figures/pony", beast(2, 200))
        .figure(0, "red", "pony", ([4, 4], 0), &[])
        .blue([8, 8], 0, SWORD)
        .content();
    let mut state = moving(&content, RED);
    let start = footprint::hexes(Situation::new(&content, &state), RED).to_vec();
    let back = Command::Step { direction: Direction::new(3) };
    carry_out(&content, &mut state, 1, back);
    assert_eq!(footprint::hexes(Situation::new(&content, &state), RED)[0], start[1]);
    assert_eq!(state.figure(RED).heading.last, LastStep::Backward);
    let before = footprint::hexes(Situation::new(&content, &state), RED).to_vec();
    carry_out(&content, &mut state, 1, back);
    let after = footprint::hexes(Situation::new(&content, &state), RED).to_vec();
    assert_eq!((state.figure(RED).facing, after), (Direction::new(3), vec![before[1], before[0]]));
    assert_eq!(state.figure(RED).mp, 2, "head and tail change places, and that is a step");
}

#[test]
fn a_mount_is_engaged_at_its_tail_and_cannot_strike_back_there() {
    // Blue is behind the tail, facing it.
    let content = Plain::new()
        .with("/figures/pony", beast(2, 200))
        .figure(0, "red", "pony", ([4, 4], 0), &[])
        .blue([4, 6], 0, SWORD)
        .content();
    let state = State::new(&content);
    assert_eq!(engaged_by(Situation::new(&content, &state), RED), [BLUE]);
    assert_eq!(engaged_by(Situation::new(&content, &state), BLUE), []);
    assert!(footprint::can_reach(Situation::new(&content, &state), BLUE, RED));
    assert!(!footprint::can_reach(Situation::new(&content, &state), RED, BLUE));
    assert_eq!(footprint::bearing(Situation::new(&content, &state), RED, BLUE).position, Position::Rear);
    assert_eq!(footprint::distance(Situation::new(&content, &state), BLUE, RED), 1, "to its tail");
    assert_eq!(footprint::distance(Situation::new(&content, &state), RED, BLUE), 2, "from its head");
}

#[test]
fn what_a_wolf_bites_tells_where_it_stands() {
    let needed = |at: [i32; 2], facing: u8| {
        let content = Plain::new()
            .with("/figures/spider", spider())
            .figure(0, "red", "beast", (at, facing), &[])
            .figure(1, "blue", "spider", ([4, 4], 0), &[])
            .content();
        let state = State::new(&content);
        assert!(footprint::can_reach(Situation::new(&content, &state), RED, BLUE), "{at:?}");
        footprint::bearing(Situation::new(&content, &state), BLUE, RED).position
    };
    assert_eq!(needed([4, 3], 3), Position::Front, "before its head");
    assert_eq!(needed([3, 4], 2), Position::Front, "at its flat edge");
    assert_eq!(needed([5, 3], 4), Position::Side, "next to its head");
    assert_eq!(needed([6, 4], 5), Position::Rear, "behind its third hex");
}

#[test]
fn a_bite_from_behind_a_spider_is_four_easier() {
    let content = Plain::new()
        .with("/figures/spider", spider())
        .figure(0, "red", "beast", ([6, 4], 5), &[])
        .figure(1, "blue", "spider", ([4, 4], 0), &[])
        .content();
    let line = told_of_strike(&content, acting(&content, RED), 3);
    assert!(line.contains("needs 14 or less (DX 10, from behind +4)"), "{line}");
}

#[test]
fn a_big_shield_bearer_is_covered_on_the_side_of_the_shield_from_head_to_tail() {
    let hand = |at: [i32; 2]| {
        let content = Plain::new()
            .with("/figures/dull/hexes", 2)
            .with(
                "/figures/one",
                json!({"title": "One", "kind": "hero", "attributes": {"st": 9, "dx": 9, "iq": 9, "ma": 9}}),
            )
            .figure(0, "red", "one", (at, 0), SWORD)
            .figure(1, "blue", "dull", ([4, 4], 0), SWORD)
            .content();
        let bearing = footprint::bearing(Situation::new(&content, &State::new(&content)), BLUE, RED);
        (bearing.position, bearing.hand)
    };
    assert_eq!(hand([4, 3]), (Position::Front, Hand::Ahead));
    assert_eq!(hand([5, 3]), (Position::Front, Hand::Right));
    assert_eq!(hand([5, 4]), (Position::Side, Hand::Right));
    assert_eq!(hand([3, 4]), (Position::Side, Hand::Left));
    assert_eq!(hand([4, 6]), (Position::Rear, Hand::Ahead));
    assert_eq!(hand([8, 0]), (Position::Front, Hand::Right), "from afar");
    assert_eq!(hand([0, 8]), (Position::Rear, Hand::Left), "from afar behind");
}

#[test]
fn the_view_is_a_half_circle_or_a_sixth() {
    let shape = Shape::new(&FrontPattern::standard(4), &[]);
    let place = Pose { head: Hex::ZERO, facing: Direction::new(0) };
    let ahead = Direction::new(0).vector() + Direction::new(5).vector();
    let right = Direction::new(1).vector();
    let views = |view, hex| shape.views(place, view, hex);
    assert!(views(ViewAngle::Wide, ahead) && views(ViewAngle::Wide, right * 4) && views(ViewAngle::Wide, right * -4));
    assert!(!views(ViewAngle::Wide, right * 4 - ahead));
    assert!(views(ViewAngle::Narrow, ahead) && views(ViewAngle::Narrow, Direction::new(0).vector() * 3));
    assert!(!views(ViewAngle::Narrow, Direction::new(0).vector() * 3 + right), "beyond 30 degrees");
    assert!(!views(ViewAngle::Narrow, right) && !views(ViewAngle::Narrow, Hex::ZERO - ahead));
}

#[test]
fn a_dragon_is_seen_by_any_part_of_it_that_is_clear() {
    // A wall hides the head; the tail is visible.
    let rows = "ggggggggg\n".repeat(3) + "gggwggggg\n" + &"ggggggggg\n".repeat(5);
    let content = Plain::new()
        .with("/figures/dragon", beast(4, 800))
        .red([1, 2], 2, SWORD)
        .figure(1, "blue", "dragon", ([5, 4], 2), &[])
        .with("/maps/plain/rows", rows)
        .content();
    let state = State::new(&content);
    let head = state.figure(BLUE).hex;
    assert!(!line_of_sight::clear(&content.land.field, state.figure(RED).hex, head));
    let seen = sight::seen_hex(Situation::new(&content, &state), RED, BLUE).expect("one hex of the target is visible");
    assert!(seen != head && footprint::hexes(Situation::new(&content, &state), BLUE).contains(&seen));
}

#[test]
fn standing_figures_hide_others_where_the_scenario_has_it_so() {
    let plain = |size: i32| {
        Plain::new().with("/figures/giant", beast(1, size)).red([4, 7], 0, SWORD).blue([4, 1], 0, SWORD).figure(
            1,
            "blue",
            "giant",
            ([4, 6], 0),
            &[],
        )
    };
    let hidden = |plain: Plain, posture| {
        let content = plain.content();
        let mut state = State::new(&content);
        state.figure_mut(FigureId(2)).posture = posture;
        !sees(Situation::new(&content, &state), RED, BLUE)
    };
    let rule = |plain: Plain| plain.with("/scenarios/fight/options", json!({"figures-block-sight": true}));
    assert!(!hidden(plain(100), Posture::Standing), "by default, figures do not block sight");
    assert!(hidden(rule(plain(100)), Posture::Standing));
    assert!(!hidden(rule(plain(99)), Posture::Standing), "it is smaller than they are");
    assert!(!hidden(rule(plain(100)), Posture::Prone), "it lies");
}

#[test]
fn a_spider_looks_past_its_own_head_but_through_no_wall() {
    // The wall is right in front of the head of red, which has three hexes.
    let rules = |see_over: serde_json::Value, blue: [i32; 2], walled: fn(Plain) -> Plain| {
        let plain = Plain::new()
            .with(
                "/figures/spider",
                json!({"title": "Spider", "kind": "hero", "hexes": 3, "see-over": see_over,
                "attributes": {"st": 12, "dx": 10, "iq": 10, "ma": 10}}),
            )
            .figure(0, "red", "spider", ([4, 5], 0), &[("axe", "first-hand")])
            .blue(blue, 3, SWORD);
        let mut scene = Scene::new(&walled(plain));
        scene.ask(RED);
        let watch = act(Action::Watch { target: BLUE });
        [scene.rule(watch), scene.rule(act(attack(Mode::Hurl, BLUE, 3)))]
    };
    let ground: fn(Plain) -> Plain = |plain| {
        let rows = "ggggggggg\n".repeat(4) + "ggggwgggg\n" + &"ggggggggg\n".repeat(4);
        plain.with("/maps/plain/rows", rows)
    };
    let made: fn(Plain) -> Plain = |plain| {
        let wall = json!({"title": "Wall", "kind": "feature", "attributes": {"st": 9, "dx": 0, "iq": 0, "ma": 0}});
        plain.with("/figures/wall", wall).with("/scenarios/fight/features", json!([{"figure": "wall", "hex": [4, 4]}]))
    };
    for walled in [ground, made] {
        let (aside, behind) = ([5, 2], [4, 2]);
        assert_eq!(rules(json!([]), aside, walled), [Some("F6.5"), Some("F2.9")], "the wall hides it from the head");
        assert_eq!(rules(json!([2]), aside, walled), [None, Some("F2.9")], "it sees it, and cannot throw from there");
        assert_eq!(rules(json!([2]), behind, walled), [Some("F6.5"), Some("F2.9")], "the wall hides it from all of it");
        assert_eq!(rules(json!([2]), aside, |plain| plain), [None, None], "nothing is in the way");
    }
}

#[test]
fn the_fallen_lie_in_nobodys_way() {
    let content = Plain::new()
        .with("/figures/dragon", beast(4, 800))
        .red([4, 6], 0, SWORD)
        .figure(1, "blue", "dragon", ([4, 4], 0), &[])
        .blue([8, 0], 0, SWORD)
        .content();
    let mut state = moving(&content, RED);
    let ahead = Command::Step { direction: Direction::new(0) };
    let mut fallen = state.clone();
    carry_out(&content, &mut state, 1, ahead);
    assert_eq!(
        Foeman::check(&content, &state, &Command::Halt).unwrap_err().rule,
        "F4.12",
        "a figure must leave the hex of another"
    );
    fallen.figure_mut(BLUE).physical = 99;
    carry_out(&content, &mut fallen, 1, ahead);
    assert!(Foeman::check(&content, &fallen, &Command::Halt).is_ok());
}

#[test]
fn the_board_shows_every_hex_and_what_it_points_at() {
    let content = Plain::new()
        .with("/figures/dragon", beast(4, 800))
        .with("/figures/pony", beast(2, 200))
        .figure(0, "red", "dragon", ([4, 4], 0), &[])
        .figure(1, "blue", "pony", ([1, 1], 2), &[])
        .content();
    let board = Foeman::board(&content, &State::new(&content));
    let shown = |token: usize| (board.tokens[token].cells.clone(), board.tokens[token].points);
    assert_eq!(shown(0), (vec![[4, 4], [4, 5], [5, 4], [5, 5]], Points::Corner));
    assert_eq!(shown(1), (vec![[1, 1], [0, 1]], Points::Side));
    let facing = board.tokens[0].details.iter().find(|(label, _)| label == "Facing").expect("it faces somewhere");
    assert_eq!(facing.1, "north-north-west");
}

#[test]
fn a_scenario_that_puts_a_tail_on_a_wall_is_not_played() {
    let rows = "ggggggggg\n".repeat(5) + &"wwwwwwwww\n".repeat(4);
    let plain = Plain::new()
        .with("/figures/dragon", beast(4, 800))
        .figure(0, "red", "dragon", ([4, 4], 0), &[])
        .blue([4, 1], 0, SWORD)
        .with("/maps/plain/rows", rows);
    let problems = Foeman::content(&plain.resolved()).expect_err("the tail is on a wall");
    let said: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
    assert_eq!(said, ["expected a free hex of the map, found 4,5, which is on impassable ground"]);
    let other = Plain::new()
        .with("/figures/dragon", json!({"extends": null}))
        .with("/figures/dragon", beast(4, 800))
        .with("/figures/dragon/front", "3aabcba")
        .figure(0, "red", "dragon", ([4, 4], 0), &[])
        .blue([4, 1], 0, SWORD);
    let problems = Foeman::content(&other.resolved()).expect_err("the pattern is for one hex");
    assert_eq!(problems[0].message, "expected a pattern of 4 hexes, found 1 in `3aabcba`");
}

#[test]
fn a_dragon_walks_round_a_gap_that_a_man_would_take() {
    let rows = "\
ggggggggggggg
ggggggggggggg
ggggggggggggg
wwwwwwgwwwggg
wwwwwwgwwwggg
ggggggggggggg
ggggggggggggg
ggggggggggggg
";
    let way = |hexes: u8| {
        let content = Plain::new()
            .with("/maps/plain/geometry/size", vec![13, 8])
            .with("/maps/plain/rows", rows)
            .with("/figures/dragon", beast(hexes, 100))
            .figure(0, "red", "dragon", ([5, 5], 0), &[])
            .blue([6, 1], 3, SWORD)
            .content();
        let [red, blue] = [&content.start[0], &content.start[1]];
        let way = content
            .land
            .ways
            .cost(&content.land.field, content.kind(red.kind).gait, red.pose, blue.pose.head)
            .expect("there is a way");
        let mut battle = Plain::new()
            .with("/maps/plain/geometry/size", vec![13, 8])
            .with("/maps/plain/rows", rows)
            .with("/figures/dragon", beast(hexes, 100))
            .with("/figures/dull/attributes/ma", 0)
            .figure(0, "red", "dragon", ([5, 5], 0), &[])
            .blue([6, 1], 3, SWORD)
            .battle(1);
        let mut players = Players::default();
        play(&mut battle, |battle, legal| {
            let now = Situation::new(battle.content(), battle.state());
            if footprint::adjacent(now, RED, BLUE) || battle.state().round > 12 {
                return None;
            }
            usual(&mut players, battle).or(legal.first().copied())
        });
        (way, battle.state().round)
    };
    let (man, dragon) = (way(1), way(4));
    assert!(dragon.0 > man.0 + 5, "{man:?} {dragon:?}");
    assert!(dragon.1 <= 6, "it gets there in time: {dragon:?}");
}

/// A creature with this number of hexes and this size.
fn beast(hexes: u8, size: i32) -> serde_json::Value {
    json!({
        "title": "Beast", "kind": "creature", "hexes": hexes, "size": size,
        "attributes": {"st": 30, "dx": 10, "iq": 10, "ma": 10},
        "attacks": [{"title": "bite", "damage": "-1H"}],
    })
}

/// The spider with its flat edge ahead.
fn spider() -> serde_json::Value {
    let mut spider = beast(3, 300);
    spider["front"] = "3aaa2aab6ccb".into();
    spider
}

/// Draws a figure with this pattern on pointy-topped hexes, with the letters of the surrounding hexes.
fn picture(pattern: &str, facing: i32) -> Vec<String> {
    let pattern: FrontPattern = pattern.parse().expect("a pattern");
    let shape = Shape::new(&pattern, &[]);
    let geometry = Geometry::new(Cells::Hex, Stand::Vertex, Some(Shift::RowRight), [9, 9]).expect("it fits");
    let place = Pose { head: geometry.hex([4, 4]), facing: Direction::new(facing) };
    let hexes = shape.hexes(place);
    let letter = |hex| match hexes.iter().position(|&own| own == hex) {
        Some(0) => 'H',
        Some(_) => '#',
        None => shape.position(place, hex).map_or(' ', Letter::letter),
    };
    let lines: Vec<String> = (0..9)
        .map(|row| {
            let cells = (0..9).flat_map(|col| [letter(geometry.hex([col, row])), ' ']);
            " ".repeat(row as usize % 2) + &cells.collect::<String>()
        })
        .filter(|line| !line.trim().is_empty())
        .collect();
    let margin = lines.iter().map(|line| line.len() - line.trim_start().len()).min().expect("there are lines");
    lines.iter().map(|line| line[margin..].trim_end().to_owned()).collect()
}
