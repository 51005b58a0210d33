//! The curtain between people who share the window: it hides a battle until the next person is there.

use foeman_engine::display::Board;
use foeman_engine::game::{Seen, Viewer};
use foeman_engine::ruleset::{SideId, Turn};

use super::{Battle, Play};

/// Whether the battle is hidden between two people, and from whom.
#[derive(Default)]
pub(super) struct Curtain {
    is_used: bool,
    /// The side that was on the screen last, if a person plays it.
    last: Option<SideId>,
    /// The side whose person must come before anything is shown.
    covered: Option<SideId>,
}

impl Curtain {
    /// The side that was on the screen last; none if the curtain is not used.
    pub(super) fn last(&self) -> Option<SideId> {
        self.last.filter(|_| self.is_used)
    }

    /// Closes the curtain if another side takes the screen; returns whether it is closed.
    pub(super) fn look(&mut self, viewer: Viewer) -> bool {
        let side = match viewer {
            Viewer::Side(side) if self.is_used => Some(side),
            _ => None,
        };
        if side != self.covered && (side.is_none() || self.last != side) {
            self.covered = side.filter(|_| self.last.is_some());
        }
        self.last = side;
        self.covered.is_some()
    }
}

impl Play {
    /// Sets whether a curtain hides the battle between two people.
    pub(super) fn use_curtain(&mut self, is_used: bool) {
        let Some(battle) = self.battle.as_mut().filter(|battle| battle.curtain.is_used != is_used) else { return };
        battle.curtain.is_used = is_used;
        // The person at the screen stays.
        battle.curtain.last = None;
        self.with(|_| ());
    }
}

impl Battle {
    /// Returns the side whose person must come before the battle is shown.
    pub fn covered(&self) -> Option<SideId> {
        self.curtain.covered
    }

    /// Opens the curtain.
    pub(crate) fn uncover(&mut self) {
        self.curtain.covered = None;
    }

    /// What everybody may see while the curtain is closed: whose turn it is.
    pub(super) fn veiled(&self, viewer: Viewer) -> Seen {
        let Seen { turn, round, board, .. } = self.game.seen(viewer);
        let turn = match turn {
            Turn::Ask { side, .. } => Turn::Ask { side, actor: None },
            other => other,
        };
        Seen {
            viewer,
            turn,
            round,
            board: Board { sides: board.sides, ..Board::default() },
            lines: Vec::new(),
            choices: Vec::new(),
            moments: Vec::new(),
            history: Vec::new(),
        }
    }
}
