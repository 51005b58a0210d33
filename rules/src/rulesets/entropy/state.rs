//! Everything that changes in a duel, and the instructions that change it.

use serde::{Deserialize, Serialize};

use super::content::{Content, Fighter};
use super::formulas::{self, Current};
use super::milli::Milli;
use crate::ruleset::{Outcome, SideId};

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
    pub outcome: Option<Outcome>,
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

/// What holds entropy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The weapon.
    Weapon,
    /// The armour.
    Armour,
    /// The body.
    Body,
}

/// One decision of a duellist (`E11`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Strike the other (`E6`).
    Strike,
    /// Raise its own level (`E5`).
    Raise,
    /// Lower its own level (`E5`).
    Lower,
}

/// One change, or something that happened and is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
pub enum Instruction {
    /// A duellist enters.
    Enter {
        /// Who.
        side: SideId,
    },
    /// A round begins (`E11`).
    Round {
        /// Its number.
        number: u32,
        /// Who acts, in order.
        order: [SideId; 2],
        /// The die that decided between equals (`F3.3`), when it had to.
        tie: Option<u8>,
    },
    /// Both have acted; everything regenerates (`E4`, `E11`).
    Rest,
    /// A duellist has acted.
    Acted {
        /// Who.
        side: SideId,
    },
    /// A strike was rolled (`E6`).
    Strike {
        /// Who strikes.
        side: SideId,
        /// What the die had to show at least.
        needed: i32,
        /// What it showed.
        rolled: u8,
    },
    /// Entropy starts to flow between the two (`E8`).
    Flow {
        /// Whose levels it changes.
        side: SideId,
        /// How much flows; negative when it flows out.
        flow: Milli,
        /// What it is multiplied with.
        efficiency: Milli,
        /// What comes of it.
        change: Milli,
    },
    /// A level changes.
    Level {
        /// Whose.
        side: SideId,
        /// Which.
        part: Part,
        /// To what.
        to: Milli,
        /// Why.
        why: Why,
    },
    /// What an object cannot hold goes on to the next one, or breaks the body (`E9`).
    Overflow {
        /// Whose object.
        side: SideId,
        /// Which.
        part: Part,
        /// How much; negative when more is drawn than it can give.
        amount: Milli,
    },
    /// The statistics shift with the level of the body (`E2`).
    Shift {
        /// Whose.
        side: SideId,
        /// Full bands above the natural level.
        bands: i32,
    },
    /// Physical damage (`E10`).
    Damage {
        /// Who strikes.
        side: SideId,
        /// How far weapon and defender are apart.
        distance: Milli,
        /// How much; nothing when they are too far apart.
        amount: Option<Milli>,
    },
    /// A duellist dies.
    Dies {
        /// Who.
        side: SideId,
        /// Of what.
        of: Death,
    },
    /// The duel ends.
    Over {
        /// How.
        outcome: Outcome,
    },
}

/// Why a level changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// A flow reaches it (`E9`).
    Flow,
    /// Its own body moves it (`E5`).
    Induced,
    /// It returns towards its natural level (`E4`).
    Regeneration,
}

/// What a duellist dies of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Death {
    /// A rapid band change: a flow went over the threshold of its body (`E9`).
    Overflow,
    /// A blow (`E10`).
    Blow,
    /// Its endurance sank below the damage it had taken (`E2`, `E10`).
    Weakness,
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

    /// Carries out an instruction.
    pub fn apply(&mut self, instruction: &Instruction) {
        match *instruction {
            Instruction::Round { number, order, .. } => {
                self.round = number;
                self.waiting = order.to_vec();
                self.rested = false;
            }
            Instruction::Rest => self.rested = true,
            Instruction::Acted { side } => self.waiting.retain(|waiting| *waiting != side),
            Instruction::Level { side, part, to, .. } => *self.standing_mut(side).level_mut(part) = to,
            Instruction::Shift { side, bands } => self.standing_mut(side).bands = bands,
            Instruction::Damage { side, amount, .. } => {
                self.standing_mut(other(side)).harm += amount.unwrap_or_default();
            }
            Instruction::Dies { side, .. } => self.standing_mut(side).dead = true,
            Instruction::Over { outcome } => self.outcome = Some(outcome),
            Instruction::Enter { .. }
            | Instruction::Strike { .. }
            | Instruction::Flow { .. }
            | Instruction::Overflow { .. } => {}
        }
    }

    fn standing_mut(&mut self, side: SideId) -> &mut Standing {
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

    fn level_mut(&mut self, part: Part) -> &mut Milli {
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
