//! Close quarters, forced retreats, passing through, engagement, postures, climbing and Fleetness.

use std::collections::BTreeSet;

use foeman_engine::ruleset::Ruleset;
use foeman_schema::grid::Direction;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::{FigureId, SpellId, TalentId};
use ruleset_foeman::instruction::{Displacement, ManoeuvreEvent};
use ruleset_foeman::phases::limits;
use ruleset_foeman::situation::applying::engagement::{engaged_by, engagement};
use ruleset_foeman::situation::relation::{self, Relation};
use ruleset_foeman::state::records::{HaltRecord, Match, Posture};
use ruleset_foeman::state::{Action, ActionKind, Phase, State};
use ruleset_foeman::{Foeman, Situation};
use serde_json::json;

use crate::ground::{BLUE, Plain, RED};
use crate::manoeuvres::{cell, events, first, has_told, idle_until, issue, may, now, refused, step, until_moves};
use crate::scene::{Scene, says};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];
const SHIELDED: &[(&str, &str)] = &[("sword", "first-hand"), ("shield", "second-hand")];

/// Red is behind blue.
fn behind() -> Plain {
    Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 0, SWORD)
}

#[test]
fn close_quarters_bind_both_until_one_breaks_loose() {
    let grapple = Command::Grapple { target: BLUE };
    let mut battle = first(&behind(), |battle| {
        assert!(until_moves(battle, RED));
        issue(battle, grapple);
        (cell(battle, RED) == [4, 4]).then(|| battle.clone())
    });
    assert_eq!(relation::between(now(&battle), RED, BLUE), Relation::SameHex);
    assert!(relation::hand_to_hand(now(&battle), RED, BLUE));
    assert!(has_told(&battle, "red 1 moves 1 hex to 4,4, facing north (1 of 10 MP), then seeks close quarters"));
    assert!(battle.state().figure(RED).dice.has_acted());
    let hex = battle.content().land.field.geometry.cell(battle.state().figure(BLUE).hex);
    idle_until(&mut battle, |battle| battle.state().asked_for_option().is_some_and(|asked| asked.figure == BLUE));
    assert!(may(&battle, Command::Act { action: crate::fights::strike(RED, 3) }), "it can strike in its own hex");
    idle_until(&mut battle, |battle| battle.state().round == 2 && battle.state().phase == Phase::Movement);
    assert!(until_moves(&mut battle, BLUE));
    let loose = Command::Step { direction: Direction::new(2) };
    let odds = Foeman::choice(battle.content(), battle.state(), &loose).odds.expect("it rolls");
    // With equal ST: 4 dice against DX 10 and half a point, so 10 or less, in 206 of 1296 cases.
    assert_eq!((odds.wins, odds.of), (206, 1296));
    issue(&mut battle, loose);
    let (_, ManoeuvreEvent::BreaksLoose { check, from }) = events(&battle).pop().expect("it rolled") else {
        panic!("it tried to break loose")
    };
    assert_eq!((from, check.dice.len(), check.needed.total()), (vec![RED], 4, 10));
    if check.is_success() {
        assert_ne!(cell(&battle, BLUE), hex);
    } else {
        let blue = battle.state().figure(BLUE);
        assert_eq!((cell(&battle, BLUE), blue.mp, blue.halt.code()), (hex, 0, "Hlt"), "held, at no MP");
    }
}

#[test]
fn whoever_fails_to_get_hold_is_back_where_it_came_from() {
    let battle = first(&behind(), |battle| {
        assert!(until_moves(battle, RED));
        issue(battle, Command::Grapple { target: BLUE });
        (cell(battle, RED) == [4, 5]).then(|| battle.clone())
    });
    assert!(!relation::hand_to_hand(now(&battle), RED, BLUE));
    assert!(has_told(&battle, "red 1 cannot stay there and is back at 4,5"));
}

#[test]
fn lying_down_breaks_loose_too() {
    let battle = first(&behind(), |battle| {
        assert!(until_moves(battle, RED));
        issue(battle, Command::Grapple { target: BLUE });
        idle_until(battle, |battle| battle.state().round == 2 && battle.state().phase == Phase::Movement);
        if !relation::hand_to_hand(now(battle), RED, BLUE) || !until_moves(battle, BLUE) {
            return None;
        }
        issue(battle, Command::TakePosture { to: Posture::Prone });
        (battle.state().figure(BLUE).posture == Posture::Prone).then(|| battle.clone())
    });
    assert_eq!(relation::between(now(&battle), RED, BLUE), Relation::SameHex);
    assert!(!relation::hand_to_hand(now(&battle), RED, BLUE), "another posture is as good as another hex");
    assert!(has_told(&battle, "blue 1 lies down (1 of 10 MP)"));
}

