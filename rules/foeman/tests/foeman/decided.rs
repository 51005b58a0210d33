//! Victory conditions, and items and features on the map.

use foeman_engine::battle::Battle;
use foeman_engine::outcome::{Outcome, Reason};
use foeman_engine::ruleset::{Ruleset, SideId, Turn};
use foeman_schema::grid::Direction;
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::state::Action;
use serde_json::{Value, json};

use crate::ground::{BLUE, Plain, RED, told};

const RED_SIDE: SideId = SideId(0);
const BLUE_SIDE: SideId = SideId(1);
const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];

/// Red and blue far apart, with a gate one step in front of red.
fn yard(victory: Value) -> Plain {
    Plain::new()
        .red([4, 7], 0, SWORD)
        .blue([4, 0], 3, SWORD)
        .with("/maps/plain/zones", json!({"gate": {"title": "The gate", "cells": [[4, 6]]}}))
        .with("/scenarios/fight/rounds", 6)
        .with("/scenarios/fight/sides/0/victory", victory)
}

/// Plays to the end; red's first figure steps ahead in rounds for which `steps` is true, all others do nothing.
fn march(battle: &mut Battle<Foeman>, steps: impl Fn(u32) -> bool) -> Outcome {
    loop {
        match battle.turn() {
            Turn::Over(outcome) => return outcome,
            Turn::Auto => battle.advance(),
            Turn::Ask { actor, .. } => {
                let legal = battle.legal();
                let ahead = Command::Step { direction: Direction::new(0) };
                let own = battle.state().figure(RED);
                let walks = actor == Some(0) && own.steps == 0 && steps(battle.state().round) && legal.contains(&ahead);
                let idle = [Command::Halt, Command::Act { action: Action::Move }];
                let idle = idle.into_iter().find(|command| legal.contains(command)).unwrap_or(legal[0]);
                battle.issue(if walks { ahead } else { idle }).expect("it is there");
            }
        }
    }
}

fn condition(text: &str) -> Reason {
    Reason::Condition { text: text.to_owned() }
}

#[test]
fn who_reaches_a_zone_wins_as_the_round_ends() {
    let mut battle = yard(json!([{"kind": "reach-zone", "zone": "gate"}])).battle(1);
    let outcome = march(&mut battle, |round| round == 2);
    assert_eq!(outcome, Outcome::won(RED_SIDE, condition("a figure of red stands in The gate")));
    assert_eq!(battle.state().round, 2, "as soon as it is there, and not before");
    assert_eq!(told(&battle).last().expect("it is there"), "red wins: a figure of red stands in The gate");
}

#[test]
fn nobody_wins_by_a_zone_that_nobody_reaches() {
    let outcome = march(&mut yard(json!([{"kind": "reach-zone", "zone": "gate"}])).battle(1), |_| false);
    assert_eq!(outcome, Outcome::draw(Reason::RoundLimit));
}

#[test]
fn a_zone_must_be_held_for_all_rounds_on_end() {
    let held = json!([{"kind": "hold-zone", "zone": "gate", "rounds": 3}]);
    let mut battle = yard(held.clone()).battle(1);
    let outcome = march(&mut battle, |round| round == 2);
    assert_eq!(outcome, Outcome::won(RED_SIDE, condition("red alone holds The gate for 3 rounds")));
    assert_eq!(battle.state().round, 4, "held at the ends of rounds 2, 3 and 4");
    let told = told(&battle);
    assert!(told.contains(&"red alone holds The gate (round 2 of 3)".to_owned()), "{told:#?}");

    // Through the gate and out on the other side: it was held for one round.
    let mut battle = yard(held).battle(1);
    let outcome = march(&mut battle, |round| round == 2 || round == 3);
    assert_eq!(outcome, Outcome::draw(Reason::RoundLimit));
    assert!(crate::ground::told(&battle).contains(&"red no longer holds The gate".to_owned()));
}

#[test]
fn a_zone_in_which_an_opponent_stands_is_not_held() {
    let plain = yard(json!([{"kind": "hold-zone", "zone": "gate"}]))
        .with("/maps/plain/zones", json!({"gate": {"title": "The gate", "cells": [[4, 6], [4, 0]]}}));
    assert_eq!(march(&mut plain.battle(1), |round| round == 1), Outcome::draw(Reason::RoundLimit));
}

#[test]
fn a_hex_is_reached_by_those_who_are_named() {
    let hex = |who: &str| {
        let plain = yard(json!([{"kind": "reach-hex", "hex": [4, 6], "figures": [who]}]));
        plain.red([0, 8], 0, SWORD)
    };
    let first = march(&mut hex("f1").battle(1), |round| round == 1);
    assert_eq!(first, Outcome::won(RED_SIDE, condition("red 1 stands on column 4, row 6")));
    assert!(march(&mut hex("f2").battle(1), |round| round == 1).is_draw(), "it is not the other's to do");
}

