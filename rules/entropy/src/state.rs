//! Everything that changes in a duel.

use super::content::{Content, Fighter, Part};
use super::formulas::{self, Current};
use super::instruction::Ending;
use super::milli::Milli;
use foeman_engine::ruleset::SideId;

/// The state of a duel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// The sides that have not acted in this round, the next first.
    pub waiting: Vec<SideId>,
    /// Whether the regeneration of this round is done.
    pub rested: bool,
    /// The state of both duellists, in the order of the duel.
    pub standings: [Standing; 2],
    /// The result, once the duel is over.
    pub outcome: Option<Ending>,
}

/// The state of a duellist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Current level of the body (`CeLev`).
    pub body: Milli,
    /// Current level of the weapon.
    pub weapon: Milli,
    /// Current level of the armour; 0 without armour.
    pub armour: Milli,
    /// Full bands of the body above its natural level, which shift the statistics (`E2`).
    pub bands: i32,
    /// Physical damage taken.
    pub harm: Milli,
    /// Whether it is dead.
    pub dead: bool,
}

impl State {
    /// Returns the initial state, with all values at their natural levels.
    pub fn new(content: &Content) -> Self {
        let standing = |fighter: &Fighter| Standing {
            body: fighter.body.natural,
            weapon: fighter.weapon.vessel.natural,
            armour: fighter.armour.as_ref().map_or(Milli::ZERO, |armour| armour.vessel.natural),
            bands: 0,
            harm: Milli::ZERO,
            dead: false,
        };
        let [first, second] = &content.fighters;
        let standings = [standing(first), standing(second)];
        Self { round: 0, waiting: Vec::new(), rested: true, standings, outcome: None }
    }

    /// Returns the state of a side.
    pub fn standing(&self, side: SideId) -> &Standing {
        &self.standings[usize::from(side.0)]
    }

    pub(super) fn standing_mut(&mut self, side: SideId) -> &mut Standing {
        &mut self.standings[usize::from(side.0)]
    }
}

impl Standing {
    /// Returns the level of a part.
    pub fn level(&self, part: Part) -> Milli {
        match part {
            Part::Weapon => self.weapon,
            Part::Armour => self.armour,
            Part::Body => self.body,
        }
    }

    /// Returns the current physical statistics (`E2`).
    pub fn physical(&self, fighter: &Fighter) -> Current {
        formulas::physical(fighter.physical, self.bands)
    }

    /// Returns the current mental statistics (`E2`).
    pub fn mental(&self, fighter: &Fighter) -> Current {
        formulas::mental(fighter.mental, self.bands)
    }

    /// Returns the remaining damage capacity; a body dies when it is 0 or less (`E2`, `E10`), and has none when dead
    /// (`E9`).
    pub fn capacity(&self, fighter: &Fighter) -> Milli {
        if self.dead {
            return Milli::ZERO;
        }
        formulas::capacity(fighter.capacity, fighter.physical.end, self.physical(fighter).end) - self.harm
    }

    pub(super) fn level_mut(&mut self, part: Part) -> &mut Milli {
        match part {
            Part::Weapon => &mut self.weapon,
            Part::Armour => &mut self.armour,
            Part::Body => &mut self.body,
        }
    }
}

/// Returns the opponent of a side.
pub fn other(side: SideId) -> SideId {
    SideId(1 - side.0.min(1))
}