#[test]
fn whoever_is_put_back_to_close_quarters_is_at_them_again() {
    let plain = behind().red([4, 3], 0, SWORD);
    let blue = FigureId(2);
    let battle = first(&plain, |battle| {
        assert!(until_moves(battle, RED));
        issue(battle, Command::Grapple { target: blue });
        idle_until(battle, |battle| battle.state().round == 2 && battle.state().phase == Phase::Movement);
        if !relation::hand_to_hand(now(battle), RED, blue) || !until_moves(battle, blue) {
            return None;
        }
        issue(battle, Command::TakePosture { to: Posture::Prone });
        idle_until(battle, |battle| battle.state().round == 3 && battle.state().phase == Phase::Movement);
        // Moves into the hex of the other red figure, and cannot stay there.
        if !until_moves(battle, RED) {
            return None;
        }
        for _ in 0..2 {
            let north = Command::Step { direction: Direction::new(0) };
            if !may(battle, north) {
                return None;
            }
            issue(battle, north);
        }
        let back = has_told(battle, "red 1 cannot stay there and is back at 4,4");
        (back && until_moves(battle, blue)).then(|| battle.clone())
    });
    assert_eq!(relation::between(now(&battle), RED, blue), Relation::SameHex);
    let mut battle = battle;
    issue(&mut battle, Command::TakePosture { to: Posture::Standing });
    assert!(relation::hand_to_hand(now(&battle), RED, blue), "two opponents in one hex are at close quarters");
}

#[test]
fn a_shield_on_that_side_keeps_others_out_of_the_hex() {
    let grapple = Command::Grapple { target: BLUE };
    for (gear, rule) in [(SHIELDED, Some("F4.7")), (SWORD, None)] {
        // Blue faces red; its shield is on its left, and straight ahead counts as both sides.
        let mut battle = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, gear).battle(2);
        assert!(until_moves(&mut battle, RED));
        match rule {
            Some(rule) => assert_eq!(refused(&battle, grapple), rule),
            None => assert!(may(&battle, grapple)),
        }
    }
}

