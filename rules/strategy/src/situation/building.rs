//! Income of a faction each turn, and the classes it can build.

use super::Situation;
use crate::catalogs::Reach;
use crate::ids::{ClassId, EntityId, FactionId, VariableId};

/// The maximum number of a class that can be built at once.
pub(in super::super) const MOST_BUILT: i32 = 999;

/// The income of a faction's resource each turn, by source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Income {
    /// From placed units.
    pub units: i32,
    /// From terrains of its sites.
    pub terrains: i32,
    /// From effects on its sites.
    pub effects: i32,
    /// From upgrades.
    pub upgrades: i32,
    /// From the faction's base income.
    pub other: i32,
}

impl Income {
    /// Returns the sum of all sources.
    pub fn total(&self) -> i32 {
        [self.units, self.terrains, self.effects, self.upgrades, self.other].into_iter().fold(0, i32::saturating_add)
    }
}

impl Situation<'_> {
    /// Returns the income of a faction's resources, in order: either those that are reset each turn, or all others.
    pub fn income(&self, faction: FactionId, resets: bool) -> Vec<(VariableId, Income)> {
        let of = self.state.faction(faction);
        let wanted = of.resources(self.content).filter(|stock| self.content.variable(stock.variable).reset == resets);
        let mut income: Vec<(VariableId, Income)> = wanted
            .map(|stock| (stock.variable, Income { other: of.income_of(stock.variable), ..Income::default() }))
            .collect();
        if income.is_empty() {
            return income;
        }
        let mut add = |entity: EntityId, part: fn(&mut Income) -> &mut i32| {
            for modifier in self.state.listed(entity).modifiers.iter() {
                let counted = income.iter_mut().find(|(variable, _)| *variable == modifier.variable);
                if let (Reach::Owner, Some((_, income))) = (modifier.reach, counted) {
                    let part = part(income);
                    *part = part.saturating_add(modifier.value);
                }
            }
        };
        of.upgrades.iter().for_each(|&upgrade| add(upgrade, |income| &mut income.upgrades));
        let placed = of.units.iter().filter(|&&unit| self.state.listed(unit).site.is_some());
        placed.for_each(|&unit| add(unit, |income| &mut income.units));
        for &site in &of.sites {
            let site = self.state.site(site);
            site.terrains().iter().for_each(|&terrain| add(terrain, |income| &mut income.terrains));
            site.effects().iter().for_each(|&effect| add(effect, |income| &mut income.effects));
        }
        income
    }

    /// Returns how many of a class a faction can afford to build.
    pub fn build_count(&self, faction: FactionId, class: ClassId) -> i32 {
        if self.content.faction(faction).builds.binary_search(&class).is_err() {
            return 0;
        }
        let values = &self.state.faction(faction).values;
        let mut count = MOST_BUILT;
        for &(variable, cost) in self.content.class(class).cost.iter().filter(|(_, cost)| *cost > 0) {
            count = count.min(values.value(variable).max(0) / cost);
        }
        count
    }

    /// Returns the refund for destroying something: a fifth of its cost.
    pub fn salvage(&self, entity: EntityId) -> Vec<(VariableId, i32)> {
        self.class(entity).cost.iter().map(|&(variable, cost)| (variable, cost / 5)).collect()
    }
}
