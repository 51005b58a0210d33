//! Growth, transfer and depletion of the resources of factions and entities.

use std::collections::BTreeMap;

use super::table::Act;
use crate::catalogs::{Reach, Transfer, VariableKind};
use crate::content::Category;
use crate::content::Holder;
use crate::fault::Fault;
use crate::ids::{EntityId, FactionId, VariableId};
use crate::instruction::{Instruction, Notice};
use crate::order;

/// Returns how much of an available amount can be taken, given the current value of the taker and its range.
fn transfer(available: i32, value: i32, [least, most]: [i32; 2]) -> i32 {
    match available > 0 {
        true => available.min(most.saturating_sub(value)),
        false => available.max(least.saturating_sub(value)),
    }
}

impl Act<'_> {
    /// Grows the resources of a faction: either those that are reset each turn, or all others.
    pub(super) fn gather(&mut self, faction: FactionId, resets: bool) -> Result<(), Fault> {
        for (variable, income) in self.now().income(faction, resets) {
            let stock = self.state().faction(faction).values.get(variable).copied();
            let before = stock.map_or(0, |stock| if resets { stock.initial } else { stock.now });
            let value = before.saturating_add(income.total());
            self.perform(Instruction::SetFactionVariable { faction, variable, value })?;
        }
        if resets || self.state().faction(faction).upgrades.is_empty() {
            return Ok(());
        }
        self.gather_from_upgrades(faction)
    }

    fn gather_from_upgrades(&mut self, faction: FactionId) -> Result<(), Fault> {
        let resources: Vec<VariableId> =
            self.state().faction(faction).resources(self.content).map(|stock| stock.variable).collect();
        for variable in resources {
            let Some(stock) = self.state().faction(faction).values.get(variable).copied() else { continue };
            let (mut value, range) = (stock.now, stock.range(self.content, Holder::Faction));
            for upgrade in self.state().faction(faction).upgrades.to_vec() {
                let Some(available) = self.on_offer(upgrade, variable) else { continue };
                let moved = transfer(available, value, range);
                if moved == 0 {
                    continue;
                }
                value += moved;
                let left = available - moved;
                self.perform(Instruction::SetEntityVariable { entity: upgrade, variable, value: left })?;
                if left == 0 && self.deplete(upgrade, Some(faction))? && self.content.original {
                    return Err(Fault::Interrupted);
                }
            }
            self.perform(Instruction::SetFactionVariable { faction, variable, value })?;
        }
        Ok(())
    }

    /// Returns how much of a resource an entity offers to others; `None` if it offers nothing.
    fn on_offer(&self, entity: EntityId, variable: VariableId) -> Option<i32> {
        let entity = self.state().entity(entity)?;
        let offers = entity.class(self.content).transfer != Transfer::None;
        Some(entity.values.value(variable)).filter(|&value| offers && value != 0)
    }

    /// Removes an entity without resources left, if its class disappears when depleted. Returns whether it was removed.
    pub(in super::super) fn deplete(&mut self, id: EntityId, faction: Option<FactionId>) -> Result<bool, Fault> {
        let Some(entity) = self.state().entity(id) else { return Ok(false) };
        let class = entity.class(self.content);
        let goes = class.transfer == Transfer::Delete && !class.background;
        let is_left = entity.values.of_kind(self.content, VariableKind::Resource).any(|stock| stock.now != 0);
        let name = entity.name(self.content).to_owned();
        if !goes || is_left {
            return Ok(false);
        }
        self.perform(Instruction::DeleteEntity { entity: id })?;
        self.tell(faction, Notice::Depleted, vec![name])?;
        Ok(true)
    }

    /// Grows the resources of an entity, and lets a unit take resources from its site.
    pub(super) fn update_stocks(&mut self, id: EntityId) -> Result<(), Fault> {
        let Some(entity) = self.state().entity(id).filter(|entity| entity.is_modifiable(self.content)) else {
            return Ok(());
        };
        let is_unit = entity.category(self.content) == Category::Unit;
        if !is_unit && !entity.modifies_itself(self.content, VariableKind::Resource) {
            return Ok(());
        }
        let around = entity.owner.zip(entity.site).filter(|_| is_unit);
        let mut changes = Vec::new();
        for stock in entity.values.of_kind(self.content, VariableKind::Resource) {
            let far = around.map_or(0, |(owner, site)| self.state().faction(owner).aura.at(site, stock.variable));
            let modifier = far.saturating_add(entity.modifier(Reach::Own, stock.variable));
            if modifier != 0 {
                changes.push((stock.variable, stock.now.saturating_add(modifier)));
            }
        }
        for (variable, value) in changes {
            self.perform(Instruction::SetEntityVariable { entity: id, variable, value })?;
        }
        if is_unit { self.take_from_site(id) } else { Ok(()) }
    }

    fn take_from_site(&mut self, id: EntityId) -> Result<(), Fault> {
        let Some(unit) = self.state().entity(id) else { return Ok(()) };
        let (Some(site), owner) = (unit.site, unit.owner) else { return Ok(()) };
        let resources: Vec<VariableId> =
            unit.values.of_kind(self.content, VariableKind::Resource).map(|stock| stock.variable).collect();
        for variable in resources {
            let Some(stock) = self.state().entity(id).and_then(|unit| unit.values.get(variable)).copied() else {
                continue;
            };
            let (mut value, range) = (stock.now, stock.range(self.content, Holder::Entity));
            for category in [Category::Terrain, Category::Effect] {
                let mut at = 0;
                while let Some(&source) = self.state().site(site).stack(category).get(at) {
                    at += 1;
                    let Some(available) = self.on_offer(source, variable) else { continue };
                    let moved = transfer(available, value, range);
                    if moved == 0 {
                        continue;
                    }
                    value += moved;
                    let left = available - moved;
                    self.perform(Instruction::SetEntityVariable { entity: source, variable, value: left })?;
                    if left == 0 && self.deplete(source, owner)? && !self.content.original {
                        // The next entity has moved to this position; Hexkit skips it.
                        at -= 1;
                    }
                }
            }
            self.perform(Instruction::SetEntityVariable { entity: id, variable, value })?;
        }
        Ok(())
    }

    /// Disbands units whose upkeep cannot be paid.
    pub(super) fn disband(&mut self, faction: FactionId) -> Result<(), Fault> {
        let units = self.unsupported(faction);
        if units.is_empty() {
            return Ok(());
        }
        let names = units.iter().map(|&unit| self.state().listed(unit).name(self.content).to_owned()).collect();
        self.proclaim(faction, Notice::Disbanded, names)?;
        self.destroy(faction, &units)
    }

    /// Returns the units that a faction cannot keep, the least valuable first.
    ///
    /// For each resource that would fall below its minimum, units that cost some of it are disbanded one by one until
    /// it no longer would. Hexkit does not check again and disbands all of them.
    fn unsupported(&self, faction: FactionId) -> Vec<EntityId> {
        let now = self.now();
        let of = self.state().faction(faction);
        let mut gains: BTreeMap<VariableId, i32> =
            now.income(faction, false).into_iter().map(|(variable, income)| (variable, income.total())).collect();
        // Units that are not placed cost nothing yet; Hexkit disbands them all the same.
        let costs = |&unit: &EntityId| self.content.original || self.state().listed(unit).site.is_some();
        let mut units: Vec<EntityId> = of.units.iter().copied().filter(costs).collect();
        order::sort(&mut units, &|&a, &b| now.worth(a) > now.worth(b));
        let mut lost = Vec::new();
        let cost = |unit: EntityId, variable| self.state().listed(unit).modifier(Reach::Owner, variable);
        for variable in gains.keys().copied().collect::<Vec<_>>() {
            let Some(stock) = of.values.get(variable) else { continue };
            let least = self.content.variable(variable).range[0];
            let is_short = |gain: i32| stock.now.saturating_add(gain) < least;
            let mut goes_on = is_short(gains[&variable]);
            while goes_on {
                let Some(at) = units.iter().rposition(|&unit| cost(unit, variable) < 0) else { break };
                let unit = units.remove(at);
                lost.push(unit);
                for (&other, gain) in &mut gains {
                    let salvage =
                        now.salvage(unit).into_iter().find(|&(of, _)| of == other).map_or(0, |(_, value)| value);
                    *gain = gain.saturating_sub(cost(unit, other)).saturating_add(salvage);
                }
                goes_on = self.content.original || is_short(gains[&variable]);
            }
        }
        lost
    }
}
