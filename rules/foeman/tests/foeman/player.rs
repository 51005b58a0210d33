//! The computer player behaves sensibly, as judged by an observer.

use std::cell::Cell;

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::player::{Players, decide, decide_while, find};
use foeman_engine::ruleset::{Outcome, Reason, Ruleset, SideId, Turn};
use foeman_test_support::packs;
use ruleset_foeman::Foeman;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::instruction::{FigureEvent, Instruction};
use ruleset_foeman::state::{Action, ActionKind};
use serde_json::json;

use crate::ground::{BLUE, Plain, RED, play, told};

const RED_SIDE: SideId = SideId(0);
const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];
const ARCHER: &[(&str, &str)] = &[("bow", "first-hand"), ("arrow", "back"), ("sword", "belt")];

#[test]
fn an_archer_with_a_clear_shot_shoots_rather_than_walks() {
    for seed in 1..=10 {
        let mut battle = Plain::new().red([4, 8], 0, ARCHER).blue([4, 0], 3, SWORD).battle(seed);
        let actions = chosen(&mut battle, 1);
        assert_eq!(kinds(&actions, RED), [ActionKind::Fire], "seed {seed}");
        assert!(battle.state().figure(RED).steps <= 2);
    }
}

#[test]
fn an_archer_out_of_arrows_draws_the_sword() {
    let plain = Plain::new().red([4, 8], 0, ARCHER).blue([4, 0], 3, SWORD);
    let plain = plain.with("/figures/dull/attributes/st", 40);
    let fights: Vec<Vec<ActionKind>> = (1..=5)
        .map(|seed| {
            let actions = chosen(&mut plain.battle(seed), 12);
            kinds(&actions, RED)
        })
        .collect();
    for red in &fights {
        let shots = red.iter().filter(|kind| **kind == ActionKind::Fire).count();
        assert!(shots == 1 && red.contains(&ActionKind::Ready), "there is one arrow: {red:?}");
    }
    // A hurt figure may parry for the rest of a fight, but not in all of them.
    assert!(fights.iter().filter(|red| red.contains(&ActionKind::Strike)).count() >= 3, "{fights:?}");
}

#[test]
fn a_crossbow_is_loaded_again_after_the_shot() {
    let gear = &[("crossbow", "first-hand"), ("bolt", "belt")];
    let plain = Plain::new().red([4, 8], 0, gear).blue([4, 0], 3, gear);
    let plain = plain.with("/figures/dull/attributes/st", 40).with("/rosters/red/figures/f1/gear/1/count", 9);
    let mut battle = plain.battle(1);
    let actions = chosen(&mut battle, 8);
    let red = kinds(&actions, RED);
    let shots = red.iter().filter(|kind| **kind == ActionKind::Fire).count();
    assert!(shots >= 2 && red.contains(&ActionKind::Ready), "{red:?}");
}

#[test]
fn who_cannot_come_nearer_throws_the_axe_and_draws_the_sword() {
    let gear = &[("axe", "first-hand"), ("sword", "belt")];
    let moat = "ggggggggg\n".repeat(5) + "wwwwwwwww\n" + &"ggggggggg\n".repeat(3);
    let plain = statue(Plain::new()).red([4, 6], 0, gear).figure(1, "blue", "statue", ([4, 3], 3), SWORD);
    let mut battle = plain.with("/maps/plain/rows", moat).with("/terrains/wall/blocks-sight", false).battle(2);
    let red = kinds(&chosen(&mut battle, 6), RED);
    let first = |kind: ActionKind| red.iter().position(|&other| other == kind);
    assert!(
        first(ActionKind::Hurl).is_some_and(|throw| throw < 3 && first(ActionKind::Ready) > Some(throw)),
        "{red:?}"
    );
}

#[test]
fn who_has_nothing_else_keeps_the_axe() {
    let gear = &[("axe", "first-hand")];
    let mut battle = Plain::new().red([4, 7], 0, gear).blue([4, 4], 3, SWORD).battle(2);
    let red = kinds(&chosen(&mut battle, 6), RED);
    assert!(!red.contains(&ActionKind::Hurl), "{red:?}");
}

