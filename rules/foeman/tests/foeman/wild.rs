//! Invariants of random scenarios: any effects, figures of any size, any options, any ground, any victory conditions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::journal;
use foeman_engine::player::find;
use foeman_engine::ruleset::{Ruleset, SideId, Turn};
use foeman_engine::simulate::{Plan, simulate, simulate_unhashed};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use ruleset_foeman::catalogs::HouseRules;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::instruction::{FigureEvent, Instruction, MagicEvent, ManoeuvreEvent};
use ruleset_foeman::situation::{footprint, relation};
use ruleset_foeman::state::{Action, State};
use ruleset_foeman::{Foeman, Situation};
use serde_json::{Map, Value, json};

use crate::ground::{Plain, play};
use crate::laws::{command_space, may_share, numbers};
use crate::magic_laws::{bewitched, effect, magic_space};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn whatever_there_is_what_is_listed_is_what_is_legal(plain in wild(), seed in any::<u64>()) {
        let mut nth = seed as usize % 16;
        walk(&mut plain.battle(seed), seed, 120, |battle| {
            let legal = battle.legal();
            prop_assert_eq!(matches!(battle.turn(), Turn::Ask { .. }), !legal.is_empty());
            for (position, command) in legal.iter().enumerate() {
                prop_assert!(battle.check(command).is_ok(), "listed but refused: {:?}", command);
                prop_assert!(!legal[..position].contains(command), "listed twice: {:?}", command);
            }
            // There are too many commands to try all of them everywhere: every state gets some of them.
            nth += 5;
            for command in space(battle).into_iter().skip(nth % 16).step_by(16) {
                prop_assert_eq!(legal.contains(&command), battle.check(&command).is_ok(), "{:?}", command);
            }
            Ok(())
        })?;
    }

    #[test]
    fn whatever_there_is_battles_end_replay_and_prove_themselves(plain in wild(), seed in any::<u64>()) {
        let mut battle = plain.battle(seed);
        walk(&mut battle, seed, usize::MAX, |_| Ok(()))?;
        prop_assert!(matches!(battle.turn(), Turn::Over(_)));
        let text = journal::write(&battle);
        let again = journal::replay::<Foeman>(&text).expect("a written journal can be read");
        prop_assert_eq!(again.state(), battle.state());
        prop_assert_eq!(journal::write(&again), text.as_str());
        let proof = journal::verify::<Foeman>(&text).expect("planning every entry again gives the same journal");
        prop_assert_eq!(proof.hash, journal::hash(&battle));
    }

    #[test]
    fn whatever_there_is_only_the_active_act_and_nobody_is_where_it_may_not_be(plain in wild(), seed in any::<u64>()) {
        let mut battle = plain.battle(seed);
        walk(&mut battle, seed, 600, |_| Ok(()))?;
        let content = battle.content();
        let (mut state, mut tolerated) = (Foeman::empty(content), BTreeSet::new());
        for entry in battle.entries() {
            for instruction in &entry.did {
                prop_assert!(Foeman::fits(content, &state, instruction), "{:?}", instruction);
                let _ = Foeman::tell(content, &state, instruction);
                if let Some(figure) = acting(instruction) {
                    prop_assert!(Situation::new(content, &state).is_active(figure), "{:?}", instruction);
                }
                unharmed(instruction)?;
                let before = state.clone();
                Foeman::apply(content, &mut state, instruction);
                pays_what_it_has(&before, &state, instruction)?;
            }
            let now = Situation::new(content, &state);
            if let Turn::Ask { side, actor: Some(actor) } = Foeman::turn(content, &state) {
                let figure = FigureId(actor as u16);
                prop_assert_eq!(now.side(figure), side);
                prop_assert!(now.is_active(figure) || !state.places.is_empty(), "{:?} is asked", figure);
            }
            apart(now, &mut tolerated)?;
        }
    }

    #[test]
    fn whatever_there_is_threads_and_runs_give_the_same_hashes(
        plain in wild(), seed in any::<u64>(), player in select(vec!["random", "steady"]),
    ) {
        let players = vec![find::<Foeman>(player).expect("it is there"); 2];
        let plan = |threads| Plan { battles: 4, seed: Seed(seed), threads, players: players.clone() };
        let (resolved, never) = (plain.resolved(), AtomicBool::new(false));
        let run = |threads| simulate::<Foeman>(&resolved, &plan(threads), &|| (), &never).expect("it can be played");
        let mut once = run(1);
        prop_assert_eq!(&run(2), &once);
        prop_assert_eq!(&run(5), &once);
        prop_assert_eq!(once.battles.len(), 4);
        for battle in &mut once.battles {
            prop_assert!(!battle.hash.is_empty() && !battle.course.is_empty());
            (battle.hash, battle.course) = Default::default();
        }
        let unhashed = simulate_unhashed::<Foeman>(&resolved, &plan(2), &|| (), &never).expect("it can be played");
        prop_assert_eq!(unhashed, once);
    }

    #[test]
    fn whatever_there_is_applying_what_fits_does_no_harm(plain in wild(), seed in any::<u64>()) {
        let mut battle = plain.battle(seed);
        walk(&mut battle, seed, 300, |_| Ok(()))?;
        let content = battle.content();
        let mut state = Foeman::empty(content);
        let mut nth = seed as usize % 7;
        for instruction in battle.entries().iter().flat_map(|entry| &entry.did) {
            nth += 1;
            if nth.is_multiple_of(3) {
                tamper(&battle, &state, instruction, nth);
            }
            Foeman::apply(content, &mut state, instruction);
        }
    }
}

