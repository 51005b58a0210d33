//! Invariants of every battle.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use foeman_engine::battle::Battle;
use foeman_engine::dice::{Seed, decision};
use foeman_engine::journal;
use foeman_engine::player::{Players, decide, find};
use foeman_engine::ruleset::{Emit, Reason, Ruleset, SideId, Turn};
use foeman_schema::grid::Direction;
use proptest::prelude::*;
use ruleset_foeman::attack::Manner;
use ruleset_foeman::attack::damage::{self, Dealing, TopDie};
use ruleset_foeman::body::line_of_sight;
use ruleset_foeman::body::shape::Pose;
use ruleset_foeman::catalogs::Skill;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::{FigureId, ItemId, TalentId};
use ruleset_foeman::instruction::{AttackEvent, FigureEvent, Harm, Instruction, ItemEvent, RoundEvent};
use ruleset_foeman::notation::bypass::Physical;
use ruleset_foeman::option::Mode;
use ruleset_foeman::phases::initiative::{highest, lot};
use ruleset_foeman::rolls::success::{AutomaticMiss, chance, judge};
use ruleset_foeman::rolls::{Addition, Sum, Total};
use ruleset_foeman::situation::hits::{self, order_dx};
use ruleset_foeman::situation::{footprint, values, weapons};
use ruleset_foeman::state::records::{DiceRecord, Posture};
use ruleset_foeman::state::{Action, Alteration};
use ruleset_foeman::{Foeman, Situation};
use serde_json::Value;

