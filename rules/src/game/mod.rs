//! What front ends see of rulesets and battles, without their types.
//!
//! A program holds a [`Registry`] of [`Engine`]s; an engine starts and replays a [`Game`]; whoever looks at a game does
//! so from a seat, [`Game::seen`], and sees what its [`Viewer`] may know.

mod engine;

mod seat;

mod table;

pub use engine::{Engine, EngineOf, Registry};
pub use seat::{Seen, Told, Viewer};

use foeman_schema::catalogs::checks::AnyCheck;

use crate::choice::Barred;
use crate::player::PlayerId;
use crate::prospect::Prospect;
use crate::ruleset::{Refusal, Turn};
use crate::told::Explained;
use crate::way::Way;

/// A battle without its types.
///
/// Whoever runs it asks for [`turn`](Self::turn) and [`entries`](Self::entries); everything that is shown to people comes
/// from [`seen`](Self::seen).
pub trait Game: Send {
    /// The battle as a viewer may know it.
    fn seen(&self, viewer: Viewer) -> Seen;
    /// Who decides next.
    fn turn(&self) -> Turn;
    /// The current round, from 1; 0 before the first.
    fn round(&self) -> u32;
    /// Makes the choice at a position in [`Seen::choices`]; the next entry.
    fn choose(&mut self, choice: usize) -> Result<(), Refusal>;
    /// What may come of the choice at a position in [`Seen::choices`], as far as the viewer knows.
    fn prospect(&self, viewer: Viewer, choice: usize) -> Option<Prospect>;
    /// What the asked side might think of but cannot choose now, and why; nothing unless the viewer is that side.
    fn barred(&self, viewer: Viewer) -> Vec<Barred>;
    /// The ways that whoever is asked could go, as far as the viewer knows; nothing unless the viewer is that side.
    fn ways(&self, viewer: Viewer) -> Vec<Way>;
    /// The values of a token as they are now, each with what it is made of; nothing where it is not on the viewer's board.
    fn explained(&self, viewer: Viewer, token: u32) -> Vec<Explained>;
    /// Goes the way at a position in [`ways`](Self::ways), each step an entry of its own, as far as it can be gone: it
    /// ends early where somebody else is asked, or comes into sight. The error says why not even the first step is made.
    fn go(&mut self, viewer: Viewer, way: usize) -> Result<(), Refusal>;
    /// Makes the next entry: by the rules, or by a computer player for the side that is asked. Nothing when over.
    ///
    /// A side keeps its player, with what that remembers, as long as it is asked for by the same id.
    fn step(&mut self, player: PlayerId);
    /// How many entries there are; at least 1, the set-up.
    fn entries(&self) -> usize;
    /// Takes back everything after the first `entries` entries (at least the set-up stays).
    fn back_to(&mut self, entries: usize);
    /// How many entries were taken back that can be made again as they were; none once another entry is made.
    fn ahead(&self) -> usize;
    /// Makes the first of these again.
    fn forward(&mut self);
    /// The journal's text.
    fn journal(&self) -> String;
    /// The check that the battle goes as it has gone.
    fn check(&self) -> AnyCheck;
    /// The journal's hash in hexadecimal: content, seed and entries.
    fn hash(&self) -> String;
}