/// A few cases; `PROPTEST_CASES=3000` runs more.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { usual.cases } else { 24 };
    ProptestConfig { cases, failure_persistence: None, ..usual }
}

/// Events that must happen in some of the random battles.
const PARTS: [&str; 18] = [
    "magic/casts",
    "magic/resists",
    "magic/suffers",
    "magic/heals",
    "magic/obeys",
    "makes",
    "begins",
    "renewed",
    "ends",
    "stepped",
    "attacked",
    "harmed",
    "grapples",
    "pushes-back",
    "leaves-hex",
    "forces-retreat",
    "observation true",
    "three hexes or more true",
];

fn happens(met: &BTreeMap<String, usize>, part: &str) -> bool {
    met.keys().any(|name| name.contains(part))
}

#[test]
fn wild_battles_come_to_whatever_the_laws_are_about() {
    let mut runner = TestRunner::deterministic();
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    // Some of them are rare: battles are added until all have happened.
    for seed in 0..600 {
        if seed >= 60 && PARTS.iter().all(|part| happens(&met, part)) {
            break;
        }
        let plain = wild().new_tree(&mut runner).expect("there are always scenarios").current();
        let mut battle = plain.battle(seed);
        walk(&mut battle, seed, usize::MAX, |_| Ok(())).expect("the callback never fails");
        let observes = battle.content().rules.observation;
        let big = battle.content().kinds.iter().any(|kind| kind.shape.count() > 2);
        for instruction in battle.entries().iter().flat_map(|entry| &entry.did) {
            // The name of the innermost event; everything else is data.
            let mut value = serde_json::to_value(instruction).expect("instructions are JSON");
            let mut name = String::new();
            for _ in 0..4 {
                value = match value {
                    Value::Object(fields) if fields.len() == 1 => {
                        let (key, inner) = fields.into_iter().next().expect("one field");
                        name = format!("{name}/{key}");
                        inner
                    }
                    Value::Array(mut parts) if parts.len() == 2 => parts.remove(1),
                    _ => break,
                };
            }
            *met.entry(name).or_default() += 1;
        }
        *met.entry(format!("observation {observes}")).or_default() += 1;
        *met.entry(format!("three hexes or more {big}")).or_default() += 1;
    }
    for part in PARTS {
        assert!(happens(&met, part), "`{part}` never happens: {met:#?}");
    }
}

