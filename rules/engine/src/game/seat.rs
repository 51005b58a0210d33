//! Seats: a battle as a viewer may know it.

use std::sync::Arc;

use serde::Serialize;

use super::Moment;
use crate::choice::Choice;
use crate::display::{Board, Line};
use crate::history::Curve;
use crate::ruleset::{SideId, Turn};

/// The viewer of a battle.
///
/// ```
/// use foeman_engine::game::Viewer;
/// use foeman_engine::nim::{self, NIM};
/// use foeman_engine::prelude::*;
///
/// let game = NIM.engine("nim").unwrap().start(&nim::ten(), Seed(7)).unwrap();
/// let choices = |viewer| game.seen(viewer).choices.len();
/// assert_eq!(choices(Viewer::Side(SideId(0))), 3);
/// assert_eq!(choices(Viewer::Side(SideId(1))), 0); // the other side decides
/// assert_eq!(choices(Viewer::All), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Viewer {
    /// A viewer who sees everything.
    #[default]
    All,
    /// A side, which sees no more than the rules allow.
    Side(SideId),
}

/// A battle as a viewer may know it: the only way in which front ends look at a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The viewer.
    pub viewer: Viewer,
    /// Who decides next; the active token is given only if it is on the viewer's board.
    pub turn: Turn,
    /// The current round, from 1; 0 before the first.
    pub round: u32,
    /// The current board.
    pub board: Board,
    /// The log so far.
    pub lines: Vec<Arc<Told>>,
    /// The choices of the active side, in the order of [`Game::choose`](super::Game::choose); empty unless the viewer
    /// is that side or sees everything.
    pub choices: Vec<Choice>,
    /// The moments for a timeline, in order, including undone entries that can be redone.
    pub moments: Vec<Moment>,
    /// The history of its gauges, or the health of its tokens if it has none, over the rounds so far.
    pub history: Vec<Curve>,
}

/// A log line with its entry and round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// The entry's number.
    pub entry: usize,
    /// The round.
    pub round: u32,
    /// The line.
    pub line: Line,
}

impl Viewer {
    /// Whether the viewer may see things visible to a side.
    pub(super) fn may_see(self, side: SideId) -> bool {
        match self {
            Self::All => true,
            Self::Side(own) => own == side,
        }
    }
}

impl Seen {
    /// Returns the name of a side.
    pub fn side_name(&self, side: SideId) -> String {
        let view = self.board.sides.get(usize::from(side.0));
        view.map_or_else(|| format!("side {}", side.0 + 1), |view| view.name.clone())
    }
}
