//! Goals: the victory and defeat conditions of a scenario with their references resolved. These are an assumption; in
//! the sources, the last side standing wins.

use std::collections::BTreeSet;

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::Ref;
use foeman_schema::grid::Hex;
use foeman_schema::resolve::ContentError;
use foeman_schema::text::Pointer;

use crate::catalogs::victory::{Condition, FigureName, Names, Share};
use crate::catalogs::{Scenario, Side};
use crate::ids::{FigureId, HoldId};
use foeman_engine::ruleset::SideId;

/// A condition of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// The side that has it.
    pub side: SideId,
    /// Whether it is a victory or a defeat condition.
    pub stake: Stake,
    /// The condition to test.
    pub test: Test,
    /// The condition as the rest of a sentence that begins with "when".
    pub text: String,
    /// The set of goals that contains it: 0 for the goals of the scenario, otherwise the set of an event. A side has one
    /// set at a time.
    pub set: u16,
}

/// The consequence of a condition for its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    /// The side wins.
    Victory,
    /// The side is eliminated.
    Defeat,
}

/// A condition to test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test {
    /// Only this side is in a zone at the end of several consecutive rounds.
    Hold {
        /// The counter of this zone and side.
        hold: HoldId,
        /// The hexes of the zone.
        hexes: BTreeSet<Hex>,
        /// The number of rounds.
        rounds: u32,
    },
    /// Figures are in some hexes.
    Reach {
        /// The hexes.
        hexes: BTreeSet<Hex>,
        /// The figures.
        who: Who,
    },
    /// Figures of a side are dead or unconscious.
    Disable {
        /// The figures.
        who: Who,
    },
    /// Figures are still active after a round.
    Survive {
        /// The round.
        rounds: u32,
        /// The figures.
        who: Who,
    },
    /// All of these hold.
    All(Vec<Test>),
    /// At least one of these holds.
    Any(Vec<Test>),
    /// An event decides; there is nothing to test.
    Event,
}

/// The figures that a condition concerns, and how many of them are required.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    /// The figures, by their numbers.
    pub figures: Vec<FigureId>,
    /// How many of them are required.
    pub share: Share,
    /// The number of named figures that are not in the battle: they were not placed, or fell in an earlier battle.
    pub absent: u32,
    /// Whether figures that are no longer active are left out.
    pub standing: bool,
}

/// A zone that a side has to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldZone {
    /// The side that has to hold it.
    pub side: SideId,
    /// The zone's title.
    pub title: String,
    /// The number of rounds.
    pub rounds: u32,
}

/// The goals of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Goals {
    /// All goals, in the order of the sides, victory conditions first.
    pub all: Vec<Goal>,
    /// The zones to hold, by [`HoldId`].
    pub holds: Vec<HeldZone>,
    /// The number of sets that events bring.
    pub sets: u16,
}

/// A placed figure: its side, its key in the roster, and its number.
pub(super) type Placed = (SideId, String, FigureId);

/// Reads the goals of a scenario after its figures have been placed.
pub(super) fn read(
    at: &Pointer,
    scenario: &Scenario,
    map: &Map,
    placed: &[Placed],
    names: &dyn Names,
) -> Result<Goals, ContentError> {
    let mut goals = Goals::default();
    for (index, part) in scenario.sides.iter().enumerate() {
        let side = SideId(index as u8);
        let at = at.child("sides").child(index.to_string());
        for (key, stake, list) in [("victory", Stake::Victory, &part.victory), ("defeat", Stake::Defeat, &part.defeat)]
        {
            add(&mut goals, (&at.child(key), stake, list), (side, &part.side), (scenario, map, placed, names))?;
        }
    }
    Ok(goals)
}

/// Adds conditions of a side to its latest set.
pub(super) fn add(
    goals: &mut Goals,
    (at, stake, list): (&Pointer, Stake, &[Condition]),
    (side, named): (SideId, &Ref<Side>),
    (scenario, map, placed, names): (&Scenario, &Map, &[Placed], &dyn Names),
) -> Result<(), ContentError> {
    for (nth, condition) in list.iter().enumerate() {
        let at = at.child(nth.to_string());
        let mut reader = Reader { scenario, map, placed, names, side, holds: &mut goals.holds };
        let test = reader.test(&at, condition)?;
        let text = condition.sentence(named, names);
        goals.all.push(Goal { side, stake, test, text, set: goals.sets });
    }
    Ok(())
}

struct Reader<'a> {
    scenario: &'a Scenario,
    map: &'a Map,
    placed: &'a [Placed],
    names: &'a dyn Names,
    side: SideId,
    holds: &'a mut Vec<HeldZone>,
}

impl Reader<'_> {
    fn test(&mut self, at: &Pointer, condition: &Condition) -> Result<Test, ContentError> {
        let own = self.side;
        Ok(match condition {
            Condition::HoldZone { zone, rounds } => {
                let rounds = u32::from(*rounds);
                let hold = HoldId(self.holds.len() as u16);
                self.holds.push(HeldZone { side: own, title: self.names.zone(&zone.0), rounds });
                Test::Hold { hold, hexes: self.zone(at, &zone.0)?, rounds }
            }
            Condition::ReachZone { zone, figures, who } => {
                let hexes = self.zone(at, &zone.0)?;
                let who = self.who(own, figures, *who);
                Test::Reach { hexes, who: Who { standing: figures.is_empty(), ..who } }
            }
            Condition::ReachHex { hex, figures } => {
                let hexes = [self.map.geometry.hex(hex.map(i32::from))].into();
                Test::Reach { hexes, who: self.who(own, figures, Share::Any) }
            }
            Condition::Disable { side, figures, who } => {
                Test::Disable { who: self.who(self.side_of(at, side)?, figures, *who) }
            }
            Condition::Survive { rounds, figures, who } => {
                Test::Survive { rounds: u32::from(*rounds), who: self.who(own, figures, *who) }
            }
            Condition::All { of } => Test::All(self.tests(at, of)?),
            Condition::Any { of } => Test::Any(self.tests(at, of)?),
        })
    }

    fn tests(&mut self, at: &Pointer, of: &[Condition]) -> Result<Vec<Test>, ContentError> {
        let at = at.child("of");
        of.iter().enumerate().map(|(nth, part)| self.test(&at.child(nth.to_string()), part)).collect()
    }

    fn zone(&self, at: &Pointer, id: &str) -> Result<BTreeSet<Hex>, ContentError> {
        let Some(zone) = self.map.zones.get(id) else {
            let message = format!("expected a zone of the map, found `{id}`");
            return Err(ContentError { pointer: at.child("zone"), message });
        };
        Ok(zone.cells_on(&self.map.geometry).into_iter().map(|cell| self.map.geometry.hex(cell)).collect())
    }

    fn side_of(&self, at: &Pointer, side: &Ref<Side>) -> Result<SideId, ContentError> {
        let position = self.scenario.sides.iter().position(|part| part.side == *side);
        position.map(|position| SideId(position as u8)).ok_or_else(|| ContentError {
            pointer: at.child("side"),
            message: format!("expected a side of the scenario, found `{}`", side.id()),
        })
    }

    fn who(&self, side: SideId, named: &[FigureName], share: Share) -> Who {
        let is_meant = |key: &str| named.is_empty() || named.iter().any(|name| name.0 == key);
        let of_side = self.placed.iter().filter(|(owner, key, _)| *owner == side && is_meant(key));
        let figures: Vec<FigureId> = of_side.map(|(.., figure)| *figure).collect();
        let absent = named.len().saturating_sub(figures.len()) as u32;
        Who { figures, absent, share, standing: false }
    }
}
