//! Rulesets and battles for front ends, without the ruleset's types.
//!
//! A program holds a [`Registry`] of [`Engine`]s; an engine starts and replays a [`Game`]; front ends look at a game
//! from a seat, [`Game::seen`], which shows only what its [`Viewer`] may know.

mod address;
mod engine;
mod moment;
mod seat;
mod table;

pub use address::{Address, AddressError};
pub use engine::{Engine, EngineOf, Registry};
pub use moment::{Moment, MomentKind};
pub use seat::{Seen, Told, Viewer};

use std::fmt;
use std::sync::Arc;

use foeman_schema::catalogs::checks::AnyCheck;
use foeman_schema::resolve::{ContentError, Resolved};
use serde_json::Value;

use crate::amend::{Amendment, Belonging};
use crate::choice::{Barred, Choice};
use crate::dice::Seed;
use crate::display::{About, Account, Explained};
use crate::exchange::{Exported, Note};
use crate::move_path::{Encounter, MovePath};
use crate::player::PlayerId;
use crate::prospect::Prospect;
use crate::ruleset::{Refusal, SideId, Stretch, Turn};

/// A battle that was replayed with one change.
pub struct Rerun {
    /// The battle, as far as its commands are legal.
    pub game: Box<dyn Game>,
    /// The point at which it diverges from the original; `None` if it does not.
    pub parting: Option<Parting>,
}

/// A choice made in an entry, with its alternatives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The side that chose.
    pub side: SideId,
    /// The choices available.
    pub choices: Vec<Choice>,
    /// The position of the choice made.
    pub chosen: usize,
}

/// The point at which two battles diverge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// The entry in the original battle.
    pub before: usize,
    /// The entry in the new battle.
    pub after: usize,
    /// The round.
    pub round: u32,
    /// The log lines of the original from there; empty if there are none.
    pub was: String,
    /// The log lines of the new battle, or why a command is refused.
    pub is: String,
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = |text: &str| if text.is_empty() { "nothing more".to_owned() } else { format!("\"{text}\"") };
        let (was, is) = (told(&self.was), told(&self.is));
        write!(f, "the battles differ from round {}, entry {}: {was} before, {is} now", self.round, self.after)
    }
}