use crate::ground::{Plain, play};

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_command_is_listed_if_and_only_if_it_is_legal(seed in any::<u64>(), contested in any::<bool>()) {
        let battle = skirmish(contested).battle(seed);
        // Ammunition that is dropped one by one becomes separate items.
        let space = command_space(battle.state().figures.len() as u16, battle.state().items.len() as u16 + 8);
        each_state(battle, seed, 120, |battle| {
            let legal = battle.legal();
            let asks = matches!(battle.turn(), Turn::Ask { .. });
            prop_assert_eq!(asks, !legal.is_empty());
            for command in &space {
                let listed = legal.iter().filter(|other| *other == command).count();
                prop_assert_eq!(listed, usize::from(battle.check(command).is_ok()), "{:?}", command);
            }
            let known = legal.iter().filter(|command| space.contains(command)).count();
            prop_assert_eq!(known, legal.len(), "every listed command is in the space");
            Ok(())
        })?;
    }

    #[test]
    fn applying_what_was_recorded_gives_the_same_state(seed in any::<u64>()) {
        let mut battle = skirmish(seed % 2 == 0).battle(seed);
        play_at_random(&mut battle, seed, usize::MAX);
        let again = journal::replay::<Foeman>(&journal::write(&battle)).expect("a written journal can be read");
        prop_assert_eq!(again.state(), battle.state());
        let mut state = Foeman::empty(battle.content());
        for instruction in battle.entries().iter().flat_map(|entry| &entry.did) {
            Foeman::apply(battle.content(), &mut state, instruction);
        }
        prop_assert_eq!(&state, battle.state());
    }

    #[test]
    fn values_without_terms_are_the_totals_of_their_terms(seed in any::<u64>()) {
        let battle = skirmish(true).battle(seed);
        each_state(battle, seed, 60, |battle| {
            let now = Situation::new(battle.content(), battle.state());
            for figure in now.figures() {
                let with: [Sum; 4] = [
                    values::mod_st(now, figure),
                    values::mod_dx(now, figure),
                    values::mod_iq(now, figure),
                    values::full_ma(now, figure),
                ];
                let without = [now.mod_st(figure), now.mod_dx(figure), now.mod_iq(figure), now.full_ma(figure)];
                prop_assert_eq!(with.map(|sum| sum.total()), without);
                for target in now.opponents(figure) {
                    for arm in weapons::all(now, figure) {
                        let with: Sum = hits::attack_dx(now, figure, target, arm);
                        let without: Total = hits::attack_dx(now, figure, target, arm);
                        prop_assert_eq!(with.total(), without.total());
                    }
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn every_battle_ends_at_the_round_limit_or_before(seed in any::<u64>()) {
        let mut battle = skirmish(seed % 2 == 0).with("/scenarios/fight/rounds", 12).battle(seed);
        play_at_random(&mut battle, seed, usize::MAX);
        let Turn::Over(outcome) = battle.turn() else { panic!("the battle is over") };
        prop_assert!(battle.state().round <= 12);
        if outcome.reason == Reason::RoundLimit {
            prop_assert_eq!(battle.state().round, 12);
        }
    }

    #[test]
    fn figures_share_a_hex_only_at_close_quarters_or_passing_through_and_stay_on_open_ground(seed in any::<u64>()) {
        each_state(skirmish(false).battle(seed), seed, 400, |battle| {
            let (content, state) = (battle.content(), battle.state());
            let now = Situation::new(content, state);
            for figure in now.active() {
                prop_assert!(now.field().cost(state.figure(figure).hex).is_some());
                prop_assert!(state.figure(figure).mp <= state.figure(figure).ma);
                for other in now.active().filter(|&other| other > figure && footprint::overlap(now, figure, other)) {
                    prop_assert!(may_share(now, figure, other));
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn harm_and_what_was_stopped_never_exceed_the_dice(
        dice in prop::collection::vec(0u8..=9, 0..7),
        pools in prop::collection::vec(0i32..6, 0..4),
        mod_st in 2i32..30,
        skilled in any::<bool>(),
        first_harm in any::<bool>(),
    ) {
        let skill = if skilled { Skill::Skilled } else { Skill::Unskilled };
        let mut left = pools.clone();
        let top = if first_harm { TopDie::FirstThatHarms } else { TopDie::First };
        let dealing = Dealing { skill, top, harm: Physical::Normal };
        let harm = damage::apply(&dice, &mut left, mod_st, dealing);
        let sum: i32 = dice.iter().map(|&die| i32::from(die)).sum();
        let stopped: i32 = pools.iter().sum::<i32>() - left.iter().sum::<i32>();
        prop_assert!(harm.physical >= 0 && harm.exhaustion >= 0 && stopped >= 0);
        prop_assert!(harm.physical + harm.exhaustion + stopped <= sum);
        prop_assert!(harm.exhaustion < mod_st, "exhaustion alone does not kill");
    }

    #[test]
    fn sight_is_mutual_and_ways_are_as_cheap_as_a_flood_finds(
        rows in prop::collection::vec(prop::collection::vec(prop::sample::select(vec!['g', 'g', 'g', 'm', 'w']), 9), 9),
        ends in prop::array::uniform4(0i32..9),
    ) {
        let mut rows = rows;
        rows[0][0] = 'g';
        rows[8][8] = 'g';
        let text: String = rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        let content = Plain::new().red([0, 0], 0, &[]).blue([8, 8], 0, &[]).with("/maps/plain/rows", text).content();
        let [a, b] = [[ends[0], ends[1]], [ends[2], ends[3]]].map(|cell| content.land.field.geometry.hex(cell));
        prop_assert_eq!(line_of_sight::clear(&content.land.field, a, b), line_of_sight::clear(&content.land.field, b, a));
        if content.land.field.cost(a).is_some() && content.land.field.cost(b).is_some() {
            let (gait, from) = (content.kind(content.start[0].kind).gait, Pose { head: a, facing: Direction::default() });
            let flood = content.land.ways.cost(&content.land.field, gait, from, b);
            prop_assert_eq!(content.land.ways.cheapest(&content.land.field, gait, from, b), flood);
        }
    }
}

#[test]
fn ties_are_broken_uniformly_wherever_the_contenders_stand() {
    for values in [&[3, 3][..], &[1, 4, 4, 2], &[5, 5, 5, 5], &[2, 6, 2, 6, 6], &[2, 2, 6, 1, 6]] {
        let best = values.iter().max().expect("values");
        let contenders = values.iter().filter(|value| *value == best).count();
        let mut chosen = vec![0u32; values.len()];
        // 60 numbers cover all results of dice with 2 to 5 sides, each equally often.
        for way in 0..60u32.pow(2) * 60 {
            let mut rest = way;
            let winner = highest(values.iter().copied(), |sides| {
                let fell = rest % 60 % u32::from(sides) + 1;
                rest /= 60;
                fell as u8
            });
            chosen[winner.expect("values")] += 1;
        }
        let share = 60u32.pow(3) / contenders as u32;
        let expected: Vec<u32> = values.iter().map(|value| if value == best { share } else { 0 }).collect();
        assert_eq!(chosen, expected, "{values:?}");
    }
}

#[test]
fn lots_give_the_same_winner_and_the_same_dice_as_a_comparison_of_equal_values() {
    let battle = skirmish(false).battle(1);
    for contenders in (0..12).chain([60, 254, 255, 256, 257, 320]) {
        for entry in 0..20 {
            let drawn = |together: bool| {
                let mut state = battle.state().clone();
                let mut out = Emit::new(battle.content(), &mut state, Seed(contenders as u64), entry);
                let winner = match together {
                    true => lot(contenders, "order tie", &mut out),
                    false => highest(vec![0; contenders], |sides| out.die("order tie", 0, sides)).unwrap_or_default(),
                };
                (winner, out.finish().0)
            };
            assert_eq!(drawn(true), drawn(false), "{contenders} contenders");
        }
    }
}

#[test]
fn ties_of_more_contenders_than_a_die_has_sides_are_broken_fairly() {
    const CONTENDERS: usize = 600;
    let mut thirds = [0; 3];
    for trial in 0..900 {
        let mut dice = decision(Seed(1), trial, "tie");
        let winner = highest([7; CONTENDERS], |sides| dice.below(sides.into()) as u8 + 1).expect("values");
        thirds[winner * 3 / CONTENDERS] += 1;
    }
    // 300 are expected in each; five standard deviations are 71.
    assert!(thirds.iter().all(|share| (229..=371).contains(share)), "{thirds:?}");
}

#[test]
fn the_chance_of_a_roll_counts_every_way_the_dice_can_fall() {
    for dice in 1..=4u8 {
        for needed in 0..=25 {
            for miss in [AutomaticMiss::Threatens, AutomaticMiss::Lifted] {
                let ways = 6u64.pow(u32::from(dice));
                let falls = |way: u64| (0..dice).map(move |die| (way / 6u64.pow(u32::from(die)) % 6) as u8 + 1);
                let wins = (0..ways).filter(|&way| judge(&falls(way).collect::<Vec<_>>(), needed, miss).is_success());
                let odds = chance(dice, needed, miss);
                assert_eq!(
                    (odds.wins, odds.of),
                    (wins.count() as u64, ways),
                    "{dice} dice, {needed} or less, {miss:?}"
                );
            }
        }
    }
}

#[test]
fn no_battle_deals_more_harm_than_its_dice_show() {
    for seed in 0..20 {
        let mut battle = skirmish(false).battle(seed);
        play_at_random(&mut battle, seed, usize::MAX);
        for entry in battle.entries() {
            for instruction in &entry.did {
                let Instruction::Figure(_, FigureEvent::Harmed(harm)) = instruction else {
                    continue;
                };
                let Harm { kept, dice, guards, physical, exhaustion, .. } = &**harm;
                let stopped: i32 = guards.iter().map(|guard| guard.stopped).sum();
                assert!(physical + exhaustion + stopped <= dice.iter().map(|&die| i32::from(die)).sum());
                let rolled = entry.draws.iter().find(|draw| draw.purpose == "damage").expect("damage was rolled");
                assert!(kept.len() <= rolled.dice.len());
                assert!(kept.iter().all(|die| rolled.dice.contains(die)));
            }
        }
    }
}

#[test]
fn the_kept_order_of_declaring_is_the_present_one() {
    let mut kept = 0;
    for seed in 0..30 {
        each_state(skirmish(seed % 2 == 0).battle(seed), seed, usize::MAX, |battle| {
            let now = Situation::new(battle.content(), battle.state());
            let asked = now.state.asked_for_option().map(|asked| asked.figure);
            let Some(known) = now.state.recall.kept_undeclared() else { return Ok(()) };
            let known: Vec<FigureId> =
                known.iter().map(|other| other.figure).filter(|&figure| Some(figure) != asked).collect();
            let is_open = |figure: FigureId| now.figure(figure).dice == DiceRecord::NotAsked && now.is_active(figure);
            let mut open: Vec<FigureId> = now.figures().filter(|&figure| is_open(figure)).collect();
            open.retain(|&figure| Some(figure) != asked);
            open.sort_by_key(|&figure| {
                let own = now.figure(figure);
                (Reverse(order_dx(now, figure, own.option)), own.sequence == 0, own.sequence, figure)
            });
            kept += known.len();
            prop_assert_eq!(known, open);
            Ok(())
        })
        .expect("they are the same");
    }
    assert!(kept > 1000, "{kept}");
}

#[test]
fn the_kept_nearest_opponents_are_the_present_ones() {
    let mut met = BTreeSet::new();
    let steady = find::<Foeman>("steady").expect("it is a player of Foeman");
    for seed in 0..6 {
        let mut plain = Plain::new();
        for nth in 0..26 {
            let (side, colour, row) = if nth < 13 { (0, "red", 6) } else { (1, "blue", 1) };
            let at = [nth % 13 % 7 + 1, row + nth % 13 / 7];
            plain = plain.figure(side, colour, "dull", (at, 3 * side as u8), &[("sword", "first-hand")]);
        }
        let mut battle = plain.battle(seed);
        let mut players = Players::default();
        let mut random = fastrand::Rng::with_seed(seed);
        while battle.entries().len() < 1200 {
            match battle.turn() {
                Turn::Over(_) => break,
                Turn::Auto => battle.advance(),
                Turn::Ask { side, .. } => {
                    let mut legal = battle.legal();
                    let command = match battle.entries().len() % 4 {
                        0 => legal.swap_remove(random.usize(..legal.len())),
                        _ => decide(&battle, players.of(side, steady)).expect("there is a choice"),
                    };
                    battle.issue(command).expect("it is legal");
                }
            }
            let did = battle.entries().last().into_iter().flat_map(|entry| &entry.did);
            met.extend(did.filter_map(|did| match did {
                Instruction::Figure(_, FigureEvent::Stepped { .. }) => Some("a step"),
                Instruction::Figure(_, FigureEvent::Harmed(_)) => Some("harm"),
                Instruction::Round(RoundEvent::SegmentEnds) => Some("the end of a segment"),
                _ => None,
            }));
            let now = Situation::new(battle.content(), battle.state());
            for figure in now.figures() {
                let opponents = now.opponents(figure).map(|other| (footprint::distance(now, figure, other), other));
                assert_eq!(footprint::nearest_opponent(now, figure), opponents.min());
            }
        }
    }
    assert_eq!(met.len(), 3, "only {met:?}");
}

#[test]
fn skirmishes_at_random_come_to_every_way_to_attack_and_every_alteration() {
    let mut met = BTreeSet::new();
    for seed in 0..30 {
        let mut battle = skirmish(false).battle(seed);
        play_at_random(&mut battle, seed, usize::MAX);
        for instruction in battle.entries().iter().flat_map(|entry| &entry.did) {
            met.insert(match instruction {
                Instruction::Figure(_, FigureEvent::Attacked { mode, .. }) => format!("attacks by {mode:?}"),
                Instruction::Figure(_, FigureEvent::Readied { .. }) => "makes ready".to_owned(),
                Instruction::Figure(_, FigureEvent::Loading { .. }) => "works at loading".to_owned(),
                Instruction::Item(_, ItemEvent::Altered { to }) => format!("altered to {to:?}"),
                Instruction::Item(_, ItemEvent::Loaded { freely, .. }) => format!("loaded, freely: {freely}"),
                Instruction::Item(_, ItemEvent::Moved { .. }) => "moved".to_owned(),
                Instruction::Item(_, ItemEvent::Spent { .. }) => "spent".to_owned(),
                Instruction::Item(_, ItemEvent::Left { .. }) => "left".to_owned(),
                Instruction::Item(_, ItemEvent::Shed { .. }) => "shed".to_owned(),
                Instruction::Figure(_, FigureEvent::Attack(event)) => match event {
                    AttackEvent::Rerolled { .. } => "rolls again".to_owned(),
                    AttackEvent::MayAttackAgain => "may attack again".to_owned(),
                    AttackEvent::Exerted { .. } => "exerts itself".to_owned(),
                    AttackEvent::Restrained { .. } => "restrains itself".to_owned(),
                    _ => continue,
                },
                _ => continue,
            });
        }
    }
    for expected in [
        "attacks by Strike",
        "attacks by Jab",
        "attacks by Hurl",
        "attacks by Fire",
        "makes ready",
        "works at loading",
        "altered to BothHands",
        "altered to OneHand",
        "altered to Cover",
        "altered to Order",
        "altered to Lower",
        "loaded, freely: true",
        "loaded, freely: false",
        "moved",
        "spent",
        "left",
        "shed",
        "rolls again",
        "may attack again",
        "exerts itself",
        "restrains itself",
    ] {
        assert!(met.contains(expected), "`{expected}` is missing: {met:?}");
    }
}

#[test]
fn a_forged_arrow_is_found_out() {
    let archer = &[("bow", "first-hand"), ("arrow", "back")];
    let shielded = &[("sword", "first-hand"), ("shield", "second-hand")];
    let plain = Plain::new().red([4, 8], 0, archer).blue([4, 2], 3, shielded);
    let mut battle = plain.with("/rosters/red/figures/f1/gear/1/count", 4).battle(11);
    play(&mut battle, |battle, legal| {
        let wanted = |command: &&Command| match command {
            Command::Alter { to, .. } => matches!(to, Alteration::Load | Alteration::Cover),
            Command::Act { action: Action::Attack { dice, .. } } => *dice == 3,
            _ => false,
        };
        (battle.state().round <= 3).then(|| *legal.iter().find(wanted).unwrap_or(&legal[0]))
    });
    let text = journal::write(&battle);
    assert!(journal::verify::<Foeman>(&text).is_ok());
    for (written, forged) in [
        (r#""mode":"fire""#, r#""mode":"strike""#),
        (r#"{"spent":{"left":3}}"#, r#"{"spent":{"left":9}}"#),
        (r#"{"loaded":{"ammo":1,"freely":true}}"#, r#"{"altered":{"to":"load"}}"#),
        (r#""to":"cover""#, r#""to":"lower""#),
    ] {
        let forgery = text.replacen(written, forged, 1);
        assert_ne!(forgery, text, "the battle has no {written}");
        assert!(journal::verify::<Foeman>(&forgery).is_err(), "{forged}");
    }
    let nothing = text.replacen(r#"[1,{"spent""#, r#"[100,{"spent""#, 1);
    let Err(error) = journal::replay::<Foeman>(&nothing) else { panic!("there is no such item") };
    assert!(error.to_string().contains("line"), "{error}");
}

#[test]
fn instructions_of_a_tampered_journal_do_not_fit_or_do_no_harm() {
    let mut battle = skirmish(false).battle(11);
    play_at_random(&mut battle, 11, 900);
    let content = battle.content();
    for number in [0u64, 1, 5, 9, 255, 65_535, 1 << 31] {
        let mut state = Foeman::empty(content);
        for instruction in battle.entries().iter().flat_map(|entry| &entry.did) {
            let text = serde_json::to_value(instruction).expect("instructions are JSON");
            for pointer in numbers(&text, "") {
                let mut changed = text.clone();
                *changed.pointer_mut(&pointer).expect("it was found there") = number.into();
                let Ok(changed) = serde_json::from_value::<Instruction>(changed) else { continue };
                if !Foeman::fits(content, &state, &changed) {
                    continue;
                }
                let _ = Foeman::tell(content, &state, &changed);
                let mut after = state.clone();
                Foeman::apply(content, &mut after, &changed);
                let _ = (Foeman::board(content, &after), Foeman::value(content, &after, SideId(0)));
                if let Turn::Ask { .. } = Foeman::turn(content, &after) {
                    let mut legal = Vec::new();
                    Foeman::legal(content, &after, &mut legal);
                }
            }
            Foeman::apply(content, &mut state, instruction);
        }
    }
}

/// Returns the JSON pointers of all numbers.
pub(crate) fn numbers(value: &Value, at: &str) -> Vec<String> {
    match value {
        Value::Number(_) => vec![at.to_owned()],
        Value::Array(items) => {
            items.iter().zip(0..).flat_map(|(item, index)| numbers(item, &format!("{at}/{index}"))).collect()
        }
        Value::Object(fields) => {
            fields.iter().flat_map(|(key, field)| numbers(field, &format!("{at}/{key}"))).collect()
        }
        _ => Vec::new(),
    }
}

/// Two against two with all kinds of gear, close enough to meet soon.
fn skirmish(contested: bool) -> Plain {
    Plain::new()
        .red([2, 3], 2, &[("sword", "first-hand"), ("shield", "second-hand"), ("mail", "worn")])
        .figure(0, "red", "beast", ([2, 5], 1), &[])
        .red([1, 6], 1, &[("bow", "first-hand"), ("arrow", "back"), ("axe", "belt")])
        .blue([5, 3], 4, &[("pike", "second-hand"), ("axe", "belt"), ("star", "back")])
        .blue([5, 5], 5, &[("club", "first-hand"), ("parrying-dagger", "second-hand"), ("spiked-shield", "back")])
        .blue([7, 6], 5, &[("crossbow", "first-hand"), ("bolt", "belt"), ("net", "back")])
        .with("/talents", serde_json::json!({"knack": {"title": "Knack", "iq": 5, "effects": [
            {"kind": "grant", "reroll": 1}, {"kind": "grant", "option": "strike2"}, {"kind": "grant", "option": "fire2"},
        ]}}))
        .with("/rosters/red/figures/f1/talents", serde_json::json!(["knack"]))
        .with("/rosters/red/figures/f3/talents", serde_json::json!(["knack"]))
        .with("/scenarios/fight/items", serde_json::json!([{"item": "arrow", "hex": [1, 6], "count": 2}]))
        .with("/rosters/blue/figures/f1/gear/2/count", 2)
        .with("/rosters/red/figures/f3/gear/1/count", 4)
        .with("/rosters/blue/figures/f3/gear/1/count", 5)
        .with(
            "/maps/plain/rows",
            "ggggggggg\nggggwgggg\ngggmmmggg\nggggggggg\nggggggggg\nggggggggg\ngggwggggg\nggggggggg\nggggggggg\n",
        )
        .with("/scenarios/fight/options", serde_json::json!({"contested-defence": contested, "drop-on-fumble": true}))
}

/// Whether two figures may share a hex: at close quarters, or while one passes through.
pub(crate) fn may_share(now: Situation<'_>, one: FigureId, other: FigureId) -> bool {
    let close = |figure: FigureId| now.figure(figure).manoeuvres.grapples;
    let passes = now.state.current().filter(|current| current.origin.is_some()).map(|current| current.figure);
    passes == Some(one) || passes == Some(other) || (close(one) && close(other))
}

/// Every command that could ever be legal, and a few that never are.
pub(crate) fn command_space(figures: u16, items: u16) -> Vec<Command> {
    let figures: Vec<FigureId> = (0..=figures).map(FigureId).collect();
    let items: Vec<ItemId> = (0..=items).map(ItemId).collect();
    let some = |figure: &FigureId| Some(*figure);
    let targets: Vec<Option<FigureId>> = std::iter::once(None).chain(figures.iter().map(some)).collect();
    let mut actions = vec![Action::Move];
    for &target in &figures {
        actions.push(Action::Watch { target });
        for (mode, attack) in Mode::ALL.into_iter().flat_map(|mode| (0..4).map(move |attack| (mode, attack))) {
            for manner in [Manner::Plain, Manner::Proficient, Manner::Twice, Manner::Second] {
                actions.extend((0..=10).map(|dice| Action::Attack { mode, target, attack, dice, manner }));
            }
        }
    }
    for &target in &targets {
        actions.push(Action::Dodge { target });
        actions.push(Action::Defend { item: None, target });
        actions.extend(items.iter().map(|&item| Action::Defend { item: Some(item), target }));
    }
    for &item in &items {
        actions.extend((0..=10).map(|dice| Action::Ready { item, dice }));
    }
    let mut space = vec![Command::Halt, Command::Postpone, Command::FollowUp, Command::Refrain, Command::Decline];
    space.extend((0..=10).map(|most| Command::Restrain { most }));
    space.extend((0..1024).map(|dice| Command::Reroll { dice }));
    space.extend(Posture::ALL.map(|to| Command::TakePosture { to }));
    space.extend((0..3).map(|talent| Command::Hurry { talent: TalentId(talent) }));
    space.push(Command::ForceRetreat { direction: None });
    space.extend(Direction::ALL.map(|way| Command::ForceRetreat { direction: Some(way) }));
    for &target in &figures {
        space.extend([Command::ShieldRush { target }, Command::PushBack { target }, Command::Grapple { target }]);
        for manner in [Manner::Plain, Manner::Proficient, Manner::Twice] {
            let ways = (0..4).flat_map(|attack| (0..=10).map(move |dice| (attack, dice)));
            space.extend(ways.map(|(attack, dice)| Command::Charge { target, attack, dice, manner }));
        }
    }
    space.extend(Direction::ALL.map(|direction| Command::Step { direction }));
    space.extend(Direction::ALL.map(|facing| Command::Pivot { facing }));
    space.extend(figures.iter().map(|&figure| Command::Take { figure }));
    let alterations = items.iter().flat_map(|&item| Alteration::ALL.map(|to| Command::Alter { item, to }));
    space.extend(alterations);
    space.extend(actions.into_iter().map(|action| Command::Act { action }));
    space
}

/// Plays on at random for up to `entries` entries.
pub(crate) fn play_at_random(battle: &mut Battle<Foeman>, seed: u64, entries: usize) {
    let mut numbers = seed | 1;
    play(battle, |battle, legal| {
        numbers = numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (battle.entries().len() < entries).then(|| legal[(numbers >> 33) as usize % legal.len()])
    });
}

/// Visits every state with a decision in a random game.
pub(crate) fn each_state(
    mut battle: Battle<Foeman>,
    seed: u64,
    entries: usize,
    mut look: impl FnMut(&Battle<Foeman>) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut found = Ok(());
    let mut numbers = seed | 1;
    play(&mut battle, |battle, legal| {
        found = look(battle);
        numbers = numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (found.is_ok() && battle.entries().len() < entries).then(|| legal[(numbers >> 33) as usize % legal.len()])
    });
    found
}