#[test]
fn a_weapon_is_drawn_with_the_dice_that_succeed_most_often_and_then_kept() {
    for seed in 1..=10 {
        let gear = &[("sword", "belt"), ("shield", "back")];
        let mut battle = Plain::new().red([2, 2], 2, gear).blue([6, 6], 5, gear).battle(seed);
        let actions = chosen(&mut battle, 30);
        let readied: Vec<u8> = actions
            .iter()
            .filter_map(|(_, action)| match action {
                Action::Ready { dice, .. } => Some(*dice),
                _ => None,
            })
            .collect();
        assert!(readied.iter().all(|&dice| dice <= 3), "seed {seed}: {readied:?}");
        assert!(readied.len() <= 8, "seed {seed}: they fidget: {readied:?}");
    }
}

#[test]
fn equals_stand_and_fight() {
    let (mut away, mut rounds) = (0, 0);
    for seed in 1..=10 {
        let mut battle = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).battle(seed);
        chosen(&mut battle, 30);
        away += told(&battle).iter().filter(|line| line.contains("breaking away")).count();
        rounds += battle.state().round as usize;
    }
    assert!(away * 10 < rounds, "they broke away {away} times in {rounds} rounds");
}

#[test]
fn nobody_hides_from_arrows_until_the_end() {
    let wall = "ggggggggg\n".repeat(3) + &"ggwwwwwgg\n".repeat(3) + &"ggggggggg\n".repeat(3);
    for seed in 1..=10 {
        let plain = Plain::new().red([4, 7], 0, ARCHER).blue([4, 1], 3, SWORD).with("/maps/plain/rows", wall.clone());
        let plain = plain.with("/rosters/red/figures/f1/gear/1/count", 20).with("/scenarios/fight/rounds", 60);
        let mut battle = plain.battle(seed);
        chosen(&mut battle, 60);
        assert!(!matches!(battle.turn(), Turn::Over(Outcome { reason: Reason::RoundLimit, .. })), "seed {seed}");
    }
}

#[test]
fn a_dodge_is_an_answer_to_an_archer_nobody_can_reach() {
    let moat = "ggggggggg\n".repeat(4) + "wwwwwwwww\n" + &"ggggggggg\n".repeat(4);
    let plain = Plain::new().red([4, 8], 0, ARCHER).blue([4, 1], 3, SWORD).with("/maps/plain/rows", moat);
    let plain = plain.with("/terrains/wall/blocks-sight", false).with("/rosters/red/figures/f1/gear/1/count", 20);
    let mut battle = plain.with("/figures/dull/attributes/st", 40).battle(1);
    let blue = kinds(&chosen(&mut battle, 10), BLUE);
    assert!(blue.contains(&ActionKind::Dodge), "{blue:?}");
}

/// A plain with a figure type that cannot move.
fn statue(plain: Plain) -> Plain {
    let statue = json!({"title": "Statue", "kind": "hero", "attributes": {"st": 40, "dx": 10, "iq": 10, "ma": 1},
        "effects": [{"kind": "status", "add": "stunned"}]});
    plain.with("/figures/statue", statue)
}

/// Lets the default player play some rounds for both sides; returns the actions carried out.
fn chosen(battle: &mut Battle<Foeman>, rounds: u32) -> Vec<(FigureId, Action)> {
    let mut players = Players::default();
    play(battle, |battle, _| {
        let Turn::Ask { side, .. } = battle.turn() else { return None };
        decide(battle, players.of(side, None)).filter(|_| battle.state().round <= rounds)
    });
    let mut state = Foeman::empty(battle.content());
    let mut actions = Vec::new();
    for instruction in battle.entries().iter().flat_map(|entry| &entry.did) {
        if let Instruction::Figure(figure, FigureEvent::Acts { .. }) = instruction {
            actions.extend(state.figure(*figure).option.map(|action| (*figure, action)));
        }
        Foeman::apply(battle.content(), &mut state, instruction);
    }
    actions
}

fn kinds(actions: &[(FigureId, Action)], figure: FigureId) -> Vec<ActionKind> {
    actions.iter().filter(|(actor, _)| *actor == figure).map(|(_, action)| action.kind()).collect()
}

