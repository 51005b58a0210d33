//! Invariants of every battle.

use foeman_engine::battle::{Battle, Cause};
use foeman_engine::dice::Seed;
use foeman_engine::journal;
use foeman_engine::ruleset::{Ruleset, Turn};
use foeman_test_support::toy::{COMMANDS, Command, Tug, bout};
use proptest::prelude::*;

use super::{played, step};

fn bouts() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("meadow"), Just("bog")]
}

fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 1..40)
}

proptest! {
    #[test]
    fn replay_equals_play(id in bouts(), seed: u64, choices in choices()) {
        let battle = played(id, seed, &choices);
        let replayed = journal::replay::<Tug>(&journal::write(&battle)).unwrap();
        prop_assert_eq!(replayed.state(), battle.state());
        prop_assert_eq!(replayed.entries(), battle.entries());
        prop_assert_eq!(journal::write(&replayed), journal::write(&battle));
    }

    #[test]
    fn a_command_is_listed_exactly_when_check_accepts_it(id in bouts(), seed: u64, choices in choices(), dice: u8) {
        let mut battle = Battle::<Tug>::new(&bout(id), Seed(seed)).unwrap();
        for choice in choices {
            let legal = battle.legal();
            for command in COMMANDS.into_iter().chain([Command::Heave { dice }]) {
                prop_assert_eq!(legal.contains(&command), battle.check(&command).is_ok(), "{:?}", command);
            }
            prop_assert_eq!(!legal.is_empty(), matches!(battle.turn(), Turn::Ask { .. }));
            step(&mut battle, choice);
        }
    }

    #[test]
    fn a_refused_command_changes_nothing(id in bouts(), seed: u64, choices in choices(), dice: u8) {
        let mut battle = Battle::<Tug>::new(&bout(id), Seed(seed)).unwrap();
        for choice in choices {
            let before = (battle.state().clone(), battle.entries().len(), journal::hash(&battle));
            for command in COMMANDS.into_iter().chain([Command::Heave { dice }]) {
                if battle.check(&command).is_err() {
                    prop_assert!(battle.issue(command).is_err());
                }
            }
            prop_assert_eq!((battle.state().clone(), battle.entries().len(), journal::hash(&battle)), before);
            step(&mut battle, choice);
        }
    }

    #[test]
    fn going_back_and_choosing_the_same_again_gives_the_same_hash(
        id in bouts(), seed: u64, choices in choices(), back in any::<prop::sample::Index>(),
    ) {
        let battle = played(id, seed, &choices);
        let mut again = battle.clone();
        let back = back.index(battle.entries().len());
        again.back_to(back);
        prop_assert_eq!(again.entries(), &battle.entries()[..back.max(1)]);
        for entry in &battle.entries()[back.max(1)..] {
            match entry.cause {
                Cause::Command(command) => again.issue(command).unwrap(),
                _ => again.advance(),
            }
        }
        prop_assert_eq!(journal::hash(&again), journal::hash(&battle));
        prop_assert_eq!(again.state(), battle.state());
    }

    #[test]
    fn the_chance_shown_is_the_share_of_rolls_that_succeed(dice in 1u8..=3) {
        let battle = Battle::<Tug>::new(&bout("bog"), Seed(0)).unwrap();
        let odds = Tug::choice(battle.content(), battle.state(), &Command::Heave { dice }).odds.unwrap();
        let rolls = 6u64.pow(dice.into());
        let sum = |mut roll: u64| (0..dice).map(|_| { let d = roll % 6 + 1; roll /= 6; d }).sum::<u64>();
        prop_assert_eq!(odds.of, rolls);
        // Mud costs 2, so a heave in the bog needs 5.
        prop_assert_eq!(odds.wins, (0..rolls).filter(|&roll| sum(roll) >= 5).count() as u64);
    }
}

#[test]
fn going_back_crosses_the_kept_states_and_a_branch_leaves_its_origin_alone() {
    // Teams that only pull and rest make no progress, so the battle outlasts the interval between kept states.
    let mut battle = Battle::<Tug>::new(&bout("meadow"), Seed(3)).unwrap();
    let mut states = vec![battle.state().clone()];
    while !matches!(battle.turn(), Turn::Over(_)) {
        match [Command::Pull, Command::Rest].into_iter().find(|command| battle.check(command).is_ok()) {
            Some(command) => battle.issue(command).unwrap(),
            None => battle.advance(),
        }
        states.push(battle.state().clone());
    }
    assert!(states.len() > 140, "only {} entries", states.len());
    let whole = journal::hash(&battle);
    for entries in [140, 129, 128, 127, 65, 64, 63, 1, 0] {
        let mut branch = battle.clone();
        branch.back_to(entries);
        assert_eq!(branch.state(), &states[entries.max(1) - 1], "{entries}");
        step(&mut branch, 0);
        branch.back_to(entries);
        assert_eq!(branch.state(), &states[entries.max(1) - 1], "{entries} after another step");
    }
    assert_eq!(journal::hash(&battle), whole);
}

#[test]
fn a_battle_has_the_committed_journal_on_every_machine_and_profile() {
    let text = journal::write(&played("meadow", 7, &[0, 2, 1, 3]));
    let golden = include_str!("meadow-7.journal");
    if !text.lines().eq(golden.lines()) {
        let fresh = concat!(env!("CARGO_TARGET_TMPDIR"), "/meadow-7.journal");
        std::fs::write(fresh, text).unwrap();
        panic!("the journal differs; if that is meant, copy {fresh} over tests/tests/engine/meadow-7.journal");
    }
    journal::verify::<Tug>(golden).unwrap();
}
