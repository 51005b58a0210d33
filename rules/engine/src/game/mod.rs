//! What front ends see of rulesets and battles, without their types.
//!
//! A program holds a [`Registry`] of [`Engine`]s; an engine starts and replays a [`Game`]; whoever looks at a game does
//! so from a seat, [`Game::seen`], and sees what its [`Viewer`] may know.

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

use crate::amend::{Amendment, Belonging};
use crate::choice::{Barred, Choice};
use crate::dice::Seed;
use crate::exchange::{Exported, Note};
use crate::player::PlayerId;
use crate::prospect::Prospect;
use crate::ruleset::{Refusal, SideId, Stretch, Turn};
use crate::told::{About, Account, Explained};
use crate::way::{Encounter, Way};

/// A battle that was fought once more with something else than before.
pub struct Rerun {
    /// The battle, as far as its commands are legal.
    pub game: Box<dyn Game>,
    /// Where it parts from the one before; nothing where both go alike.
    pub parting: Option<Parting>,
}

/// Somebody's choice in an entry that was made, among all that there were.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Whose it was.
    pub side: SideId,
    /// What could have been chosen.
    pub choices: Vec<Choice>,
    /// The position of what was.
    pub chosen: usize,
}

/// Where two battles part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// The entry of the battle as it was.
    pub before: usize,
    /// The entry of the battle as it is.
    pub after: usize,
    /// The round.
    pub round: u32,
    /// What happened as it was, as it is told; nothing where nothing was told.
    pub was: String,
    /// What happened instead, or why what was commanded is refused.
    pub is: String,
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = |text: &str| if text.is_empty() { "nothing more".to_owned() } else { format!("\"{text}\"") };
        let (was, is) = (told(&self.was), told(&self.is));
        write!(f, "the two part in round {} at entry {}: it was {was}, it is {is}", self.round, self.after)
    }
}

/// A battle without its types.
///
/// Whoever runs it asks for [`turn`](Self::turn) and [`entries`](Self::entries); everything that is shown to people comes
/// from [`seen`](Self::seen).
pub trait Game: Send {
    /// The battle as a viewer may know it.
    fn seen(&self, viewer: Viewer) -> Seen;
    /// What a viewer was told of an entry and those after it.
    fn told_since(&self, viewer: Viewer, entry: usize) -> Vec<Arc<Told>>;
    /// What was chosen in an entry, and what else could have been; nothing where nobody chose, or it is not for the viewer.
    fn decision(&self, viewer: Viewer, entry: usize) -> Option<Decision>;
    /// For every entry in which somebody chose, the position of that among the choices. Nothing of a battle that was
    /// amended, which does not follow from its choices.
    fn chosen(&self) -> Option<Vec<usize>>;
    /// What was over with an entry, the longest.
    fn ended(&self, entry: usize) -> Option<Stretch>;
    /// Who decides next.
    fn turn(&self) -> Turn;
    /// The seed of its dice.
    fn seed(&self) -> Seed;
    /// The current round, from 1; 0 before the first.
    fn round(&self) -> u32;
    /// Makes the choice at a position in [`Seen::choices`]; the next entry.
    fn choose(&mut self, choice: usize) -> Result<(), Refusal>;
    /// The choice at a position in [`Seen::choices`] made by some of its [`members`](Choice::members) alone, and what may
    /// come of it; the error says why these cannot.
    fn with_some(&self, viewer: Viewer, choice: usize, members: &[u32]) -> Result<(Choice, Option<Prospect>), Refusal>;
    /// Makes the choice at a position in [`Seen::choices`] with some of its members alone; the next entry.
    fn choose_some(&mut self, choice: usize, members: &[u32]) -> Result<(), Refusal>;
    /// Whether the viewer decides now and may give a token another name.
    fn may_rename(&self, viewer: Viewer, token: u32) -> bool;
    /// Gives a token another name, or with an empty one takes its name away; the next entry.
    fn rename(&mut self, token: u32, name: &str) -> Result<(), Refusal>;
    /// What may come of the choice at a position in [`Seen::choices`], as far as the viewer knows.
    fn prospect(&self, viewer: Viewer, choice: usize) -> Option<Prospect>;
    /// What the asked side might think of but cannot choose now, and why; nothing unless the viewer is that side.
    fn barred(&self, viewer: Viewer) -> Vec<Barred>;
    /// The ways that whoever is asked could go, as far as the viewer knows; nothing unless the viewer is that side.
    fn ways(&self, viewer: Viewer) -> Vec<Way>;
    /// Whom whoever goes a way could attack from its end, and who could attack it there, as all others stand now and as far
    /// as the viewer knows; nothing unless the viewer is the side that is asked.
    fn encounters(&self, viewer: Viewer, way: &Way) -> Vec<Encounter>;
    /// The values of a token as they are now, each with what it is made of; nothing where it is not on the viewer's board.
    fn explained(&self, viewer: Viewer, token: u32) -> Vec<Explained>;
    /// What is known of a cell or a side beside what the board shows, as far as the viewer knows; nothing unless the ruleset
    /// says so.
    fn account(&self, viewer: Viewer, about: About) -> Option<Account>;
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
    /// How many entries were taken back that can be made again as they were; none once another entry is made than the next
    /// of them.
    fn ahead(&self) -> usize;
    /// Makes the first of these again.
    fn forward(&mut self);
    /// The content it is played with now.
    fn content(&self) -> Resolved;
    /// Amends the battle: the next entry. The error says why it cannot be, and changes nothing.
    fn amend(&mut self, amendment: Amendment) -> Result<(), String>;
    /// What a token has that a game master can take from it.
    fn belongings(&self, token: u32) -> Vec<Belonging>;
    /// The battle as it had gone before it was taken back and then went otherwise, where dice were rolled in what was left:
    /// each is told once.
    fn departed(&mut self) -> Option<Box<dyn Game>>;
    /// The same battle, to go on with beside this one.
    fn branch(&self) -> Box<dyn Game>;
    /// The same seed and commands from the start with other content, as far as they are legal with it. The problems say
    /// why the content cannot be played.
    fn rerun(&self, resolved: &Resolved) -> Result<Rerun, Vec<ContentError>>;
    /// The same battle with another choice at the command of an entry, by its position among those that there were; the
    /// same dice and the same commands afterwards, as far as they are legal. Nothing where nobody chose there.
    fn rechosen(&self, entry: usize, choice: usize) -> Option<Rerun>;
    /// The battle as it stands in the form of its ruleset's exchange; `None` if that form holds no battles. The error says
    /// why nothing can be written.
    fn recorded(&self) -> Option<Result<Exported, Note>>;
    /// The journal's text.
    fn journal(&self) -> String;
    /// The check that the battle goes as it has gone; none of one that was amended, which no check can say.
    fn check(&self) -> Option<AnyCheck>;
    /// The journal's hash in hexadecimal: content, seed and entries.
    fn hash(&self) -> String;
}