#[test]
fn stepping_in_through_the_front_costs_up_to_five_more_and_may_be_too_much() {
    let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD);
    let mut seen = BTreeSet::new();
    for seed in 0..60 {
        let mut battle = plain.battle(seed);
        assert!(until_moves(&mut battle, RED));
        let grapple = Command::Grapple { target: BLUE };
        let odds = Foeman::choice(battle.content(), battle.state(), &grapple).odds.expect("it rolls");
        // Up to half of 10 MP: 1 and up to 4 more, five faces of six; then 10 or less on four dice.
        assert_eq!((odds.wins, odds.of), (5 * 206, 6 * 1296));
        issue(&mut battle, grapple);
        let red = battle.state().figure(RED);
        seen.insert(red.mp);
        let tried = events(&battle).iter().any(|(_, event)| matches!(event, ManoeuvreEvent::Grapples { .. }));
        assert_eq!(tried, red.mp <= 5, "with more than half its MA used it is put back (F4.12)");
        assert!(tried || cell(&battle, RED) == [4, 5]);
        assert_eq!(red.dice.has_acted(), tried);
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn whoever_is_pushed_back_makes_room_and_has_been_moved_by_others() {
    let push = Command::PushBack { target: BLUE };
    let battle = first(&behind(), |battle| {
        assert!(until_moves(battle, RED));
        issue(battle, push);
        (cell(battle, RED) == [4, 4] && battle.state().figure(BLUE).halt == HaltRecord::Moved).then(|| battle.clone())
    });
    assert_eq!((cell(&battle, BLUE), battle.state().figure(BLUE).halt.code()), ([4, 3], "Mvd"));
    assert!(battle.state().figure(RED).dice.has_acted());
    assert!(has_told(&battle, "blue 1 is pushed back to 4,3"));
}

#[test]
fn passing_through_a_friend_takes_ma_and_a_saving_roll() {
    // Red 2 blocks red 1.
    let plain = Plain::new().red([4, 6], 0, SWORD).red([4, 5], 0, SWORD).blue([8, 0], 3, SWORD);
    let (mut through, mut held) = (false, false);
    for seed in 0..40 {
        let mut battle = plain.battle(seed);
        assert!(until_moves(&mut battle, RED));
        step(&mut battle, 0);
        assert_eq!(refused(&battle, Command::Halt), "F4.12", "a figure must leave the hex of another");
        let on = Command::Step { direction: Direction::new(0) };
        let odds = Foeman::choice(battle.content(), battle.state(), &on).odds.expect("it rolls");
        assert_eq!((odds.wins, odds.of), (206, 1296), "10 or less on four dice");
        issue(&mut battle, on);
        let red = battle.state().figure(RED);
        assert_eq!(red.ma, 9, "MA -1 whether or not it gets by");
        match cell(&battle, RED) {
            [4, 4] => through = true,
            [4, 6] => {
                assert_eq!(red.halt.code(), "Hlt");
                held = true;
            }
            other => panic!("it got to {other:?}"),
        }
    }
    assert!(through && held);
}

#[test]
fn opponents_of_several_sizes_match_or_do_not() {
    let sized = |size: i32| {
        let beast = Plain::new().red([4, 5], 0, SWORD).figure(1, "blue", "beast", ([4, 4], 3), &[]);
        let content = beast.with("/figures/beast/size", size).content();
        let state = State::new(&content);
        engagement(Situation::new(&content, &state), RED).matching
    };
    assert_eq!([49, 50, 200, 201].map(sized), [Match::Free, Match::Matched, Match::Matched, Match::Overmatched]);
    let two = Plain::new()
        .red([4, 5], 0, SWORD)
        .figure(1, "blue", "beast", ([4, 4], 3), &[])
        .figure(1, "blue", "beast", ([4, 6], 0), &[])
        .with("/figures/beast/size", 25)
        .content();
    let state = State::new(&two);
    let engaged = engagement(Situation::new(&two, &state), RED);
    assert_eq!((engaged.by.len(), engaged.matching), (2, Match::Undermatched), "together they engage it");
}

#[test]
fn where_the_scenario_has_it_so_a_restricted_turn_is_as_hard_as_the_opponent_is_big() {
    let dice = |size: i32| {
        let plain = Plain::new()
            .red([4, 5], 0, SWORD)
            .figure(1, "blue", "beast", ([4, 4], 3), &[])
            .with("/figures/beast/size", size)
            .with("/scenarios/fight/options", json!({"pivot-dice-by-match": true}));
        let mut battle = plain.battle(1);
        assert!(until_moves(&mut battle, RED));
        issue(&mut battle, Command::Pivot { facing: Direction::new(1) });
        battle.entries().last().expect("it turned").draws.first().map(|draw| draw.dice.len())
    };
    assert_eq!([49, 100, 201].map(dice), [None, Some(4), Some(5)]);
}

#[test]
fn where_the_scenario_has_it_so_who_ran_engages_nobody() {
    for (spent, engaged) in [(false, true), (true, false)] {
        let plain = Plain::new()
            .red([4, 8], 0, SWORD)
            .blue([4, 1], 0, SWORD)
            .with("/scenarios/fight/options", json!({"spent-figures-engage-nobody": spent}));
        let mut battle = plain.battle(1);
        assert!(until_moves(&mut battle, RED));
        for _ in 0..6 {
            step(&mut battle, 0);
        }
        assert_eq!(engaged_by(now(&battle), BLUE) == [RED], engaged, "6 of 10 MP");
    }
}

#[test]
fn a_figure_that_stepped_back_and_is_engaged_has_one_movement_point() {
    // Red steps back from blue, which follows.
    let mut battle = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).battle(1);
    assert!(until_moves(&mut battle, RED));
    step(&mut battle, 3);
    assert_eq!(battle.state().figure(RED).heading.digit(), -1);
    issue(&mut battle, Command::Halt);
    idle_until(&mut battle, |battle| battle.state().round == 2 && battle.state().mover.is_some());
    // Whichever side is first, blue moves first.
    while !battle.legal().contains(&Command::Take { figure: BLUE }) {
        issue(&mut battle, Command::Postpone);
        idle_until(&mut battle, |battle| battle.state().mover.is_some());
    }
    issue(&mut battle, Command::Take { figure: BLUE });
    step(&mut battle, 3);
    assert!(until_moves(&mut battle, RED));
    assert_eq!(battle.state().figure(RED).ma, 1);
    step(&mut battle, 1);
    let red = battle.state().figure(RED);
    assert!(!limits::allows(ActionKind::Strike, red.ma, red.mp), "it has moved its full MA");
}

#[test]
fn the_unbalanced_hold_nobody_up_and_are_stepped_on_without_more_ado() {
    let moves = |stumbles: bool| {
        let spell = json!({"title": "Stumble", "iq": 8, "kind": "affliction", "cost": 1,
            "effects": [{"kind": "status", "add": "unbalanced", "rounds": 9}]});
        let plain = Plain::new()
            .red([4, 6], 0, SWORD)
            .blue([4, 4], 3, SHIELDED)
            .with("/spells", json!({"stumble": spell}))
            .with("/rosters/red/figures/f1/spells", json!(["stumble"]));
        let mut scene = Scene::new(&plain);
        if stumbles {
            scene.falls("cast", RED, &[1, 1, 1]);
            scene.round(&[(RED, &[Action::Cast { spell: SpellId(0), target: Some(BLUE), dice: 3 }])]);
            assert!(says(&scene.told(), "Stumble affects blue 1: unbalanced"), "{:?}", scene.told());
        }
        scene.until(|scene| scene.state.current().is_some_and(|current| current.figure == RED));
        let ahead = Command::Step { direction: Direction::new(0) };
        scene.issue(ahead);
        let further = scene.rule(ahead);
        if further.is_none() {
            scene.issue(ahead);
        }
        (further, scene.state.figure(RED).mp, says(&scene.told(), "through the front"))
    };
    assert_eq!(moves(false), (Some("F4.5"), 1, false), "its front ends the move");
    assert_eq!(moves(true), (None, 2, false), "neither its shield nor a die is in the way");
}

