//! The state of a bout.

use super::content::Content;

/// The state of a bout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) round: u32,
    pub(super) knot: i32,
    pub(super) breath: [i32; 2],
    /// The active side; 2 at the end of the round.
    pub(super) next: usize,
}

impl State {
    /// The initial state: the knot in the middle, both teams rested.
    pub(super) fn new(content: &Content) -> Self {
        let breath = [0, 1].map(|side: usize| i32::from(content.teams[side].breath));
        Self { round: 0, knot: content.costs.len() as i32 / 2, breath, next: 2 }
    }

    /// Returns the cost of the ground onto which a side would drag the knot.
    pub(super) fn cost(&self, content: &Content, side: usize) -> i32 {
        let column = usize::try_from(self.knot + towards(side)).unwrap_or(0);
        content.costs.get(column).copied().unwrap_or(1)
    }

    /// Returns the minimum total of a heave.
    pub(super) fn need(&self, content: &Content, side: usize) -> i32 {
        3 + self.cost(content, side)
    }
}

/// Returns the step of the knot when a side drags it.
pub(super) fn towards(side: usize) -> i32 {
    if side == 0 { -1 } else { 1 }
}
