//! What a faction gains each turn, and what it can build of it.

use super::Situation;
use crate::catalogs::Reach;
use crate::ids::{ClassId, EntityId, FactionId, VariableId};

/// The most of a class that are ever built at once.
pub(in super::super) const MOST_BUILT: i32 = 999;

/// What a resource of a faction gains each turn, by what it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Income {
    /// From units that are placed.
    pub units: i32,
    /// From terrains of its sites.
    pub terrains: i32,
    /// From effects on its sites.
    pub effects: i32,
    /// From upgrades.
    pub upgrades: i32,
    /// From the faction itself.
    pub other: i32,
}

impl Income {
    /// All together.
    pub fn total(&self) -> i32 {
        [self.units, self.terrains, self.effects, self.upgrades, self.other].into_iter().fold(0, i32::saturating_add)
    }
}

impl Situation<'_> {
    /// What a faction's resources gain, in their order: those that are worked out anew each turn, or those that are not.
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
            for modifier in &self.state.listed(entity).modifiers {
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
            site.terrains.iter().for_each(|&terrain| add(terrain, |income| &mut income.terrains));
            site.effects.iter().for_each(|&effect| add(effect, |income| &mut income.effects));
        }
        income
    }

    /// How many of a class a faction can build with what it has.
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

    /// What a faction gets back for tearing something down: a fifth of what it took to build.
    pub fn salvage(&self, entity: EntityId) -> Vec<(VariableId, i32)> {
        self.class(entity).cost.iter().map(|&(variable, cost)| (variable, cost / 5)).collect()
    }
}
