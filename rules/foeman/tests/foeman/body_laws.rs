//! Invariants of figures of one to four hexes, on any ground and with any pattern.

use std::collections::BTreeSet;

use foeman_engine::journal;
use foeman_engine::ruleset::{Ruleset, SideId, Turn};
use foeman_schema::grid::{Direction, Geometry, Hex};
use proptest::prelude::*;
use ruleset_foeman::body::shape::{Pose, Position, Shape, ViewAngle};
use ruleset_foeman::body::step::{Course, stride};
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::instruction::{FigureEvent, Instruction, Met};
use ruleset_foeman::notation::pattern::FrontPattern;
use ruleset_foeman::phases::options::sees;
use ruleset_foeman::situation::footprint;
use ruleset_foeman::state::State;
use ruleset_foeman::{Foeman, Situation};
use serde_json::json;

use crate::ground::{BLUE, Plain, RED};
use crate::laws::{command_space, each_state, may_share, play_at_random};

/// The ingredients of a board: shapes of the four figures, and the ground.
type Board = (Vec<(String, u8)>, Vec<char>);

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn big_figures_share_a_hex_only_at_close_quarters_or_passing_through_and_never_stand_on_a_wall(board in board(), seed in any::<u64>()) {
        each_state(menagerie(&board).battle(seed), seed, 250, |battle| {
            let (content, state) = (battle.content(), battle.state());
            let now = Situation::new(content, state);
            for figure in now.active() {
                for &hex in footprint::hexes(now, figure).iter() {
                    prop_assert!(now.field().cost(hex).is_some(), "{figure:?} is on {hex:?}, which is impassable");
                }
                for other in now.active().filter(|&other| other > figure && footprint::overlap(now, figure, other)) {
                    prop_assert!(may_share(now, figure, other), "{figure:?} shares a hex with {other:?}");
                }
                prop_assert!(state.figure(figure).mp <= state.figure(figure).ma);
            }
            Ok(())
        })?;
    }

    #[test]
    fn what_big_figures_may_do_is_what_is_listed(board in board(), seed in any::<u64>()) {
        let battle = menagerie(&board).battle(seed);
        let space = command_space(battle.state().figures.len() as u16, battle.state().items.len() as u16 + 8);
        each_state(battle, seed, 80, |battle| {
            let legal = battle.legal();
            prop_assert_eq!(matches!(battle.turn(), Turn::Ask { .. }), !legal.is_empty());
            for command in &space {
                prop_assert_eq!(legal.contains(command), battle.check(command).is_ok(), "{:?}", command);
            }
            prop_assert!(legal.iter().all(|command| space.contains(command)));
            Ok(())
        })?;
    }

    #[test]
    fn a_replay_of_big_figures_is_the_battle(board in board(), seed in any::<u64>()) {
        let mut battle = menagerie(&board).battle(seed);
        play_at_random(&mut battle, seed, 300);
        let again = journal::replay::<Foeman>(&journal::write(&battle)).expect("a written journal can be read");
        prop_assert_eq!(again.state(), battle.state());
    }

    #[test]
    fn nobody_is_pushed_off_the_map_by_a_tampered_journal(board in board(), at in any::<[i32; 2]>(), facing in 0..6) {
        let content = menagerie(&board).content();
        let mut state = State::new(&content);
        let (to, facing) = (Hex::new(at[0], at[1]), Direction::new(facing));
        for figure in (0..4).map(FigureId) {
            let turned = Instruction::Figure(figure, FigureEvent::Pivoted { facing, check: None, unsteady: 0 });
            if Foeman::fits(&content, &state, &turned) {
                Foeman::apply(&content, &mut state, &turned);
            }
            let on_map = |hex: &Hex| content.land.field.contains(*hex);
            prop_assert!(footprint::hexes(Situation::new(&content, &state), figure).iter().all(on_map));
            let (step, progress) = (
                ruleset_foeman::state::records::Step::Linear,
                ruleset_foeman::state::Progress::OnTheWay,
            );
            let stepped = Instruction::Figure(figure, FigureEvent::Stepped { to, facing, step, paid: 1, progress, met: Met::default() });
            if Foeman::fits(&content, &state, &stepped) {
                Foeman::apply(&content, &mut state, &stepped);
            }
            prop_assert!(footprint::hexes(Situation::new(&content, &state), figure).iter().all(on_map));
        }
        let _ = (Foeman::board(&content, &state), Foeman::value(&content, &state, SideId(0)));
    }

    #[test]
    fn a_pattern_names_every_adjacent_hex_once_and_prints_as_it_reads(text in pattern()) {
        let pattern: FrontPattern = text.parse().expect("a pattern");
        prop_assert_eq!(&pattern.to_string(), &text);
        let shape = Shape::new(&pattern, &[]);
        for facing in Direction::ALL {
            let place = Pose { head: Hex::new(3, -7), facing };
            let own = shape.hexes(place);
            let next: BTreeSet<Hex> =
                own.iter().flat_map(|hex| hex.neighbours()).filter(|hex| !own.contains(hex)).collect();
            prop_assert!(next.iter().all(|&hex| shape.position(place, hex).is_some()));
            prop_assert!(own.iter().all(|&hex| shape.position(place, hex).is_none()));
            let named: Vec<Hex> = pattern.positions().map(|(hex, _)| hex).collect();
            prop_assert_eq!((named.len(), BTreeSet::from_iter(named).len()), (next.len(), next.len()));
        }
    }

    #[test]
    fn a_pattern_with_a_letter_less_or_more_is_none(text in pattern(), at in any::<prop::sample::Index>()) {
        let letters: Vec<usize> = text.match_indices(['a', 'b', 'c']).map(|(at, _)| at).collect();
        let at = letters[at.index(letters.len())];
        let mut less = text.clone();
        less.remove(at);
        prop_assert!(less.parse::<FrontPattern>().is_err(), "{}", less);
        let mut more = text.clone();
        more.push('b');
        prop_assert!(more.parse::<FrontPattern>().is_err(), "{}", more);
    }

    #[test]
    fn a_step_ahead_and_a_step_back_come_home(text in pattern(), facing in 0..6, direction in 0..6) {
        let shape = Shape::new(&text.parse().expect("a pattern"), &[]);
        let place = Pose { head: Hex::new(-2, 5), facing: Direction::new(facing) };
        let direction = Direction::new(direction);
        if let Some((ahead, Course::Ahead)) = stride(&shape, place, direction) {
            prop_assert_eq!(stride(&shape, ahead, direction.turned(3)), Some((place, Course::Back)));
        }
    }

    #[test]
    fn six_turns_of_one_hexside_come_home(text in pattern(), facing in 0..6) {
        let shape = Shape::new(&text.parse().expect("a pattern"), &[]);
        let place = |turn| Pose { head: Hex::new(4, 4), facing: Direction::new(facing + turn) };
        prop_assert_eq!(shape.hexes(place(6)), shape.hexes(place(0)));
        // Halfway round, the hex ahead is behind.
        let ahead = shape.points.axis(place(0).facing);
        prop_assert!(shape.views(place(0), ViewAngle::Narrow, place(0).head + ahead));
        prop_assert!(!shape.views(place(3), ViewAngle::Wide, place(3).head + ahead));
    }

    #[test]
    fn two_men_who_look_at_each_other_both_see_or_neither(
        board in board(),
        ends in prop::array::uniform4(0i32..12),
        facings in prop::array::uniform2(0i32..6),
    ) {
        let content = menagerie(&board).with("/scenarios/fight/options", json!({"figures-block-sight": true})).content();
        let mut state = State::new(&content);
        // The two human-sized figures are the first of each side; the other two are the big ones.
        let men = [RED, FigureId(2)];
        for (index, man) in men.into_iter().enumerate() {
            state.figure_mut(man).hex = content.land.field.geometry.hex([ends[2 * index], ends[2 * index + 1]]);
            state.figure_mut(man).facing = Direction::new(facings[index]);
        }
        let looks = |from: usize, to: usize| {
            let shape = &Situation::new(&content, &state).kind(men[from]).shape;
            shape.views(state.figure(men[from]).pose(), ViewAngle::Wide, state.figure(men[to]).hex)
        };
        if looks(0, 1) && looks(1, 0) {
            let now = Situation::new(&content, &state);
            prop_assert_eq!(sees(now, men[0], men[1]), sees(now, men[1], men[0]));
        }
    }

    #[test]
    fn the_ways_of_big_figures_are_as_cheap_as_a_flood_finds(
        board in board(),
        cells in prop::array::uniform4(0i32..12),
        facing in 0..6,
    ) {
        let content = menagerie(&board).content();
        let [a, b] = [[cells[0], cells[1]], [cells[2], cells[3]]].map(|cell| content.land.field.geometry.hex(cell));
        for figure in &content.kinds {
            let place = Pose { head: a, facing: Direction::new(facing) };
            let fits = figure.shape.hexes(place).iter().all(|&hex| content.land.field.cost(hex).is_some());
            if fits && content.land.field.cost(b).is_some() {
                let flood = content.land.ways.cost(&content.land.field, figure.gait, place, b);
                prop_assert_eq!(content.land.ways.cheapest(&content.land.field, figure.gait, place, b), flood);
            }
        }
    }
}