#[test]
fn who_goes_round_an_obstacle_keeps_its_target() {
    // An immobile comrade blocks the straight path to the nearest enemy; next to it another enemy is as near.
    let plain = statue(Plain::new())
        .with("/maps/plain/geometry/size", json!([15, 15]))
        .with("/maps/plain/rows", "ggggggggggggggg\n".repeat(15))
        .with("/figures/dull/attributes/ma", 4)
        .red([4, 12], 0, SWORD)
        .figure(0, "red", "statue", ([4, 11], 0), SWORD)
        .figure(1, "blue", "statue", ([11, 11], 3), SWORD)
        .figure(1, "blue", "statue", ([4, 6], 3), SWORD);
    let (aside, ahead) = (FigureId(2), FigureId(3));
    let mut battle = plain.battle(1);
    let mut players = Players::default();
    let distance =
        |battle: &Battle<Foeman>, to: FigureId| battle.state().figure(RED).hex.distance(battle.state().figure(to).hex);
    assert_eq!((distance(&battle, ahead), distance(&battle, aside)), (6, 7));
    while battle.state().round < 2 {
        match battle.turn() {
            Turn::Over(_) => break,
            Turn::Auto => battle.advance(),
            Turn::Ask { side, .. } => {
                let command = decide(&battle, players.of(side, None)).expect("a side must decide");
                battle.issue(command).expect("players choose legal commands");
            }
        }
    }
    assert!(distance(&battle, ahead) <= 3, "{:?}", told(&battle));
}

#[test]
fn those_who_see_nobody_look_for_the_enemy() {
    // A wall with one gap at the lower end hides them from each other.
    let wall = "ggggwgggg\n".repeat(8) + "ggggggggg\n";
    for seed in 1..=10 {
        let plain = Plain::new().red([1, 1], 1, SWORD).blue([7, 1], 5, SWORD).with("/maps/plain/rows", wall.clone());
        let plain = plain.with("/scenarios/fight/options", json!({"observation": true}));
        let mut battle = plain.with("/scenarios/fight/rounds", 60).battle(seed);
        chosen(&mut battle, 60);
        let over = matches!(battle.turn(), Turn::Over(Outcome { reason: Reason::LastStanding, .. }));
        assert!(over, "seed {seed}: {:?}", battle.turn());
    }
}

#[test]
fn a_side_goes_where_it_has_to_be_and_stays_there() {
    // Blue cannot cross; red wins by holding the hill for three rounds.
    let moat = "ggggggggg\n".repeat(4) + "wwwwwwwww\n" + &"ggggggggg\n".repeat(4);
    let plain = Plain::new().red([4, 8], 0, SWORD).blue([4, 1], 3, SWORD).with("/maps/plain/rows", moat);
    let plain = plain
        .with("/maps/plain/zones", json!({"hill": {"title": "The hill", "cells": [[0, 6], [0, 7]]}}))
        .with("/scenarios/fight/sides/0/victory", json!([{"kind": "hold-zone", "zone": "hill", "rounds": 3}]));
    let mut battle = plain.with("/scenarios/fight/rounds", 20).battle(1);
    chosen(&mut battle, 20);
    let Turn::Over(Outcome { winners, reason }) = battle.turn() else { panic!("{:?}", told(&battle)) };
    assert!(matches!(reason, Reason::Condition { .. }), "{reason:?}");
    assert_eq!(winners, [RED_SIDE]);
}

#[test]
fn who_has_a_run_up_charges() {
    let charges = (1..=10).filter(|&seed| {
        let plain = Plain::new().red([4, 7], 0, SWORD).blue([4, 3], 3, SWORD);
        let mut battle = plain.with("/figures/dull/attributes/ma", 8).battle(seed);
        chosen(&mut battle, 1);
        told(&battle).iter().any(|line| line.contains("charges"))
    });
    assert!(charges.count() >= 5);
}

#[test]
fn an_archer_who_could_be_reached_steps_back_and_shoots() {
    // From six hexes away blue could reach and strike; from eight it could not.
    let plain = Plain::new()
        .with("/maps/plain/geometry/size", json!([9, 15]))
        .with("/maps/plain/rows", "ggggggggg\n".repeat(15))
        .red([4, 9], 0, ARCHER)
        .blue([4, 3], 3, SWORD);
    let stepped = (1..=10).filter(|&seed| {
        let mut battle = plain.battle(seed);
        let red = kinds(&chosen(&mut battle, 1), RED);
        let away = ["3,10", "4,10", "5,10", "4,11"].map(|cell| format!(" to {cell},"));
        let steps =
            told(&battle).iter().any(|line| line.starts_with("red 1 moves") && away.iter().any(|to| line.contains(to)));
        red == [ActionKind::Fire] && steps
    });
    assert!(stepped.count() >= 3);
}

