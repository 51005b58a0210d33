//! Engine features available to every ruleset, tested with the toy ruleset.
#![allow(clippy::unwrap_used, reason = "a panic in a test helper fails the test")]

mod analysis;
mod broken;
mod builders;
mod core_only;
mod face;
mod fuzz;
mod handbooks;
mod journals;
mod laws;
mod layout;
mod merges;
mod players;
mod seats;
mod sequences;
mod shortcuts;
mod standards;
mod timeline;
mod verdicts;

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::ruleset::Turn;
use foeman_test_support::toy::{Tug, bout};

/// Plays a battle to its end; choices are indexes into the legal commands, modulo their number.
fn played(id: &str, seed: u64, choices: &[u16]) -> Battle<Tug> {
    let mut battle = Battle::new(&bout(id), Seed(seed)).expect("the toy's pack can be played");
    let mut choices = choices.iter().cycle();
    while !matches!(battle.turn(), Turn::Over(_)) {
        step(&mut battle, *choices.next().expect("there are choices"));
    }
    battle
}

/// Makes one more entry, unless the battle is over.
fn step(battle: &mut Battle<Tug>, choice: u16) {
    let mut legal = battle.legal();
    if legal.is_empty() {
        battle.advance();
    } else {
        let command = legal.swap_remove(usize::from(choice) % legal.len());
        battle.issue(command).expect("listed commands are legal");
    }
}
