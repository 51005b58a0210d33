//! A recorded duel of the Arena, for tests that must not depend on what the computer players choose.

use foeman_engine::dice::Seed;
use foeman_engine::game::{Address, Engine, Game};
use foeman_schema::resolve::Resolved;

/// The choices of both sides, written as in an address.
pub const CHOICES: &str = "0.2.1.3.1.0.3.0.10.2x2.0.2.0x2.2.17";
/// The seed of the dice.
pub const SEED: Seed = Seed(7);
/// The number of entries. The last one ends the battle: Ushka wins in round 2.
pub const ENTRIES: usize = 31;

/// Plays the recorded duel up to an entry.
///
/// # Panics
///
/// If `duel` is not the scenario of the Arena, or the content no longer allows the choices.
pub fn played(engine: &dyn Engine, duel: &Resolved, entries: usize) -> Box<dyn Game> {
    let mut game = engine.start(duel, SEED).unwrap_or_else(|problems| panic!("{problems:?}"));
    let address = format!("foeman:duel?seed={}&content=-&entries={entries}&chosen={CHOICES}", SEED.0);
    let address: Address = address.parse().unwrap_or_else(|error| panic!("{error}"));
    address.go(&mut *game, engine).unwrap_or_else(|error| panic!("{error}"));
    game
}
