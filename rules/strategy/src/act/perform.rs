//! Executes one instruction with its immediate consequences: attributes are recalculated, and sites are captured.

use super::rules::Event;
use super::table::Act;
use crate::catalogs::{Occasion, Reach, VariableKind};
use crate::content::Category;
use crate::content::Stock;
use crate::fault::Fault;
use crate::ids::{EntityId, FactionId, SiteId, VariableId};
use crate::instruction::{Instruction, Message, Notice};

impl Act<'_> {
    /// Executes an instruction and its immediate consequences. Returns whether it changed anything.
    pub(in super::super) fn perform(&mut self, instruction: Instruction) -> Result<bool, Fault> {
        let done = self.table.carry_out(instruction.clone())?;
        self.stale |= done.auras;
        if done.changed {
            self.follow(&instruction)?;
        }
        Ok(done.changed)
    }

    fn follow(&mut self, instruction: &Instruction) -> Result<(), Fault> {
        match *instruction {
            Instruction::SetEntityOwner { entity, .. } | Instruction::SetEntityClass { entity, .. } => {
                self.refresh(entity)
            }
            Instruction::SetEntitySite { entity, .. } => {
                self.refresh(entity)?;
                self.arrive(entity)
            }
            Instruction::DeleteEntity { .. } => self.refresh_units(),
            Instruction::SetSiteOwner { site, .. } => {
                for entity in self.state().ground_of(site) {
                    self.refresh(entity)?;
                }
                Ok(())
            }
            Instruction::SetSiteUnitOwner { site, .. } => {
                let units: Vec<EntityId> = self.state().site(site).units().to_vec();
                for unit in units {
                    self.refresh(unit)?;
                }
                Ok(())
            }
            Instruction::SetEntityVariableInitial { entity, variable, .. }
            | Instruction::SetEntityVariableModifier { entity, variable, .. }
                if self.content.variable(variable).kind == VariableKind::Attribute =>
            {
                self.refresh(entity)
            }
            _ => Ok(()),
        }
    }

    /// Recalculates the attributes of an entity, and of all units if an aura has changed.
    fn refresh(&mut self, entity: EntityId) -> Result<(), Fault> {
        let is_unit = self.state().entity(entity).is_some_and(|of| of.category(self.content) == Category::Unit);
        if !self.stale || !is_unit {
            self.update_attributes(entity)?;
        }
        self.refresh_units()
    }

    fn refresh_units(&mut self) -> Result<(), Fault> {
        if !std::mem::replace(&mut self.stale, false) {
            return Ok(());
        }
        // In the order of sites, but without visiting every site.
        let mut changed: Vec<([i32; 2], usize, EntityId)> = Vec::new();
        for &unit in self.state().factions.iter().flat_map(|of| &of.units) {
            if let Some(site) = self.state().listed(unit).site
                && !self.stale_attributes(unit).is_empty()
            {
                let stack = self.state().site(site).units();
                let place = stack.iter().position(|&other| other == unit).unwrap_or_default();
                changed.push((self.content.cell(site), place, unit));
            }
        }
        changed.sort_unstable();
        changed.into_iter().try_for_each(|(_, _, unit)| self.update_attributes(unit))
    }

    /// Sets the attributes of an entity to their values with all modifiers.
    pub(super) fn update_attributes(&mut self, id: EntityId) -> Result<(), Fault> {
        for (variable, value) in self.stale_attributes(id) {
            self.perform(Instruction::SetEntityVariable { entity: id, variable, value })?;
        }
        Ok(())
    }

    /// Returns the attributes of an entity that are out of date, with their values including all modifiers.
    fn stale_attributes(&self, id: EntityId) -> Vec<(VariableId, i32)> {
        let Some(entity) = self.state().entity(id).filter(|entity| entity.is_modifiable(self.content)) else {
            return Vec::new();
        };
        let is_unit = entity.category(self.content) == Category::Unit;
        if !is_unit && !entity.modifies_itself(self.content, VariableKind::Attribute) {
            return Vec::new();
        }
        let around = entity.owner.zip(entity.site).filter(|_| is_unit);
        let around = around.map(|(owner, site)| self.state().faction(owner).aura.in_site(site));
        let fresh = |stock: &Stock| {
            let around = around.map_or(0, |around| around.of(stock.variable));
            let own = entity.modifier(Reach::Own, stock.variable);
            (stock.variable, stock.initial.saturating_add(around).saturating_add(own))
        };
        let attributes = entity.values.of_kind(self.content, VariableKind::Attribute);
        attributes.filter(|stock| fresh(stock).1 != stock.now).map(fresh).collect()
    }

    /// Captures the site that an entity has entered, if the site can be captured and the entity captures sites.
    fn arrive(&mut self, id: EntityId) -> Result<(), Fault> {
        let Some(entity) = self.state().entity(id) else { return Ok(()) };
        let (Category::Unit, owner, Some(site)) = (entity.category(self.content), entity.owner, entity.site) else {
            return Ok(());
        };
        if self.state().site(site).owner == owner {
            return Ok(());
        }
        // Hexkit does not handle units without an owner.
        self.capture(owner.ok_or(Fault::Ownerless)?, site)
    }

    fn capture(&mut self, faction: FactionId, site: SiteId) -> Result<(), Fault> {
        let now = self.now();
        if !now.has_own(site, faction) || !now.can_be_captured(site) || !now.has_captors(site) {
            return Ok(());
        }
        let foe = self.state().site(site).owner;
        self.perform(Instruction::SetSiteOwner { site, owner: Some(faction) })?;
        self.tell(Some(faction), Notice::Captured, Vec::new())?;
        self.occur(Event { foe, site: Some(site), ..Event::of_faction(Occasion::Captured, faction) }).map(drop)
    }

    /// Adds a message to the log.
    pub(super) fn tell(&mut self, faction: Option<FactionId>, notice: Notice, names: Vec<String>) -> Result<(), Fault> {
        self.perform(Instruction::ShowMessage(Message { faction, notice, names })).map(drop)
    }

    /// Adds a message that must be read.
    pub(super) fn proclaim(&mut self, faction: FactionId, notice: Notice, names: Vec<String>) -> Result<(), Fault> {
        self.perform(Instruction::ShowMessageDialog(Message { faction: Some(faction), notice, names })).map(drop)
    }
}
