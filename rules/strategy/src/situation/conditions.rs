//! Victory and defeat conditions of factions.

use super::Situation;
use crate::catalogs::{Condition, Measure};
use crate::ids::FactionId;
use crate::instruction::Cause;

impl Situation<'_> {
    /// Returns the current value of a measure.
    pub fn measure(&self, faction: FactionId, measure: Measure) -> i32 {
        let of = self.state.faction(faction);
        match measure {
            Measure::Sites => of.sites.len() as i32,
            Measure::Units => of.units.len() as i32,
            Measure::UnitStrength => self.total_strength(faction),
            Measure::Turns => self.state.turn as i32,
        }
    }

    /// Whether a faction meets a victory condition.
    pub fn wins_by(&self, faction: FactionId, condition: &Condition) -> bool {
        let value = self.measure(faction, condition.measure);
        match condition.measure {
            Measure::Turns => value > condition.threshold,
            _ => value >= condition.threshold,
        }
    }

    /// Whether a faction meets a defeat condition.
    pub fn loses_by(&self, faction: FactionId, condition: &Condition) -> bool {
        let value = self.measure(faction, condition.measure);
        match condition.measure {
            Measure::Turns => value > condition.threshold,
            _ => value <= condition.threshold,
        }
    }

    /// Returns why a faction has won, if it has.
    pub fn victory(&self, faction: FactionId) -> Option<Cause> {
        if self.state.order.len() == 1 {
            return Some(Cause::Survivor);
        }
        let of = self.content.faction(faction);
        let met = of.victory.iter().find(|condition| self.wins_by(faction, condition));
        let mut resources = self.state.faction(faction).resources(self.content);
        let is_enough =
            |value: i32, variable| self.content.variable(variable).victory.is_some_and(|most| value >= most);
        met.map(|condition| Cause::Measured(condition.measure)).or_else(|| {
            let stock = resources.find(|stock| is_enough(stock.now, stock.variable))?;
            Some(Cause::Resource(stock.variable))
        })
    }

    /// Returns why a faction has lost, if it has.
    pub fn defeat(&self, faction: FactionId) -> Option<Cause> {
        if self.state.faction(faction).resigned {
            return Some(Cause::Resigned);
        }
        let of = self.content.faction(faction);
        let met = of.defeat.iter().find(|condition| self.loses_by(faction, condition));
        let mut resources = self.state.faction(faction).resources(self.content);
        let is_little =
            |value: i32, variable| self.content.variable(variable).defeat.is_some_and(|least| value <= least);
        met.map(|condition| Cause::Measured(condition.measure)).or_else(|| {
            let stock = resources.find(|stock| is_little(stock.now, stock.variable))?;
            Some(Cause::Resource(stock.variable))
        })
    }
}