#[test]
fn adjacency_and_distance_agree_for_men() {
    let content = Plain::new().red([4, 4], 0, &[]).blue([4, 5], 0, &[]).content();
    let mut state = State::new(&content);
    for cell in 0..81 {
        state.figure_mut(BLUE).hex = content.land.field.geometry.hex([cell % 9, cell / 9]);
        let near = footprint::distance(Situation::new(&content, &state), RED, BLUE) == 1;
        assert_eq!(footprint::adjacent(Situation::new(&content, &state), RED, BLUE), near);
        assert_eq!(footprint::position(Situation::new(&content, &state), RED, state.figure(BLUE).hex).is_some(), near);
        let reached = footprint::can_reach(Situation::new(&content, &state), RED, BLUE);
        assert_eq!(
            reached,
            near && footprint::bearing(Situation::new(&content, &state), RED, BLUE).position == Position::Front
        );
    }
}

/// A pattern of any size with any letters.
fn pattern() -> impl Strategy<Value = String> {
    (1..=4u8, prop::collection::vec(prop::sample::select(vec!['a', 'b', 'c']), 10)).prop_map(|(hexes, letters)| {
        let mut letters = letters.into_iter();
        let standard = FrontPattern::standard(hexes).to_string();
        standard.chars().map(|c| if c.is_ascii_digit() { c } else { letters.next().unwrap_or('a') }).collect()
    })
}

