//! What sides are out for, looked up: conditions of victory and defeat (a fill of ours: the rules know the last one standing).

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
    /// Whose it is.
    pub side: SideId,
    /// What it decides.
    pub stake: Stake,
    /// What must come true.
    pub test: Test,
    /// The same as the rest of a sentence that began with "when".
    pub text: String,
}

/// What a condition decides about its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    /// The side wins.
    Victory,
    /// The side is out of the battle.
    Defeat,
}

/// What must come true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test {
    /// The side alone is in a zone when several rounds end, one after the other.
    Hold {
        /// Which of the zones that are held it is.
        hold: HoldId,
        /// The hexes of the zone.
        hexes: BTreeSet<Hex>,
        /// How many rounds.
        rounds: u32,
    },
    /// Figures stand in some hexes.
    Reach {
        /// The hexes.
        hexes: BTreeSet<Hex>,
        /// Who.
        who: Who,
    },
    /// Figures of a side are out of action.
    Disable {
        /// Who.
        who: Who,
    },
    /// Figures are active after a round.
    Survive {
        /// The round.
        rounds: u32,
        /// Who.
        who: Who,
    },
    /// All of these hold.
    All(Vec<Test>),
    /// At least one of these holds.
    Any(Vec<Test>),
}

/// The figures that a condition is about, and how many of them it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    /// The figures, by their numbers.
    pub figures: Vec<FigureId>,
    /// How many of them.
    pub share: Share,
    /// How many more are named that are not in the battle: they stayed away, or fell in an earlier one.
    pub absent: u32,
    /// Whether those are left out that are not active any more.
    pub standing: bool,
}

/// A zone that somebody is to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldZone {
    /// The side that is to hold it.
    pub side: SideId,
    /// The zone's title.
    pub title: String,
    /// For how many rounds.
    pub rounds: u32,
}

/// The goals of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Goals {
    /// All of them, in the order of the sides, victories first.
    pub all: Vec<Goal>,
    /// The zones that are to be held, by their numbers.
    pub holds: Vec<HeldZone>,
}

/// Who is placed: the side, the key in its roster, and the number of the figure.
pub(super) type Placed = (SideId, String, FigureId);

/// Reads the goals of a scenario whose figures have been placed.
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
            for (nth, condition) in list.iter().enumerate() {
                let at = at.child(key).child(nth.to_string());
                let mut reader = Reader { scenario, map, placed, names, side, holds: &mut goals.holds };
                let test = reader.test(&at, condition)?;
                let text = condition.sentence(&part.side, names);
                goals.all.push(Goal { side, stake, test, text });
            }
        }
    }
    Ok(goals)
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
            let message = format!("expected a zone of the map, but found `{id}`");
            return Err(ContentError { pointer: at.child("zone"), message });
        };
        Ok(zone.cells_on(&self.map.geometry).into_iter().map(|cell| self.map.geometry.hex(cell)).collect())
    }

    fn side_of(&self, at: &Pointer, side: &Ref<Side>) -> Result<SideId, ContentError> {
        let position = self.scenario.sides.iter().position(|part| part.side == *side);
        position.map(|position| SideId(position as u8)).ok_or_else(|| ContentError {
            pointer: at.child("side"),
            message: format!("expected a side of the scenario, but found `{}`", side.id()),
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
