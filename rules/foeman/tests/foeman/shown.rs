//! The chance that a choice displays during a battle equals the engine's.

use std::collections::BTreeMap;

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::ruleset::Ruleset;
use foeman_test_support::packs;
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::state::records::DiceRecord;
use ruleset_foeman::state::{Question, State};

use crate::ground::play;
use crate::outcomes::enumerated;

/// Chances with more cases are left to the tests that count totals.
const MOST_CASES: u64 = 6u64.pow(5);

/// How often each kind of decision is checked in one battle.
const OFTEN: usize = 12;

#[test]
fn every_chance_shown_in_battles_at_random_is_that_of_the_engine() {
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for scenario in packs::playable("arena") {
        for seed in 0..4 {
            let mut battle = Battle::<Foeman>::new(&scenario, Seed(seed)).expect("it can be played");
            let mut seen: BTreeMap<String, usize> = BTreeMap::new();
            let mut numbers = seed | 1;
            play(&mut battle, |battle, legal| {
                look(battle, legal, &mut seen);
                numbers = numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                // Random walkers hardly ever charge.
                let facing = battle.state().current().map(|current| battle.state().figure(current.figure).facing);
                let ahead = |command: &&Command| match command {
                    Command::Charge { .. } => true,
                    Command::Step { direction } => numbers >> 63 == 0 && Some(*direction) == facing,
                    _ => false,
                };
                let any = || &legal[(numbers >> 33) as usize % legal.len()];
                (battle.entries().len() < 2000).then(|| *legal.iter().rev().find(ahead).unwrap_or_else(any))
            });
            for (verb, count) in seen {
                *met.entry(verb).or_default() += count;
            }
        }
    }
    for verb in [
        "step",
        "pivot",
        "charge",
        "shield-rush",
        "push-back",
        "grapple",
        "hurry",
        "reroll",
        "strike",
        "jab",
        "hurl",
        "fire",
        "ready",
        "alter",
        "use",
        "fire2",
        "posture",
    ] {
        assert!(met.get(verb).is_some_and(|&count| count > 0), "`{verb}` was never rolled for: {met:?}");
    }
}

fn look(battle: &Battle<Foeman>, legal: &[Command], seen: &mut BTreeMap<String, usize>) {
    let content = battle.content();
    let state = alone(battle.state());
    // A choice that is carried out only after other figures have acted is not checked; all others are.
    let mut looked = 0;
    for command in legal {
        if Foeman::check(content, &state, command).is_err() {
            continue;
        }
        let choice = Foeman::choice(content, &state, command);
        let Some(odds) = choice.odds.filter(|odds| odds.of <= MOST_CASES) else { continue };
        let count = seen.entry(choice.verb.clone()).or_default();
        if *count >= OFTEN || looked >= 3 {
            continue;
        }
        *count += 1;
        looked += 1;
        let found = enumerated(content, &state, *command, odds.of);
        assert_eq!(found, odds, "{}, entry {}: {}", battle.seed().0, battle.entries().len(), choice.text);
    }
}

/// Returns the state with all other figures' options done, so that the active figure's choice is carried out next.
fn alone(state: &State) -> State {
    let mut state = state.clone();
    if let Some(Question::Option(asked)) = state.asked {
        for figure in (0..state.figures.len() as u16).map(FigureId) {
            if figure != asked.figure {
                state.figure_mut(figure).dice = DiceRecord::Acted(0);
            }
        }
    }
    state
}