/// A battle without its types.
///
/// Code that runs a battle uses [`turn`](Self::turn) and [`entries`](Self::entries); everything shown to users comes
/// from [`seen`](Self::seen).
///
/// ```
/// use foeman_engine::game::Viewer;
/// use foeman_engine::nim::{self, NIM};
/// use foeman_engine::prelude::*;
///
/// let mut game = NIM.engine("nim").unwrap().start(&nim::ten(), Seed(7)).unwrap();
/// let seen = game.seen(Viewer::Side(SideId(0)));
/// assert_eq!(seen.choices.len(), 3); // one, two or three pebbles
/// game.choose(2).unwrap();
/// assert_eq!(game.seen(Viewer::All).lines.len(), 1);
///
/// game.back_to(1);
/// assert_eq!((game.entries(), game.ahead()), (1, 1));
/// game.forward();
/// assert_eq!(game.entries(), 2);
/// ```
pub trait Game: Send {
    /// Returns the battle as a viewer may know it.
    fn seen(&self, viewer: Viewer) -> Seen;
    /// Returns the log lines that a viewer sees of an entry and all later ones.
    fn told_since(&self, viewer: Viewer, entry: usize) -> Vec<Arc<Told>>;
    /// Returns the choice made in an entry, with its alternatives; `None` if no player decided, or if it is hidden from
    /// the viewer.
    fn decision(&self, viewer: Viewer, entry: usize) -> Option<Decision>;
    /// Returns the position of every choice made so far. `None` for an amended battle, or one with new seeds, which does
    /// not follow from its choices.
    fn chosen(&self) -> Option<Vec<usize>>;
    /// Returns the longest part of a round that ended with an entry.
    fn ended(&self, entry: usize) -> Option<Stretch>;
    /// Returns who decides next.
    fn turn(&self) -> Turn;
    /// Returns the seed with which the battle began.
    fn seed(&self) -> Seed;
    /// Returns the new seed of the dice that an entry brought, if any.
    fn reseeded(&self, entry: usize) -> Option<Seed>;
    /// Whether dice were rolled in an entry.
    fn has_rolled(&self, entry: usize) -> bool;
    /// Returns the side that made the decision of an entry; `None` if the rules made it.
    fn decided(&self, entry: usize) -> Option<SideId>;
    /// Undoes an entry and all later ones, so that they cannot be redone. Returns the entry's command for
    /// [`issue`](Self::issue).
    fn withdraw(&mut self, entry: usize) -> Option<Value>;
    /// Makes a command the next entry; its dice, and those of all later entries, follow from the seed. The error says
    /// why the command is not legal, and changes nothing.
    fn issue(&mut self, command: &Value, seed: Seed) -> Result<(), String>;
    /// Returns the current round, from 1; 0 before the first.
    fn round(&self) -> u32;
    /// Makes the choice at a position in [`Seen::choices`] the next entry. Fails, and changes nothing, if there is no
    /// choice at that position.
    fn choose(&mut self, choice: usize) -> Result<(), Refusal>;
    /// Returns the choice at a position in [`Seen::choices`] limited to some of its [`members`](Choice::members), with
    /// its possible results. The error says why they cannot act alone.
    fn with_some(&self, viewer: Viewer, choice: usize, members: &[u32]) -> Result<(Choice, Option<Prospect>), Refusal>;
    /// Makes the choice at a position in [`Seen::choices`], limited to some of its members, the next entry.
    fn choose_some(&mut self, choice: usize, members: &[u32]) -> Result<(), Refusal>;
    /// Whether the viewer has to decide and may rename a token.
    fn may_rename(&self, viewer: Viewer, token: u32) -> bool;
    /// Renames a token, or resets its name if `name` is empty, as the next entry.
    fn rename(&mut self, token: u32, name: &str) -> Result<(), Refusal>;
    /// Returns the possible results of the choice at a position in [`Seen::choices`], as far as the viewer knows.
    fn prospect(&self, viewer: Viewer, choice: usize) -> Option<Prospect>;
    /// Returns choices that the active side might expect but cannot make now, with the reasons; empty unless the viewer
    /// is that side.
    fn barred(&self, viewer: Viewer) -> Vec<Barred>;
    /// Returns the paths open to the active token, as far as the viewer knows; empty unless the viewer is the active
    /// side.
    fn ways(&self, viewer: Viewer) -> Vec<MovePath>;
    /// Returns the tokens that could attack, or be attacked by, the moving token at the end of a path, if all others
    /// stay in place and as far as the viewer knows; empty unless the viewer is the active side.
    fn encounters(&self, viewer: Viewer, way: &MovePath) -> Vec<Encounter>;
    /// Returns the current values of a token with their terms; empty if it is not on the viewer's board.
    fn explained(&self, viewer: Viewer, token: u32) -> Vec<Explained>;
    /// Returns details of a cell or a side that the board does not show, as far as the viewer knows; `None` if the
    /// ruleset has none.
    fn account(&self, viewer: Viewer, about: About) -> Option<Account>;
    /// Takes the path at a position in [`ways`](Self::ways), one entry per step. It ends early if another token has to
    /// decide or comes into view. The error says why not even the first step is possible.
    fn go(&mut self, viewer: Viewer, way: usize) -> Result<(), Refusal>;
    /// Makes the next entry: by the rules, or by a computer player for the active side. Does nothing when the battle is
    /// over.
    ///
    /// A side keeps its player, with its cached results, as long as `player` stays the same.
    fn step(&mut self, player: PlayerId);
    /// Returns the number of entries; at least 1, the set-up.
    fn entries(&self) -> usize;
    /// Undoes all entries after the first `entries`; the set-up always stays.
    fn back_to(&mut self, entries: usize);
    /// Returns the number of undone entries that can be redone; 0 once a different entry has been made instead.
    fn ahead(&self) -> usize;
    /// Redoes the first undone entry.
    fn forward(&mut self);
    /// Returns the current content.
    fn content(&self) -> Resolved;
    /// Amends the battle with a new entry. Returns an error with the reason, and changes nothing, if that is
    /// impossible.
    fn amend(&mut self, amendment: Amendment) -> Result<(), String>;
    /// Returns the items that a game master can take from a token.
    fn belongings(&self, token: u32) -> Vec<Belonging>;
    /// Returns the battle with the undone entries that were replaced by others, if dice were rolled in them; each such
    /// battle is returned once.
    fn departed(&mut self) -> Option<Box<dyn Game>>;
    /// Returns an independent copy of the battle.
    fn branch(&self) -> Box<dyn Game>;
    /// Replays the battle with other content from the start: same seed, and the same commands as long as they are
    /// legal. The errors say why the content cannot be played.
    fn rerun(&self, resolved: &Resolved) -> Result<Rerun, Vec<ContentError>>;
    /// Replays the battle with another choice in one entry, by its position among those available: same dice, and the
    /// same commands afterwards, as long as they are legal. `None` if no player decided in that entry.
    fn rechosen(&self, entry: usize, choice: usize) -> Option<Rerun>;
    /// Exports the battle in its current state in the ruleset's exchange format; `None` if that format has no battles.
    /// Returns an error if nothing can be written.
    fn recorded(&self) -> Option<Result<Exported, Note>>;
    /// Returns the text of the journal.
    fn journal(&self) -> String;
    /// Returns a check that the battle goes as it has gone; `None` for an amended battle, or one with new seeds, which no
    /// check can describe.
    fn check(&self) -> Option<AnyCheck>;
    /// Returns the journal's hash in hexadecimal; it depends on content, seed and entries.
    fn hash(&self) -> String;
}