#[test]
fn a_heavy_crossbow_is_loaded_in_one_go_where_dice_allow() {
    let gear = &[("crossbow", "first-hand"), ("bolt", "belt")];
    let plain = Plain::new().red([4, 8], 0, gear).blue([4, 0], 3, gear).with("/figures/dull/attributes/st", 60);
    let plain = plain.with("/rosters/red/figures/f1/gear/1/count", 9).with("/figures/dull/attributes/ma", 1);
    let mut battle = plain.battle(1);
    let red = kinds(&chosen(&mut battle, 8), RED);
    let shots = red.iter().filter(|kind| **kind == ActionKind::Fire).count();
    let loads = red.iter().filter(|kind| **kind == ActionKind::Ready).count();
    assert!(shots >= 3 && loads <= shots + 1, "{red:?}");
}

#[test]
fn nobody_queues_behind_a_comrade_when_there_is_a_way_round() {
    // A comrade fights in the passage; the way round is twelve hexes longer.
    let both = "ggggggggg\n".to_owned() + &"wwwwgwwwg\n".repeat(4) + &"ggggggggg\n".repeat(4);
    let one = both.replace("wwwwgwwwg", "wwwwgwwww");
    for (rows, comes) in [(both, true), (one, false)] {
        let plain = statue(Plain::new()).red([4, 4], 0, SWORD).red([4, 6], 0, SWORD);
        let plain = plain.figure(1, "blue", "statue", ([4, 3], 3), &[]).with("/maps/plain/rows", rows);
        let mut battle = plain.with("/figures/statue/attributes/st", 60).battle(3);
        let actions = chosen(&mut battle, 4);
        let struck = kinds(&actions, FigureId(1)).contains(&ActionKind::Strike);
        assert_eq!(struck, comes, "{:?}", told(&battle));
    }
}

#[test]
fn who_has_only_fists_picks_up_a_sword_that_lies_near() {
    let items = |hex: [i32; 2]| json!([{"item": "sword", "hex": hex, "lie": "laid"}]);
    for (hex, fetches) in [([6, 6], true), ([4, 6], true), ([0, 0], true), ([4, 1], false)] {
        let plain = statue(Plain::new()).red([4, 7], 0, &[]).figure(1, "blue", "statue", ([4, 2], 3), &[]);
        let plain = plain.with("/scenarios/fight/items", items(hex)).with("/figures/statue/attributes/st", 60);
        let mut battle = plain.battle(2);
        chosen(&mut battle, 8);
        let lines = told(&battle);
        let armed = lines.iter().any(|line| line.contains("red 1 strikes blue 1 with the sword"));
        assert_eq!(armed, fetches, "{hex:?}: {lines:?}");
    }
}

#[test]
fn whoever_thinks_long_asks_every_thousand_entries_whether_anybody_still_waits() {
    // Three against three has more options to consider than a duel.
    let scenarios = packs::playable("arena");
    let resolved = scenarios.iter().find(|resolved| resolved.scenario.id == "three-a-side").expect("it is there");
    for name in ["cunning", "steady", "random"] {
        let id = find::<Foeman>(name).expect("the player exists");
        let mut battle = Battle::<Foeman>::new(resolved, Seed(3)).expect("it can be played");
        let mut players = Players::default();
        let (mut most, mut decisions) = (0, 0);
        while decisions < 60 {
            match battle.turn() {
                Turn::Over(_) => break,
                Turn::Auto => battle.advance(),
                Turn::Ask { side, .. } => {
                    let (looks, tried) = (Cell::new(0_u32), Cell::new(0_u32));
                    let count = |entries: u32| {
                        assert!(entries <= 1000, "{name} tried {entries} entries out without asking");
                        looks.set(looks.get() + 1);
                        tried.set(tried.get() + entries);
                        true
                    };
                    let command = decide_while(&battle, players.of(side, id), &count).expect("a side must decide");
                    most = most.max(tried.get());
                    // The caller has given up: the search ends at its first check.
                    let again = Cell::new(0_u32);
                    let gone = |_| {
                        again.set(again.get() + 1);
                        false
                    };
                    decide_while(&battle, players.of(side, id), &gone).expect("a cancelled player still decides");
                    assert_eq!(again.get(), looks.get().min(1), "{name} continues after it was cancelled");
                    battle.issue(command).expect("players choose legal commands");
                    decisions += 1;
                }
            }
        }
        assert_eq!(most > 1000, name == "cunning", "{name} tried {most} entries out for one decision");
    }
}