/// Plays on at random, preferring actions against others, and visits every state with a decision.
fn walk(
    battle: &mut Battle<Foeman>,
    seed: u64,
    entries: usize,
    mut look: impl FnMut(&Battle<Foeman>) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let (mut found, mut random) = (Ok(()), seed | 1);
    play(battle, |battle, legal| {
        found = look(battle);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let deeds: Vec<&Command> = legal.iter().filter(|command| is_deed(command)).collect();
        let choice = (random >> 33) as usize;
        let command = match deeds.len() {
            count if count > 0 && random >> 62 != 0 => *deeds[choice % count],
            _ => legal[choice % legal.len()],
        };
        (found.is_ok() && battle.entries().len() < entries).then_some(command)
    });
    found
}

fn is_deed(command: &Command) -> bool {
    match command {
        Command::Act { action } => {
            matches!(action, Action::Attack { .. } | Action::Cast { .. } | Action::Use { .. } | Action::Exert { .. })
        }
        command => matches!(
            command,
            Command::Step { .. }
                | Command::Charge { .. }
                | Command::Grapple { .. }
                | Command::PushBack { .. }
                | Command::ForceRetreat { .. }
        ),
    }
}

/// Applies an instruction with one of its numbers changed, if it fits, and inspects the resulting state.
fn tamper(battle: &Battle<Foeman>, state: &State, instruction: &Instruction, nth: usize) {
    const NUMBERS: [u64; 7] = [0, 1, 5, 9, 255, 65_535, 1 << 31];
    let content = battle.content();
    let text = serde_json::to_value(instruction).expect("instructions are JSON");
    for (place, pointer) in numbers(&text, "").into_iter().enumerate() {
        let mut changed = text.clone();
        *changed.pointer_mut(&pointer).expect("it was found there") = NUMBERS[(nth / 3 + place) % 7].into();
        let Ok(changed) = serde_json::from_value::<Instruction>(changed) else { continue };
        if !Foeman::fits(content, state, &changed) {
            continue;
        }
        let _ = Foeman::tell(content, state, &changed);
        let mut after = state.clone();
        Foeman::apply(content, &mut after, &changed);
        let _ = (Foeman::board(content, &after), Foeman::value(content, &after, SideId(0)));
        if let Turn::Ask { .. } = Foeman::turn(content, &after) {
            Foeman::legal(content, &after, &mut Vec::new());
        }
    }
}

/// Every command that could ever be legal, and many that never are.
fn space(battle: &Battle<Foeman>) -> Vec<Command> {
    let (figures, items) = (battle.state().figures.len() as u16, battle.state().items.len() as u16);
    let geometry = &battle.content().land.field.geometry;
    let places = (0..geometry.cell_count()).map(|cell| Command::Place { hex: geometry.hex(geometry.cell_at(cell)) });
    let mut space = command_space(figures.min(8), items.min(12));
    space.extend(places);
    space.extend(magic_space(figures, 0));
    space
}

/// Returns the figure that acts voluntarily.
fn acting(instruction: &Instruction) -> Option<FigureId> {
    let Instruction::Figure(figure, event) = instruction else { return None };
    let acts = match event {
        FigureEvent::Taken { .. }
        | FigureEvent::Stepped { .. }
        | FigureEvent::Pivoted { .. }
        | FigureEvent::Asked { .. }
        | FigureEvent::AskedAgain { .. }
        | FigureEvent::Declared { .. }
        | FigureEvent::Attacked { .. }
        | FigureEvent::Readied { .. }
        | FigureEvent::Loading { .. } => true,
        FigureEvent::Magic(event) => {
            matches!(event, MagicEvent::Casts { .. } | MagicEvent::Uses { .. } | MagicEvent::Exerts { .. })
        }
        FigureEvent::Manoeuvre(event) => matches!(
            event,
            ManoeuvreEvent::MayForceRetreat { .. }
                | ManoeuvreEvent::ForcesRetreat { .. }
                | ManoeuvreEvent::LeavesHex { .. }
                | ManoeuvreEvent::BreaksLoose { .. }
                | ManoeuvreEvent::Charges { .. }
                | ManoeuvreEvent::RushesShield { .. }
                | ManoeuvreEvent::PushesBack { .. }
                | ManoeuvreEvent::Grapples { .. }
                | ManoeuvreEvent::Hurries { .. }
                | ManoeuvreEvent::TakesPosture { .. }
        ),
        _ => false,
    };
    acts.then_some(*figure)
}

