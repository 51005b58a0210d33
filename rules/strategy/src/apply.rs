//! Applies instructions: the only code that changes a state.

use super::catalogs::{Reach, VariableKind};
use super::content::{Category, Content, Holder, Made, Stocks};
use super::fault::Fault;
use super::ids::{ClassId, EntityId, FactionId, SiteId, VariableId};
use super::instruction::Instruction;
use super::state::{Entity, State};

/// The result of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Done {
    /// Whether it changed anything. Instructions that only show something count as changes.
    pub(super) changed: bool,
    /// Whether auras have changed, and with them possibly the attributes of units.
    pub(super) auras: bool,
    /// The sites whose derived values were recalculated because their terrains changed.
    pub(super) surveyed: [Option<SiteId>; 2],
}

/// Whether the derived values of a site are recalculated when its terrains change. Hexkit does so for commands of
/// players, but not when it replays recorded ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Survey {
    /// Immediately.
    Now,
    /// Never.
    Never,
}

/// Applies an instruction, or returns why it cannot be applied.
pub(super) fn apply(
    content: &Content,
    state: &mut State,
    instruction: &Instruction,
    survey: Survey,
) -> Result<Done, Fault> {
    let is_seen = is_on_the_ground(content, state, instruction);
    let mut hand = Hand { content, state, survey, auras: false, surveyed: [None; 2] };
    let changed = hand.carry_out(instruction)?;
    if changed && is_seen {
        hand.state.ground.forget();
    }
    Ok(Done { changed, auras: hand.auras, surveyed: hand.surveyed })
}

/// Whether an instruction may change the appearance of the map: its terrains or the owners of its sites.
fn is_on_the_ground(content: &Content, state: &State, instruction: &Instruction) -> bool {
    match *instruction {
        Instruction::DeleteFaction { .. } | Instruction::SetSiteOwner { .. } => true,
        Instruction::DeleteEntity { entity }
        | Instruction::MoveEntityToTop { entity }
        | Instruction::SetEntityClass { entity, .. }
        | Instruction::SetEntityDisplayClass { entity, .. }
        | Instruction::SetEntitySite { entity, .. } => {
            state.entity(entity).is_some_and(|of| of.category(content) == Category::Terrain)
        }
        _ => false,
    }
}

/// Reproduces the effect that a failed instruction has in Hexkit, which removes an entity's modifiers from its
/// surroundings before it checks whether the instruction is possible. Returns whether attributes of units may have
/// changed.
pub(super) fn abandon(content: &Content, state: &mut State, instruction: &Instruction, fault: Fault) -> bool {
    let entity = match (instruction, fault) {
        (Instruction::SetEntityOwner { entity, .. } | Instruction::SetEntitySite { entity, .. }, Fault::Invariant)
        | (Instruction::SetEntityClass { entity, .. }, Fault::Category) => entity,
        (Instruction::SetEntityVariableModifier { entity, of, .. }, Fault::Variable) if is_for_units(*of) => entity,
        _ => return false,
    };
    content.original && state.fade(content, *entity)
}

/// Whether a modifier applies to units in its surroundings.
fn is_for_units(of: Reach) -> bool {
    !matches!(of, Reach::Own | Reach::Owner)
}

struct Hand<'a> {
    content: &'a Content,
    state: &'a mut State,
    survey: Survey,
    auras: bool,
    surveyed: [Option<SiteId>; 2],
}

