//! Tracks which side leads in the course of a battle.

use crate::display::{Board, Token};
use crate::ruleset::{Health, Outcome, Ruleset};

/// The lead, evaluated at the end of every round: the side with the greatest share of its health left leads.
pub(super) struct Leads {
    /// The health of each side at the start.
    whole: Vec<i64>,
    leader: Option<usize>,
    changes: u32,
    /// How far each side was behind the best of the others, in thousandths, summed over all rounds.
    behind: Vec<i64>,
    looks: u32,
}

impl Leads {
    /// Starts with the health at the start.
    pub(super) fn new(start: &Standing) -> Self {
        let whole: Vec<i64> = (0..start.sides).map(|side| start.sum(side, |token| token.health.1)).collect();
        let behind = vec![0; whole.len()];
        Self { whole, leader: None, changes: 0, behind, looks: 0 }
    }

    /// Evaluates the health at the end of a round.
    pub(super) fn look(&mut self, now: &Standing) {
        let left = |(side, whole): (usize, &i64)| {
            1000 * now.sum(side, |token| if token.active { token.health.0 } else { 0 }) / (*whole).max(1)
        };
        let left: Vec<i64> = self.whole.iter().enumerate().map(left).collect();
        let best = left.iter().copied().max().unwrap_or_default();
        let mut leaders = left.iter().enumerate().filter(|(_, left)| **left == best).map(|(side, _)| side);
        // In a tie the previous leader keeps the lead.
        if let (Some(leader), None) = (leaders.next(), leaders.next()) {
            self.changes += u32::from(self.leader.is_some_and(|before| before != leader));
            self.leader = Some(leader);
        }
        for (behind, left) in self.behind.iter_mut().zip(left) {
            *behind += best - left;
        }
        self.looks += 1;
    }

    /// Returns how often the lead has changed.
    pub(super) fn changes(&self) -> u32 {
        self.changes
    }

    /// Returns how far a sole winner was behind on average, in thousandths.
    pub(super) fn behind(&self, outcome: &Outcome) -> Option<u32> {
        let [winner] = outcome.winners.as_slice() else { return None };
        let behind = self.behind.get(usize::from(winner.0))? / i64::from(self.looks.max(1));
        u32::try_from(behind).ok()
    }
}

/// The health of all tokens, and the number of sides.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Standing {
    sides: usize,
    tokens: Vec<Health>,
}

impl Standing {
    fn of(board: &Board) -> Self {
        let health = |token: &Token| Health { side: token.side, health: token.health, active: token.active };
        Self { sides: board.sides.len(), tokens: board.tokens.iter().map(health).collect() }
    }

    fn sum(&self, side: usize, of: impl Fn(&Health) -> i32) -> i64 {
        self.tokens.iter().filter(|token| token.side == side).map(|token| i64::from(of(token))).sum()
    }
}

/// Returns the health of all tokens, without a board if the ruleset can do that.
pub(super) fn health<R: Ruleset>(content: &R::Content, state: &R::State) -> Standing {
    let Some(health) = R::capabilities().health else { return Standing::of(&R::board(content, state)) };
    let (sides, tokens) = health(content, state);
    let standing = Standing { sides, tokens };
    debug_assert_eq!(standing, Standing::of(&R::board(content, state)), "the health differs from the board");
    standing
}

#[cfg(test)]
mod tests {
    use foeman_schema::grid::Points;

    use super::*;
    use crate::display::SideView;
    use crate::ruleset::{Reason, SideId};

    fn board(left: [i32; 2]) -> Standing {
        let side = || SideView { name: String::new(), color: String::new(), human: false };
        let token = |(side, left): (usize, i32)| Token {
            id: 0,
            name: String::new(),
            side,
            cells: Vec::new(),
            facing: None,
            points: Points::default(),
            health: (left, 20),
            marks: Vec::new(),
            details: Vec::new(),
            active: left > 0,
            images: Vec::new(),
        };
        Standing::of(&Board {
            sides: vec![side(), side()],
            tokens: left.into_iter().enumerate().map(token).collect(),
            ..Board::default()
        })
    }

    #[test]
    fn the_lead_passes_when_another_side_has_more_left() {
        let mut leads = Leads::new(&board([20, 20]));
        for left in [[20, 20], [20, 15], [10, 15], [10, 10], [10, 8], [10, 0]] {
            leads.look(&board(left));
        }
        assert_eq!(leads.changes(), 2, "the lead passes to the second side and back; a tie is no change");
        // The first side was behind by a quarter of its health in one of six rounds.
        assert_eq!(leads.behind(&Outcome::won(SideId(0), Reason::LastStanding)), Some(41));
        assert_eq!(leads.behind(&Outcome::draw(Reason::RoundLimit)), None);
    }
}
