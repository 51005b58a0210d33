//! A seat at a battle: what a viewer may know of it.

use std::sync::Arc;

use serde::Serialize;

use super::Moment;
use crate::choice::Choice;
use crate::history::Curve;
use crate::ruleset::{SideId, Turn};
use crate::told::{Board, Line};

/// Who looks at a battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Viewer {
    /// Somebody from whom nothing is hidden.
    #[default]
    All,
    /// A side, which knows no more than the rules let it.
    Side(SideId),
}

/// A battle as a viewer may know it: the one way in which front ends look at a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Who looks.
    pub viewer: Viewer,
    /// Who decides next; the token that acts only where it is on the viewer's board.
    pub turn: Turn,
    /// The current round, from 1; 0 before the first.
    pub round: u32,
    /// What can be drawn now.
    pub board: Board,
    /// The log so far.
    pub lines: Vec<Arc<Told>>,
    /// What the asked side may do, in the order of [`Game::choose`](super::Game::choose); empty unless the viewer is
    /// that side, or everything is shown.
    pub choices: Vec<Choice>,
    /// What a timeline shows, in order; of what was taken back and can be made again too.
    pub moments: Vec<Moment>,
    /// How its gauges, or the health of its tokens where it has none, went over the rounds so far.
    pub history: Vec<Curve>,
}

/// A line of the log with the entry and round it belongs to.
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
    /// Whether what is meant for a side is meant for this viewer too.
    pub fn may_see(self, side: SideId) -> bool {
        match self {
            Self::All => true,
            Self::Side(own) => own == side,
        }
    }
}

impl Seen {
    /// The name of a side.
    pub fn side_name(&self, side: SideId) -> String {
        let view = self.board.sides.get(usize::from(side.0));
        view.map_or_else(|| format!("side {}", side.0 + 1), |view| view.name.clone())
    }
}