/// Harm is never negative, and protection never heals.
fn unharmed(instruction: &Instruction) -> Result<(), TestCaseError> {
    match instruction {
        Instruction::Figure(_, FigureEvent::Harmed(harm)) => {
            prop_assert!(harm.physical >= 0 && harm.exhaustion >= 0, "{:?}", harm);
            prop_assert!(harm.guards.iter().all(|guard| guard.stopped >= 0), "{:?}", harm);
        }
        Instruction::Figure(_, FigureEvent::Magic(MagicEvent::Suffers(harm))) => {
            let stopped: i32 = harm.guards.iter().map(|guard| guard.stopped).sum();
            prop_assert!(harm.physical >= 0 && harm.exhaustion >= 0 && stopped >= 0, "{:?}", harm);
            prop_assert!(harm.physical + harm.exhaustion + stopped <= harm.points.max(0), "{:?}", harm);
        }
        _ => {}
    }
    Ok(())
}

/// Figures pay only MP they have: no step and no change of posture costs more than the rest of MA (`F4.1`).
///
/// Figures may continue after others have moved, and MA is recalculated whenever one does. A figure that was slowed in
/// between has paid more than it has now, and cannot go farther.
fn pays_what_it_has(before: &State, after: &State, instruction: &Instruction) -> Result<(), TestCaseError> {
    for (number, (was, is)) in before.figures.iter().zip(&after.figures).enumerate() {
        if is.mp > was.mp {
            prop_assert!(is.mp <= is.ma, "figure {} has used {} of {} MP: {:?}", number, is.mp, is.ma, instruction);
        }
        if is.mp > is.ma && was.mp <= was.ma {
            let lowers = matches!(instruction, Instruction::Figure(_, FigureEvent::Taken { .. }));
            prop_assert!(lowers, "{:?}", instruction);
        }
    }
    Ok(())
}

/// Figures are on passable ground and apart from each other, except at close quarters, when passing through, and when
/// they wake up under a figure that has moved over them.
fn apart(now: Situation<'_>, tolerated: &mut BTreeSet<(FigureId, FigureId)>) -> Result<(), TestCaseError> {
    let figures: Vec<FigureId> = now.figures().collect();
    let overlapping = |&(one, other): &(FigureId, FigureId)| footprint::overlap(now, one, other);
    tolerated.retain(overlapping);
    for &one in &figures {
        for &hex in footprint::hexes(now, one).iter() {
            prop_assert!(now.field().cost(hex).is_some(), "{:?} is on closed ground", one);
        }
        for pair in figures.iter().filter(|&&other| other > one).map(|&other| (one, other)).filter(overlapping) {
            let both = now.is_active(pair.0) && now.is_active(pair.1);
            if !both {
                tolerated.insert(pair);
            }
            prop_assert!(may_share(now, pair.0, pair.1) || tolerated.contains(&pair), "{:?} share a hex", pair);
        }
        if now.is_active(one) {
            let walled = relation::is_walled(now, &footprint::hexes(now, one));
            prop_assert!(!walled, "{:?} is in a wall", one);
        }
    }
    Ok(())
}

