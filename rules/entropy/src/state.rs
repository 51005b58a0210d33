//! Everything that changes in a duel.

use super::content::{Content, Fighter, Part};
use super::formulas::{self, Current};
use super::instruction::Ending;
use super::milli::Milli;
use foeman_engine::ruleset::SideId;

/// How things stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// Who has not acted in this round, the next first.
    pub waiting: Vec<SideId>,
    /// Whether everything has regenerated in this round.
    pub rested: bool,
    /// The two, in the order of the duel.
    pub standings: [Standing; 2],
    /// How it ended.
    pub outcome: Option<Ending>,
}

/// How one of the two stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Current level of the body (`CeLev`).
    pub body: Milli,
    /// Current level of the weapon.
    pub weapon: Milli,
    /// Current level of the armour; 0 where there is none.
    pub armour: Milli,
    /// Full bands of the body above its natural level, which shift the statistics (`E2`).
    pub bands: i32,
    /// Physical damage taken.
    pub harm: Milli,
    /// Whether it has died.
    pub dead: bool,
}

impl State {
    /// Both as they are by nature, before anything has happened.
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

    /// How a side stands.
    pub fn standing(&self, side: SideId) -> &Standing {
        &self.standings[usize::from(side.0)]
    }

    /// How a side stands, to be changed.
    pub(super) fn standing_mut(&mut self, side: SideId) -> &mut Standing {
        &mut self.standings[usize::from(side.0)]
    }
}

impl Standing {
    /// The level of a part.
    pub fn level(&self, part: Part) -> Milli {
        match part {
            Part::Weapon => self.weapon,
            Part::Armour => self.armour,
            Part::Body => self.body,
        }
    }

    /// Current physical statistics (`E2`).
    pub fn physical(&self, fighter: &Fighter) -> Current {
        formulas::physical(fighter.physical, self.bands)
    }

    /// Current mental statistics (`E2`).
    pub fn mental(&self, fighter: &Fighter) -> Current {
        formulas::mental(fighter.mental, self.bands)
    }

    /// Damage capacity left; at most 0 is death (`E2`, `E10`), and death leaves none (`E9`).
    pub fn capacity(&self, fighter: &Fighter) -> Milli {
        if self.dead {
            return Milli::ZERO;
        }
        formulas::capacity(fighter.capacity, fighter.physical.end, self.physical(fighter).end) - self.harm
    }

    /// The level of a part, to be changed.
    pub(super) fn level_mut(&mut self, part: Part) -> &mut Milli {
        match part {
            Part::Weapon => &mut self.weapon,
            Part::Armour => &mut self.armour,
            Part::Body => &mut self.body,
        }
    }
}

/// The one a side fights.
pub fn other(side: SideId) -> SideId {
    SideId(1 - side.0.min(1))
}
