//! The commands of players in their turns: attack, move, place, build, destroy, rename, resign.

use super::rules::Event;
use super::table::Act;
use crate::catalogs::{Doing, Occasion};
use crate::content::Category;
use crate::fault::Fault;
use crate::ids::{ClassId, EntityId, FactionId, SiteId, VariableId};
use crate::instruction::{Cause, Instruction, Notice};
use crate::situation::Losses;

impl Act<'_> {
    /// Resolves an attack: each attacker kills a random defender; then each remaining defender kills a random attacker
    /// in its range.
    pub(super) fn attack(&mut self, units: &[EntityId], target: SiteId) -> Result<(), Fault> {
        let attacked = self.state().site(target).units().to_vec();
        let owner = |list: &[EntityId]| list.first().and_then(|&unit| self.state().entity(unit)?.owner);
        let owners = [owner(units), owner(&attacked)];
        let sides = [units.to_vec(), attacked.to_vec()];
        let before = [0, 1].map(|side| self.now().strength_of(&sides[side]));
        let names = [0, 1].map(|side| {
            let name = |&unit: &EntityId| self.state().listed(unit).name(self.content).to_owned();
            sides[side].iter().map(name).collect::<Vec<_>>()
        });
        for &unit in units {
            let event = self.event_of(Occasion::Attacks, unit);
            self.occur(event)?;
        }
        self.fight(units, target)?;
        for side in [0, 1] {
            let lost = before[side].saturating_sub(self.now().strength_of(&sides[side]));
            let percent = Losses::percent(lost, before[side]);
            let is_dead = |unit: &EntityId| self.state().entity(*unit).is_none();
            let dead = sides[side].iter().zip(&names[side]).filter(|(unit, _)| is_dead(unit));
            let dead = dead.map(|(_, name)| name.clone()).collect();
            if side == 1 && owners[side].is_none() && self.content.original {
                return Err(Fault::Ownerless);
            }
            let notice = if side == 0 { Notice::AttackersLost(percent) } else { Notice::DefendersLost(percent) };
            self.tell(owners[side], notice, dead)?;
        }
        for &unit in units {
            if self.state().entity(unit).is_some() {
                self.spend(unit, Doing::Attack)?;
            }
        }
        Ok(())
    }

    fn fight(&mut self, units: &[EntityId], target: SiteId) -> Result<(), Fault> {
        for &unit in units {
            let attacked = self.state().site(target).units().to_vec();
            if !attacked.is_empty() && self.is_placed(unit) {
                let struck = attacked[self.table.pick(attacked.len())];
                self.strike(unit, struck)?;
            }
        }
        let defenders: Vec<EntityId> = self.state().site(target).units().to_vec();
        for defender in defenders {
            if !self.is_placed(defender) {
                continue;
            }
            let now = self.now();
            let targets = now.attack_targets(&[defender]);
            let in_range = |unit: &EntityId| {
                let site = self.state().entity(*unit).and_then(|unit| unit.site);
                site.is_some_and(|site| targets.contains(&site))
            };
            let within: Vec<EntityId> = units.iter().copied().filter(in_range).collect();
            if !within.is_empty() {
                let struck = within[self.table.pick(within.len())];
                self.strike(defender, struck)?;
            }
        }
        Ok(())
    }

    /// Whether something is still on the map: custom rules may have removed it.
    fn is_placed(&self, entity: EntityId) -> bool {
        self.state().entity(entity).is_some_and(|entity| entity.site.is_some())
    }

    /// Lets one unit strike another, which dies unless a custom rule replaces its death.
    fn strike(&mut self, unit: EntityId, struck: EntityId) -> Result<(), Fault> {
        let foe = self.state().entity(unit).and_then(|unit| unit.owner);
        let event = Event { other: Some(unit), foe, ..self.event_of(Occasion::Struck, struck) };
        let is_told = self.occur(event)?;
        if is_told || self.state().entity(struck).is_none() { Ok(()) } else { self.kill(struck, Some(unit)) }
    }

    pub(super) fn go(&mut self, units: &[EntityId], target: SiteId) -> Result<(), Fault> {
        let source = units.first().and_then(|&unit| self.state().entity(unit)?.site).ok_or(Fault::Entity)?;
        for &entity in units {
            self.perform(Instruction::placed(entity, None))?;
        }
        let way = self.now().way(units, source, target);
        let shown = units.last().and_then(|&unit| self.state().entity(unit));
        if let (Some(way), Some(shown)) = (way, shown) {
            let class = shown.display.unwrap_or(shown.class);
            let sites = way.cells().filter_map(|cell| self.content.site(cell)).collect();
            self.perform(Instruction::MoveImage { class, sites, delay: 0 })?;
        }
        for &unit in units {
            if self.state().entity(unit).is_some() {
                self.perform(Instruction::placed(unit, Some(target)))?;
                self.spend(unit, Doing::Move)?;
            }
        }
        self.occur_to(Occasion::Moves, units)
    }

    /// Triggers an occasion for each of some units that are on the map.
    fn occur_to(&mut self, when: Occasion, units: &[EntityId]) -> Result<(), Fault> {
        for &unit in units {
            if self.is_placed(unit) {
                let event = self.event_of(when, unit);
                self.occur(event)?;
            }
        }
        Ok(())
    }

    pub(super) fn place(&mut self, entities: &[EntityId], target: SiteId) -> Result<(), Fault> {
        for &entity in entities {
            self.perform(Instruction::placed(entity, Some(target)))?;
        }
        let is_unit = |id: EntityId| {
            self.state().entity(id).is_some_and(|entity| entity.category(self.content) == Category::Unit)
        };
        if !entities.first().is_some_and(|&first| is_unit(first)) {
            return Ok(());
        }
        for &unit in entities {
            self.spend(unit, Doing::Attack)?;
            self.spend(unit, Doing::Move)?;
        }
        self.occur_to(Occasion::Placed, entities)
    }

    /// Returns a faction's resources, sorted.
    fn purse(&self, faction: FactionId) -> Vec<(VariableId, i32)> {
        let resources = self.state().faction(faction).resources(self.content);
        let mut purse: Vec<(VariableId, i32)> = resources.map(|stock| (stock.variable, stock.now)).collect();
        purse.sort_unstable();
        purse
    }

    fn settle(&mut self, faction: FactionId, purse: Vec<(VariableId, i32)>) -> Result<(), Fault> {
        for (variable, value) in purse {
            self.perform(Instruction::SetFactionVariable { faction, variable, value })?;
        }
        Ok(())
    }

    pub(super) fn build(&mut self, faction: FactionId, classes: &[ClassId]) -> Result<(), Fault> {
        let content = self.content;
        let mut purse = self.purse(faction);
        let first = self.state().made();
        for &class in classes {
            for (variable, value) in &mut purse {
                let cost = content.class(class).cost.iter().find(|(of, _)| of == variable);
                *value = value.saturating_sub(cost.map_or(0, |&(_, cost)| cost));
            }
            let entity = EntityId(self.state().made());
            self.perform(Instruction::CreateEntity { class })?;
            self.perform(Instruction::SetEntityOwner { entity, owner: Some(faction) })?;
            if content.class(class).category == Category::Unit {
                self.perform(Instruction::SetEntityUniqueName { entity, faction })?;
            }
        }
        self.settle(faction, purse)?;
        for entity in (first..self.state().made()).map(EntityId) {
            let event = self.event_of(Occasion::Built, entity);
            self.occur(event)?;
        }
        Ok(())
    }

    /// Destroys things and refunds a part of their cost.
    pub(super) fn destroy(&mut self, faction: FactionId, entities: &[EntityId]) -> Result<(), Fault> {
        let mut purse = self.purse(faction);
        for &entity in entities {
            if self.state().entity(entity).is_some() {
                for (variable, salvage) in self.now().salvage(entity) {
                    if let Some((_, value)) = purse.iter_mut().find(|(of, _)| *of == variable) {
                        *value = value.saturating_add(salvage);
                    }
                }
            }
            self.perform(Instruction::DeleteEntity { entity })?;
        }
        self.settle(faction, purse)
    }

    pub(super) fn rename(&mut self, entities: &[EntityId], name: &str) -> Result<(), Fault> {
        for &entity in entities {
            self.perform(Instruction::SetEntityName { entity, name: name.to_owned() })?;
        }
        Ok(())
    }

    pub(super) fn resign(&mut self, faction: FactionId) -> Result<(), Fault> {
        self.perform(Instruction::SetFactionResigned { faction, resigned: true })?;
        self.proclaim(faction, Notice::Lost(Cause::Resigned), Vec::new())
    }
}