#[test]
fn a_step_up_costs_a_point_for_each_level_and_three_are_too_steep() {
    // Columns 4, 5 and 6 have levels 0, 2 and 5.
    let heights = "000000000\n".repeat(5) + "000022555\n" + &"000000000\n".repeat(3);
    let plain = Plain::new().red([4, 6], 0, SWORD).red([6, 6], 0, SWORD).blue([0, 0], 3, SWORD);
    let mut battle = plain.with("/maps/plain/elevation", heights).battle(1);
    assert!(until_moves(&mut battle, RED));
    step(&mut battle, 0);
    assert_eq!((cell(&battle, RED), battle.state().figure(RED).mp), ([4, 5], 3), "1 for the grass, 2 for the climb");
    step(&mut battle, 0);
    assert_eq!(battle.state().figure(RED).mp, 4, "down it costs nothing more");
    issue(&mut battle, Command::Halt);
    assert!(until_moves(&mut battle, FigureId(1)));
    let up = Command::Step { direction: Direction::new(0) };
    let refusal = Foeman::check(battle.content(), battle.state(), &up).expect_err("it is a cliff");
    assert_eq!((refusal.rule, refusal.message), ("", "it is too steep: more than two levels up"));
}

#[test]
fn a_kneeling_figure_strikes_but_takes_no_step_until_it_is_up() {
    let mut battle = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 0, SWORD).battle(1);
    assert!(until_moves(&mut battle, RED));
    issue(&mut battle, Command::TakePosture { to: Posture::Kneeling });
    assert_eq!((battle.state().figure(RED).posture.digit(), battle.state().figure(RED).mp), (2, 1));
    assert_eq!(refused(&battle, Command::Step { direction: Direction::new(1) }), "F1.6");
    issue(&mut battle, Command::Halt);
    idle_until(&mut battle, |battle| battle.state().asked_for_option().is_some_and(|asked| asked.figure == RED));
    assert!(may(&battle, Command::Act { action: crate::fights::strike(BLUE, 3) }));
    idle_until(&mut battle, |battle| battle.state().round == 2 && battle.state().phase == Phase::Movement);
    assert!(until_moves(&mut battle, RED));
    issue(&mut battle, Command::TakePosture { to: Posture::Standing });
    assert_eq!(battle.state().figure(RED).mp, 3, "a quarter of its MA, rounded up");
    step(&mut battle, 1);
}

/// Red with the Fleetness talent.
pub(crate) fn fleet(st: i32) -> Plain {
    let talent = json!({"title": "Fleetness", "iq": 8, "cost": {"st": 1},
        "effects": [{"kind": "modify", "what": "ma", "by": "1D/3", "rounds": 1}]});
    Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([8, 0], 0, SWORD)
        .with("/talents", json!({"fleetness": talent}))
        .with("/rosters/red/figures/f1/talents", json!(["fleetness"]))
        .with("/figures/dull/attributes/st", st)
}

#[test]
fn fleetness_is_tried_once_at_the_start_of_a_move() {
    let hurry = Command::Hurry { talent: TalentId(0) };
    let mut battle = fleet(12).battle(1);
    assert!(until_moves(&mut battle, RED));
    assert!(may(&battle, hurry));
    let odds = Foeman::choice(battle.content(), battle.state(), &hurry).odds.expect("it rolls");
    // 12 or less on four dice.
    assert_eq!((odds.wins, odds.of), (435, 1296));
    issue(&mut battle, hurry);
    assert!(!may(&battle, hurry), "once in a round");
    let mut later = fleet(12).battle(1);
    assert!(until_moves(&mut later, RED));
    step(&mut later, 0);
    assert_eq!(refused(&later, hurry), "F7.10", "not after a step");
}

#[test]
fn whoever_is_put_back_was_told_why() {
    let battle = first(&behind(), |battle| {
        assert!(until_moves(battle, RED));
        issue(battle, Command::PushBack { target: BLUE });
        let back = |event: &(FigureId, ManoeuvreEvent)| {
            matches!(event.1, ManoeuvreEvent::Displaced { why: Displacement::PutBack, .. })
        };
        events(battle).iter().any(back).then(|| battle.clone())
    });
    assert!(has_told(&battle, "it stands firm") || has_told(&battle, "is hard pressed"));
}