impl Hand<'_> {
    fn carry_out(&mut self, instruction: &Instruction) -> Result<bool, Fault> {
        let content = self.content;
        if instruction.is_event() {
            return Ok(true);
        }
        Ok(match *instruction {
            Instruction::TurnBegins {} => !std::mem::replace(&mut self.state.has_begun, true),
            Instruction::TurnsAreOver {} => self.end(None),
            Instruction::AdvanceFaction {} => self.advance(),
            Instruction::CreateEntity { class } => {
                self.state.make(content, &Made::plain(class));
                true
            }
            Instruction::CreateFaction { faction } => {
                self.plays(faction)?;
                self.state.has_history = true;
                true
            }
            Instruction::DeleteEntity { entity } => self.delete(entity)?,
            Instruction::DeleteFaction { faction } => self.drop_faction(faction)?,
            Instruction::MoveEntityToTop { entity } => {
                self.entity(entity)?;
                self.state.raise(content, entity)
            }
            Instruction::SetEntityClass { entity, .. }
            | Instruction::SetEntityDisplayClass { entity, .. }
            | Instruction::SetEntityFrameOffset { entity, .. }
            | Instruction::SetEntityName { entity, .. } => self.look(entity, instruction)?,
            Instruction::SetEntityOwner { entity, owner } => self.give(entity, owner)?,
            Instruction::SetEntitySite { entity, site, .. } => self.put(entity, site)?,
            Instruction::SetEntityUniqueName { entity, faction } => {
                self.entity(entity)?;
                self.plays(faction)?;
                self.state.number(content, entity, faction);
                true
            }
            Instruction::SetEntityVariable { entity, variable, value } => {
                self.stock(entity, |of| of.values.set(content, variable, value, Holder::Entity))?
            }
            Instruction::SetEntityVariableInitial { entity, variable, value } => {
                self.stock(entity, |of| of.values.set_initial(content, variable, value, Holder::Entity))?
            }
            Instruction::SetEntityVariableModifier { entity, variable, of, value } => {
                if content.variable(variable).kind == VariableKind::Counter {
                    return Err(Fault::Variable);
                }
                self.set_modifier(entity, of, variable, value)?
            }
            Instruction::SetFactionResigned { faction, resigned } => {
                self.plays(faction)?;
                std::mem::replace(&mut self.state.faction_mut(faction).resigned, resigned) != resigned
            }
            Instruction::SetFactionUnitsCanAttack { faction, class, may } => {
                let units = self.units_of(faction, class)?;
                units.into_iter().fold(false, |changed, unit| self.let_attack(unit, may) | changed)
            }
            Instruction::SetFactionUnitsCanMove { faction, class, may } => {
                let units = self.units_of(faction, class)?;
                units.into_iter().fold(false, |changed, unit| self.let_move(unit, may) | changed)
            }
            Instruction::SetFactionVariable { faction, variable, value } => {
                self.counted(faction, variable, |values| values.set(content, variable, value, Holder::Faction))?
            }
            Instruction::SetFactionVariableInitial { faction, variable, value } => {
                self.counted(faction, variable, |values| values.set_initial(content, variable, value, Holder::Faction))?
            }
            Instruction::SetFactionVariableModifier { faction, variable, value } => {
                if content.variable(variable).kind != VariableKind::Resource {
                    return Err(Fault::Variable);
                }
                self.plays(faction)?;
                self.state.faction_mut(faction).set_income(content, variable, value)
            }
            Instruction::SetSiteOwner { site, owner } => self.cede(site, owner)?,
            Instruction::SetSiteUnitOwner { site, owner } => self.hand_over(site, owner)?,
            Instruction::SetUnitCanAttack { unit, may } => {
                self.unit(unit)?;
                self.let_attack(unit, may)
            }
            Instruction::SetUnitCanMove { unit, may } => {
                self.unit(unit)?;
                self.let_move(unit, may)
            }
            Instruction::SetWinningFaction { faction } => {
                faction.map(|faction| self.plays(faction)).transpose()?;
                self.end(faction)
            }
            Instruction::Ordered { .. } => {
                self.state.orders = self.state.orders.saturating_add(1);
                true
            }
            Instruction::RuleApplies { .. }
            | Instruction::MoveImage { .. }
            | Instruction::ShowImage { .. }
            | Instruction::SelectEntity { .. }
            | Instruction::ShowUnknown { .. }
            | Instruction::ShowMessage(_)
            | Instruction::ShowMessageDialog(_) => true,
        })
    }

    fn entity(&self, id: EntityId) -> Result<&Entity, Fault> {
        self.state.entity(id).ok_or(Fault::Entity)
    }

    fn unit(&self, id: EntityId) -> Result<&Entity, Fault> {
        self.entity(id).ok().filter(|unit| unit.category(self.content) == Category::Unit).ok_or(Fault::Entity)
    }

    fn plays(&self, faction: FactionId) -> Result<bool, Fault> {
        if self.state.plays(faction) { Ok(true) } else { Err(Fault::Faction) }
    }

    fn end(&mut self, winner: Option<FactionId>) -> bool {
        self.state.over.replace(winner) != Some(winner)
    }

    fn advance(&mut self) -> bool {
        let state = &mut *self.state;
        let next = state.active + 1;
        state.is_new_turn = next >= state.order.len();
        state.has_begun = false;
        state.orders = 0;
        state.active = if state.is_new_turn { 0 } else { next };
        state.turn += u32::from(state.is_new_turn);
        true
    }

    fn drop_faction(&mut self, faction: FactionId) -> Result<bool, Fault> {
        let state = &mut *self.state;
        let at = state.order.iter().position(|&other| other == faction).ok_or(Fault::Faction)?;
        state.order.remove(at);
        if state.active > at {
            state.active -= 1;
        } else if state.active >= state.order.len() {
            state.active = 0;
            if !self.content.original && !state.order.is_empty() {
                // The last faction of the turn has been removed, so the next turn begins; in Hexkit the first faction
                // plays the same turn twice.
                state.turn += 1;
                state.is_new_turn = true;
            }
        }
        Ok(true)
    }

    fn delete(&mut self, id: EntityId) -> Result<bool, Fault> {
        let site = self.entity(id)?.site;
        let is_ground = self.entity(id)?.category(self.content) == Category::Terrain;
        self.auras |= self.state.fade(self.content, id);
        self.state.unmake(self.content, id);
        self.survey(site.filter(|_| is_ground));
        Ok(true)
    }

    /// Recalculates the derived values of a site.
    fn survey(&mut self, site: Option<SiteId>) {
        if let (Some(site), Survey::Now) = (site, self.survey) {
            self.state.survey(self.content, site);
            self.surveyed = [self.surveyed[1], Some(site)];
        }
    }

    /// Returns the site of an entity that is a terrain.
    fn ground(&self, id: EntityId) -> Option<SiteId> {
        let entity = self.state.entity(id)?;
        entity.site.filter(|_| entity.category(self.content) == Category::Terrain)
    }

    /// Changes the name, appearance or class of an entity.
    fn look(&mut self, id: EntityId, instruction: &Instruction) -> Result<bool, Fault> {
        let content = self.content;
        let before = self.entity(id)?;
        match instruction {
            Instruction::SetEntityClass { class, .. } => {
                if content.class(*class).category != before.category(content) {
                    return Err(Fault::Category);
                }
                if before.class == *class {
                    return Ok(false);
                }
                let numbered = State::is_numbered(content, before.class, before.name.as_deref());
                let owner = before.owner.filter(|_| numbered);
                self.modified(id, |entity| {
                    entity.become_one_of(content, *class);
                    true
                })?;
                if !content.original {
                    // Hexkit does not recalculate the site here.
                    self.survey(self.ground(id));
                }
                if let Some(owner) = owner {
                    self.state.number(content, id, owner);
                }
                Ok(true)
            }
            Instruction::SetEntityDisplayClass { class, .. } => {
                let shown = class.filter(|class| *class != before.class);
                // Hexkit compares the given class with the displayed one, so an instruction without a class always
                // counts as a change.
                let tells = content.original && *class != Some(before.display.unwrap_or(before.class));
                let entity = self.state.entity_mut(id).ok_or(Fault::Entity)?;
                let changes = entity.display != shown;
                if changes && (tells || !content.original) {
                    (entity.display, entity.frame) = (shown, 0);
                }
                Ok(if content.original { tells } else { changes })
            }
            Instruction::SetEntityFrameOffset { frame, .. } => {
                let frame = u32::try_from(*frame).map_err(|_| Fault::Amount)?;
                let entity = self.state.entity_mut(id).ok_or(Fault::Entity)?;
                Ok(std::mem::replace(&mut entity.frame, frame) != frame)
            }
            Instruction::SetEntityName { name, .. } => {
                if before.name(content) == name {
                    return Ok(false);
                }
                let own = Some(name).filter(|name| !name.is_empty() && **name != before.class(content).title);
                let own = own.map(|name| name.as_str().into());
                self.state.entity_mut(id).ok_or(Fault::Entity)?.name = own;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Changes the modifiers of an entity, and updates their effect on its surroundings.
    fn modified(&mut self, id: EntityId, change: impl FnOnce(&mut Entity) -> bool) -> Result<bool, Fault> {
        self.entity(id)?;
        let mut trial = self.state.listed(id).clone();
        let changed = change(&mut trial);
        if !changed && !self.content.original {
            return Ok(false);
        }
        // Hexkit removes the old effect before it checks whether anything changes.
        self.auras |= self.state.fade(self.content, id);
        *self.state.entity_mut(id).ok_or(Fault::Entity)? = trial;
        self.auras |= self.state.radiate(self.content, id);
        Ok(changed)
    }

    /// Sets a modifier of an entity. Modifiers of the entity itself or its owner have no effect on the surroundings.
    fn set_modifier(&mut self, id: EntityId, of: Reach, variable: VariableId, value: i32) -> Result<bool, Fault> {
        let changed = match is_for_units(of) {
            true => self.modified(id, |entity| entity.set_modifier(of, variable, value))?,
            false => self.state.entity_mut(id).ok_or(Fault::Entity)?.set_modifier(of, variable, value),
        };
        self.survey(self.ground(id).filter(|_| changed));
        Ok(changed)
    }

    fn stock(&mut self, id: EntityId, change: impl FnOnce(&mut Entity) -> bool) -> Result<bool, Fault> {
        let changed = change(self.state.entity_mut(id).ok_or(Fault::Entity)?);
        if changed {
            self.survey(self.ground(id));
        }
        Ok(changed)
    }

    fn counted(
        &mut self,
        faction: FactionId,
        variable: VariableId,
        change: impl FnOnce(&mut Stocks) -> bool,
    ) -> Result<bool, Fault> {
        if self.content.variable(variable).kind == VariableKind::Attribute {
            return Err(Fault::Variable);
        }
        self.plays(faction)?;
        Ok(change(&mut self.state.faction_mut(faction).values))
    }

    fn give(&mut self, id: EntityId, owner: Option<FactionId>) -> Result<bool, Fault> {
        owner.map(|owner| self.plays(owner)).transpose()?;
        let entity = self.entity(id)?;
        if entity.owner == owner {
            return Ok(false);
        }
        if !self.state.may_own(self.content, id, owner) {
            return Err(Fault::Invariant);
        }
        self.auras |= self.state.fade(self.content, id);
        self.state.give(self.content, id, owner);
        self.auras |= self.state.radiate(self.content, id);
        Ok(true)
    }

    fn put(&mut self, id: EntityId, site: Option<SiteId>) -> Result<bool, Fault> {
        let entity = self.entity(id)?;
        if entity.site == site {
            return Ok(false);
        }
        if !self.state.may_lie(self.content, id, site) {
            return Err(Fault::Invariant);
        }
        let before = self.ground(id);
        self.auras |= self.state.fade(self.content, id);
        self.state.put(self.content, id, site);
        self.auras |= self.state.radiate(self.content, id);
        self.survey(before);
        self.survey(self.ground(id));
        Ok(true)
    }

    /// Gives a site with its terrains and effects to another owner.
    fn cede(&mut self, site: SiteId, owner: Option<FactionId>) -> Result<bool, Fault> {
        owner.map(|owner| self.plays(owner)).transpose()?;
        let before = self.state.site(site).owner;
        if before == owner {
            return Ok(false);
        }
        let mut concerned = self.state.ground_of(site);
        if !self.content.original {
            // Upgrades act from their faction's home: their effect ends if the home is lost, and returns with it.
            let both = [before, owner].into_iter().flatten();
            let homes = both.filter(|&faction| self.content.faction(faction).home == Some(site));
            concerned.extend(homes.flat_map(|faction| self.state.faction(faction).upgrades.to_vec()));
        }
        for &id in &concerned {
            self.auras |= self.state.fade(self.content, id);
        }
        self.state.cede(self.content, site, owner);
        for &id in &concerned {
            self.auras |= self.state.radiate(self.content, id);
        }
        Ok(true)
    }

    /// Gives the units of a site to another owner.
    fn hand_over(&mut self, site: SiteId, owner: Option<FactionId>) -> Result<bool, Fault> {
        owner.map(|owner| self.plays(owner)).transpose()?;
        if owner.is_none() && !self.content.original {
            return Err(Fault::Invariant);
        }
        let units = self.state.site(site).units().to_vec();
        // Hexkit checks only the first unit, and transfers all units or none.
        let gives_all = self.content.original && units.first().is_some_and(|&id| self.state.listed(id).owner != owner);
        let mut changed = false;
        for id in units {
            let is_new = match self.content.original {
                true => gives_all,
                false => self.state.listed(id).owner != owner,
            };
            if !is_new && !self.content.original {
                continue;
            }
            // Hexkit removes the effect of every unit's modifiers, whatever its owner.
            self.auras |= self.state.fade(self.content, id);
            if is_new {
                self.state.give(self.content, id, owner);
            }
            self.auras |= self.state.radiate(self.content, id);
            changed |= is_new;
        }
        Ok(changed)
    }

    /// Returns the units of a faction, all or only one class.
    fn units_of(&self, faction: FactionId, class: Option<ClassId>) -> Result<Vec<EntityId>, Fault> {
        self.plays(faction)?;
        if class.is_some_and(|class| self.content.class(class).category != Category::Unit) {
            return Err(Fault::Entity);
        }
        let units = self.state.faction(faction).units.iter().copied();
        Ok(units.filter(|&id| class.is_none_or(|class| self.state.listed(id).class == class)).collect())
    }

    fn let_attack(&mut self, id: EntityId, may: bool) -> bool {
        let content = self.content;
        let Some(unit) = self.state.entity_mut(id) else { return false };
        let fights = unit.mapped(unit.class(content).attack_range, 1) > 0;
        fights && std::mem::replace(&mut unit.may_attack, may) != may
    }

    fn let_move(&mut self, id: EntityId, may: bool) -> bool {
        let content = self.content;
        let Some(unit) = self.state.entity_mut(id) else { return false };
        let moves = unit.mapped(unit.class(content).movement, 1) > 0;
        moves && std::mem::replace(&mut unit.may_move, may) != may
    }
}
