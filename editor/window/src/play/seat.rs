//! Who plays the sides of a battle.

use foeman_engine::game::Engine;
use foeman_engine::player::PlayerId;

/// The player of a side in test-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// The user at the window.
    Person,
    /// A computer player.
    Computer(PlayerId),
    /// A person who plays from their own files.
    Elsewhere,
}

/// Whether the ruleset has all the computer players among these seats.
pub(super) fn all_known(seats: &[Seat], engine: &dyn Engine) -> bool {
    seats.iter().all(|seat| match seat {
        Seat::Person => true,
        // Only a battle by files has people elsewhere.
        Seat::Elsewhere => false,
        Seat::Computer(id) => engine.players().iter().any(|info| info.id == *id),
    })
}
