//! Executes the start and end of turns.

use super::rules::Event;
use super::table::Act;
use crate::catalogs::Occasion;
use crate::content::Category;
use crate::fault::Fault;
use crate::ids::{EntityId, FactionId};
use crate::instruction::{Cause, Instruction, Notice};

impl Act<'_> {
    /// Starts a faction's turn: its resources grow, units it cannot pay for are disbanded, and it may win.
    pub(super) fn begin_turn(&mut self, faction: FactionId) -> Result<(), Fault> {
        if !self.state().has_history {
            self.stale = false;
            let all: Vec<EntityId> = self.state().entities().map(|(id, _)| id).collect();
            for id in all {
                self.update_attributes(id)?;
            }
            for faction in self.state().order.clone() {
                self.perform(Instruction::CreateFaction { faction })?;
            }
        }
        self.provide(faction)?;
        self.occur(Event::of_faction(Occasion::TurnBegins, faction))?;
        self.occur_to_units(Occasion::UnitBegins, faction)?;
        if self.state().over.is_some() && !self.content.rules.is_empty() {
            return Ok(());
        }
        self.check_victory(faction)
    }

    fn provide(&mut self, faction: FactionId) -> Result<(), Fault> {
        let content = self.content;
        for class in content.classes_of(Category::Unit).filter(|&class| content.class(class).defends_only) {
            self.perform(Instruction::SetFactionUnitsCanAttack { faction, class: Some(class), may: false })?;
        }
        let is_new_turn = self.state().is_new_turn;
        if self.state().turn == 0 {
            if is_new_turn {
                self.reset_all()?;
            }
            return Ok(());
        }
        if is_new_turn {
            let all: Vec<EntityId> = self.state().entities().map(|(id, _)| id).collect();
            for id in all {
                let entity = self.state().entity(id);
                if entity.is_some_and(|entity| entity.category(content) != Category::Unit) {
                    self.update_stocks(id)?;
                }
            }
        }
        self.disband(faction)?;
        self.gather(faction, false)?;
        // By index, because units that are removed shift the following ones.
        let mut at = 0;
        while let Some(&unit) = self.state().faction(faction).units.get(at) {
            self.update_stocks(unit)?;
            at += 1;
        }
        Ok(())
    }

    /// Recalculates the resources of all factions that are reset each turn.
    fn reset_all(&mut self) -> Result<(), Fault> {
        for faction in self.state().order.clone() {
            self.gather(faction, true)?;
        }
        Ok(())
    }

    fn check_victory(&mut self, faction: FactionId) -> Result<(), Fault> {
        if self.state().over.is_some() {
            return Err(Fault::Over);
        }
        let Some(cause) = self.now().victory(faction) else { return Ok(()) };
        self.proclaim(faction, Notice::Won(cause), Vec::new())?;
        self.perform(Instruction::SetWinningFaction { faction: Some(faction) }).map(drop)
    }

    /// Ends a faction's turn: the next faction's turn comes, and defeated factions are removed.
    pub(super) fn end_turn(&mut self, faction: FactionId) -> Result<(), Fault> {
        self.occur_to_units(Occasion::UnitEnds, faction)?;
        self.occur(Event::of_faction(Occasion::TurnEnds, faction))?;
        if self.state().over.is_some() && !self.content.rules.is_empty() {
            return Ok(());
        }
        self.reset_all()?;
        self.perform(Instruction::SetFactionUnitsCanAttack { faction, class: None, may: true })?;
        self.perform(Instruction::SetFactionUnitsCanMove { faction, class: None, may: true })?;
        self.perform(Instruction::AdvanceFaction {})?;
        self.check_defeat()
    }

    /// All defeats are determined before any faction is removed, so that several can lose at the same time.
    fn check_defeat(&mut self) -> Result<(), Fault> {
        if self.state().over.is_some() {
            return Err(Fault::Over);
        }
        let mut lost = Vec::new();
        for faction in self.state().order.clone() {
            let Some(cause) = self.now().defeat(faction) else { continue };
            if cause != Cause::Resigned {
                self.proclaim(faction, Notice::Lost(cause), Vec::new())?;
            }
            lost.push(faction);
        }
        for &faction in &lost {
            self.remove(faction)?;
        }
        if self.state().order.is_empty() && !lost.is_empty() {
            self.perform(Instruction::SetWinningFaction { faction: None })?;
        }
        Ok(())
    }

    /// Removes a faction from the game: its units and upgrades are deleted, and its sites lose their owner.
    fn remove(&mut self, faction: FactionId) -> Result<(), Fault> {
        for site in self.content.columns() {
            let units = self.state().site(site).units().to_vec();
            for unit in units.into_iter().rev() {
                if self.state().entity(unit).is_some_and(|unit| unit.owner == Some(faction)) {
                    self.perform(Instruction::DeleteEntity { entity: unit })?;
                }
            }
            if self.state().site(site).owner == Some(faction) {
                self.perform(Instruction::SetSiteOwner { site, owner: None })?;
            }
        }
        for category in [Category::Unit, Category::Terrain, Category::Upgrade] {
            let all = self.state().faction(faction).possessions(category).collect::<Vec<_>>();
            for entity in all.into_iter().rev() {
                self.perform(Instruction::DeleteEntity { entity })?;
            }
        }
        self.perform(Instruction::DeleteFaction { faction }).map(drop)
    }
}