#[test]
fn surviving_wins_before_the_round_limit_draws() {
    let plain = yard(json!([])).with("/scenarios/fight/sides/1/victory", json!([{"kind": "survive", "rounds": 6}]));
    let mut battle = plain.battle(1);
    let outcome = march(&mut battle, |_| false);
    assert_eq!(outcome, Outcome::won(BLUE_SIDE, condition("a figure of blue is still active after round 6")));
    assert!(!told(&battle).iter().any(|line| line.contains("no side has won")), "{:#?}", told(&battle));
}

#[test]
fn several_sides_may_win_at_once() {
    let survive = json!([{"kind": "survive", "rounds": 2}]);
    let plain = yard(survive.clone()).with("/scenarios/fight/sides/1/victory", survive);
    let outcome = march(&mut plain.battle(1), |_| false);
    assert_eq!(outcome.winners, [RED_SIDE, BLUE_SIDE]);
}

#[test]
fn a_side_is_out_by_its_defeat_and_the_other_has_won() {
    let lost = json!([{"kind": "all", "of": [{"kind": "reach-hex", "hex": [4, 6]}, {"kind": "survive", "rounds": 2}]}]);
    let mut battle = yard(json!([])).with("/scenarios/fight/sides/0/defeat", lost).battle(1);
    let outcome = march(&mut battle, |round| round == 1);
    let why = "a figure of red stands on column 4, row 6 and a figure of red is still active after round 2";
    assert_eq!(outcome, Outcome::won(BLUE_SIDE, condition(why)));
    assert_eq!(told(&battle).last().expect("it is there"), &format!("red is out of the battle: {why}"));
    let board = Foeman::board(battle.content(), battle.state());
    assert_eq!(board.tokens.iter().map(|token| token.active).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn of_three_sides_two_fight_on_when_one_is_out() {
    let plain = yard(json!([]))
        .with("/sides/green", json!({"title": "green", "color": "#00ff00", "roster": "green"}))
        .with("/rosters/green", json!({"title": "green", "figures": {}}));
    let mut sides = plain.resolved().records["scenarios"]["fight"]["sides"].clone();
    sides.as_array_mut().expect("it is there").push(json!({"side": "green", "place": {}}));
    let plain = plain.with("/scenarios/fight/sides", sides).figure(2, "green", "dull", ([8, 8], 0), SWORD);
    let mut sides = plain.resolved().records["scenarios"]["fight"]["sides"].clone();
    sides[2]["defeat"] = json!([{"kind": "survive", "rounds": 1}]);
    let plain = plain.with("/scenarios/fight/sides", sides);
    let mut battle = plain.battle(1);
    let outcome = march(&mut battle, |_| false);
    assert_eq!(outcome, Outcome::draw(Reason::RoundLimit));
    assert_eq!(battle.state().round, 6, "the other sides continue");
    let moved = |line: &String| line.starts_with("green 1");
    let told = told(&battle);
    let out = told.iter().position(|line| line.starts_with("green is out of the battle")).expect("it is there");
    assert!(!told[out..].iter().any(moved), "a side that is out takes no more actions: {told:#?}");
}

#[test]
fn a_foe_who_is_killed_decides_the_battle_though_others_stand() {
    let plain = Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([4, 4], 0, &[])
        .blue([8, 0], 3, SWORD)
        .with("/figures/dull/attributes/dx", 30)
        .with("/scenarios/fight/sides/0/victory", json!([{"kind": "disable", "side": "blue", "figures": ["f1"]}]));
    let mut battle = plain.battle(3);
    let outcome = loop {
        match battle.turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Auto => battle.advance(),
            Turn::Ask { .. } => {
                let legal = battle.legal();
                let strikes = |command: &&Command| match command {
                    Command::Act { action: Action::Attack { target, dice: 3, .. } } => *target == BLUE,
                    _ => false,
                };
                let idle = [Command::Halt, Command::Act { action: Action::Move }];
                let idle = idle.into_iter().find(|command| legal.contains(command)).unwrap_or(legal[0]);
                let command = legal.iter().find(strikes).copied().unwrap_or(idle);
                battle.issue(command).expect("it is there");
            }
        }
    };
    assert_eq!(outcome, Outcome::won(RED_SIDE, condition("blue 1 is out of action")));
}

#[test]
fn goals_and_how_far_they_have_come_are_on_the_board() {
    let held = json!([{"kind": "hold-zone", "zone": "gate", "rounds": 3}]);
    let mut battle = yard(held).battle(1);
    let goals = |battle: &Battle<Foeman>| {
        let board = Foeman::board(battle.content(), battle.state());
        board.goals.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(goals(&battle), ["red wins when red alone holds The gate for 3 rounds (0 of 3)"]);
    loop {
        match battle.turn() {
            Turn::Over(_) => break,
            Turn::Auto => battle.advance(),
            _ => {
                let ahead = Command::Step { direction: Direction::new(0) };
                let legal = battle.legal();
                let own = battle.state().figure(RED);
                let walks = own.steps == 0 && own.hex == battle.content().start[0].pose.head && legal.contains(&ahead);
                let halt = [Command::Halt, Command::Act { action: Action::Move }];
                let halt = halt.into_iter().find(|command| legal.contains(command)).unwrap_or(legal[0]);
                let red = battle.state().current().is_some_and(|current| current.figure == RED);
                battle.issue(if walks && red { ahead } else { halt }).expect("it is there");
            }
        }
    }
    assert_eq!(goals(&battle), ["red wins when red alone holds The gate for 3 rounds (fulfilled)"]);
}

#[test]
fn what_lies_about_is_shown_and_can_be_picked_up() {
    let item = |lie: &str| json!([{"item": "axe", "hex": [4, 5], "lie": lie}]);
    let yard =
        |lie: &str| Plain::new().red([4, 5], 0, &[]).blue([4, 0], 3, SWORD).with("/scenarios/fight/items", item(lie));
    let mut needed = Vec::new();
    for (lie, shown) in
        [("littered", "axe"), ("buried", "axe, buried"), ("stuck", "axe, stuck"), ("hung", "axe, hung up")]
    {
        let battle = yard(lie).battle(1);
        let board = Foeman::board(battle.content(), battle.state());
        assert_eq!(board.things.iter().map(|thing| thing.name.as_str()).collect::<Vec<_>>(), [shown]);
        needed.push(readying(battle));
    }
    assert_eq!(needed, [10, 6, 8, 10], "DX 10; digging and pulling takes more");
}

/// Lets red pick up the item; returns the target of the saving roll.
fn readying(mut battle: Battle<Foeman>) -> i32 {
    use ruleset_foeman::instruction::{FigureEvent, Instruction};
    loop {
        match battle.turn() {
            Turn::Over(outcome) => panic!("the battle ends: {outcome:?}"),
            Turn::Auto => battle.advance(),
            Turn::Ask { actor, .. } => {
                let legal = battle.legal();
                let readies =
                    |command: &&Command| matches!(command, Command::Act { action: Action::Ready { dice: 3, .. } });
                let idle = [Command::Halt, Command::Act { action: Action::Move }];
                let idle = idle.into_iter().find(|command| legal.contains(command)).unwrap_or(legal[0]);
                let picks = legal.iter().find(readies).copied().filter(|_| actor == Some(0));
                battle.issue(picks.unwrap_or(idle)).expect("it is there");
            }
        }
        let did = battle.entries().iter().flat_map(|entry| &entry.did);
        let mut checks = did.filter_map(|instruction| match instruction {
            Instruction::Figure(FigureId(0), FigureEvent::Readied { check, .. }) => Some(check.needed.total()),
            _ => None,
        });
        if let Some(needed) = checks.next() {
            return needed;
        }
    }
}

#[test]
fn blows_from_higher_ground_hit_more_often() {
    let fight = |levels: &str| {
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD);
        if levels.is_empty() { plain } else { plain.with("/maps/plain/elevation", levels) }
    };
    let low = "000000000\n".repeat(9);
    let mut rows: Vec<String> = low.lines().map(str::to_owned).collect();
    rows[5].replace_range(4..5, "1");
    let high = rows.join("\n") + "\n";
    let needed = |levels: &str| first_blow(fight(levels).battle(1));
    assert_eq!([needed(&low), needed(&high)], [("10".into(), 10), ("10, from higher ground +1".into(), 11)]);
}

/// Returns the terms of red's first blow, and their sum.
fn first_blow(mut battle: Battle<Foeman>) -> (String, i32) {
    loop {
        match battle.turn() {
            Turn::Over(outcome) => panic!("the battle ends: {outcome:?}"),
            Turn::Auto => battle.advance(),
            Turn::Ask { actor, .. } => {
                let legal = battle.legal();
                let strikes =
                    |command: &&Command| matches!(command, Command::Act { action: Action::Attack { dice: 3, .. } });
                let idle = [Command::Halt, Command::Act { action: Action::Move }];
                let idle = idle.into_iter().find(|command| legal.contains(command)).unwrap_or(legal[0]);
                let strikes = legal.iter().find(strikes).copied().filter(|_| actor == Some(0));
                battle.issue(strikes.unwrap_or(idle)).expect("it is there");
            }
        }
        let lines = told(&battle);
        if let Some(line) = lines.iter().find(|line| line.contains("(DX ")) {
            let (_, rest) = line.split_once("needs ").expect("it is there");
            let (needed, rest) = rest.split_once(" or less (DX ").expect("it is there");
            let (terms, _) = rest.split_once(')').expect("it is there");
            return (terms.to_owned(), needed.parse().expect("it is there"));
        }
    }
}