/// Four figures, two of them of any shape, on ground of all kinds.
fn board() -> impl Strategy<Value = Board> {
    let figure = (pattern(), 0..6u8);
    let ground = prop::sample::select(vec!['g', 'g', 'g', 'g', 'm', 'w']);
    (prop::collection::vec(figure, 4), prop::collection::vec(ground, 144))
}

/// Two sides with a human and a beast of any shape each, none of them in a wall.
fn menagerie((figures, ground): &Board) -> Plain {
    const HEADS: [[i32; 2]; 4] = [[3, 3], [8, 3], [3, 8], [8, 8]];
    let geometry: Geometry = serde_json::from_value(json!({"size": [12, 12]})).expect("a geometry");
    let mut rows = ground.clone();
    let mut plain = Plain::new().with("/maps/plain/geometry/size", vec![12, 12]);
    for (index, (pattern, facing)) in figures.iter().enumerate() {
        let (head, side) = (HEADS[index], index / 2);
        let colour = ["red", "blue"][side];
        if index % 2 == 0 {
            rows[(head[1] * 12 + head[0]) as usize] = 'g';
            plain = plain.figure(side, colour, "dull", (head, *facing), &[("sword", "first-hand")]);
            continue;
        }
        let pattern: FrontPattern = pattern.parse().expect("a pattern");
        let place = Pose { head: geometry.hex(head), facing: Direction::new((*facing).into()) };
        for &hex in Shape::new(&pattern, &[]).hexes(place).iter() {
            rows[geometry.index(hex).expect("it is on the map")] = 'g';
        }
        let kind = format!("beast-{index}");
        let beast = json!({
            "title": "Beast", "kind": "creature", "hexes": pattern.hexes(), "front": pattern.to_string(),
            "size": 100 * u32::from(pattern.hexes()),
            "attributes": {"st": 20, "dx": 11, "iq": 10, "ma": 9},
            "attacks": [{"title": "bite", "damage": "-1H"}],
        });
        plain = plain.with(&format!("/figures/{kind}"), beast).figure(side, colour, &kind, (head, *facing), &[]);
    }
    let rows: String = rows.chunks(12).map(|row| row.iter().collect::<String>() + "\n").collect();
    plain.with("/maps/plain/rows", rows)
}