/// Any scenario: wizards with any spells, beasts of any size and nature, any options, ground and victory conditions.
pub(crate) fn wild() -> impl Strategy<Value = Plain> {
    let beasts = prop::array::uniform2((1u8..=4, prop::collection::vec(effect(), 0..3)));
    let ground = prop::collection::vec(select(vec!['g', 'g', 'g', 'g', 'g', 'm', 'w']), 81);
    let heights = prop::option::weighted(0.3, prop::collection::vec(select(vec!['0', '1', '2', '4']), 81));
    let things = prop::array::uniform2(prop::collection::vec(effect(), 0..3));
    let place = (ground, heights, things);
    (bewitched(), options(), beasts, place, aims()).prop_map(|(plain, options, beasts, place, aims)| {
        let rows =
            |cells: &[char]| cells.chunks(9).map(|row| row.iter().collect::<String>() + "\n").collect::<String>();
        let (mut cells, heights, [fire, block]) = place;
        // Keep walls away from the starting hexes, with room for figures of up to four hexes.
        for (place, cell) in cells.iter_mut().enumerate() {
            let (column, row) = (place % 9, place / 9);
            let starts = [[4, 6], [4, 3], [1, 4], [7, 4]];
            if starts.iter().any(|start: &[usize; 2]| start[0].abs_diff(column) <= 2 && start[1].abs_diff(row) <= 2)
                && *cell == 'w'
            {
                *cell = 'm';
            }
        }
        let plain = plain.with("/figures/fire/effects", fire).with("/figures/block/effects", block);
        let mut plain = plain.with("/scenarios/fight/options", options).with("/maps/plain/rows", rows(&cells));
        if let Some(heights) = heights {
            plain = plain.with("/maps/plain/elevation", rows(&heights));
        }
        for (side, (hexes, effects)) in beasts.into_iter().enumerate() {
            let kind = format!("brute-{side}");
            let brute = json!({"title": "Brute", "kind": "creature", "hexes": hexes, "size": 100 * u32::from(hexes),
                "attributes": {"st": 16, "dx": 11, "iq": 8, "ma": 9}, "effects": effects,
                "attacks": [{"title": "bite", "damage": "-1H"}]});
            let at = ([[1, 4], [7, 4]][side], [1, 4][side]);
            plain = plain.with(&format!("/figures/{kind}"), brute).figure(side, ["red", "blue"][side], &kind, at, &[]);
        }
        plain
            .with("/maps/plain/zones", json!({"yard": {"title": "The yard", "cells": [[4, 4], [4, 5]]}}))
            .with(
                "/scenarios/fight/features",
                json!([{"figure": "fire", "hex": [4, 4]}, {"figure": "block", "hex": [4, 8]}]),
            )
            .with("/scenarios/fight/items", json!([{"item": "sword", "hex": [4, 5]}, {"item": "charm", "hex": [2, 4]}]))
            .with("/scenarios/fight/sides/0/victory", aims[0].clone())
            .with("/scenarios/fight/sides/1/defeat", aims[1].clone())
    })
}

/// All options of a scenario, each on or off.
fn options() -> impl Strategy<Value = Value> {
    let known = serde_json::to_value(HouseRules::default()).expect("options are JSON");
    let known = known.as_object().expect("they have names").clone();
    prop::collection::vec(any::<prop::sample::Index>(), known.len()).prop_map(move |choices| {
        let chosen = known.iter().zip(choices).filter_map(|((name, usual), choice)| {
            let values = match (name.as_str(), usual) {
                (_, Value::Bool(_)) => vec![json!(false), json!(true)],
                ("damage-dice-limit", _) => vec![json!("adventurers"), json!("all")],
                ("adventurer-bonus", _) => vec![json!("adventurers"), json!("people")],
                ("revive", _) => vec![Value::Null, json!(5)],
                ("sight", _) => vec![Value::Null, json!(3)],
                _ => panic!("the option `{name}` is new: list its possible values here"),
            };
            let value = values[choice.index(values.len())].clone();
            (!value.is_null()).then(|| (name.clone(), value))
        });
        Value::Object(chosen.collect::<Map<_, _>>())
    })
}

/// The victory and defeat conditions of the sides; often only being the last one.
fn aims() -> impl Strategy<Value = [Value; 2]> {
    let one = || {
        prop_oneof![
            3 => Just(json!([])),
            1 => Just(json!([{"kind": "hold-zone", "zone": "yard", "rounds": 2}])),
            1 => Just(json!([{"kind": "reach-hex", "hex": [4, 4]}])),
            1 => Just(json!([{"kind": "survive", "rounds": 4}])),
        ]
    };
    [one(), one()]
}
