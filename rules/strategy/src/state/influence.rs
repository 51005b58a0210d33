//! Applies the modifiers of an entity to the auras of all factions.

use super::super::catalogs::{Reach, VariableKind};
use super::super::content::{Category, Content};
use super::super::ids::{EntityId, SiteId};
use super::aura::{Aura, Where};
use super::{Entity, State};

impl State {
    /// Adds the modifiers of an entity to auras, given its current site and owner. Returns whether attributes of units
    /// may have changed.
    pub(in super::super) fn radiate(&mut self, content: &Content, id: EntityId) -> bool {
        self.spread(content, id, true)
    }

    /// Removes the modifiers of an entity from auras; to be called before the entity changes.
    pub(in super::super) fn fade(&mut self, content: &Content, id: EntityId) -> bool {
        self.spread(content, id, false)
    }

    /// Recalculates the auras of all factions from scratch. The result always equals the stored ones, since these are
    /// updated with every change.
    pub fn auras_anew(&self, content: &Content) -> Vec<Aura> {
        let mut fresh = self.clone();
        fresh.factions.iter_mut().for_each(|faction| faction.aura = Aura::default());
        let all: Vec<EntityId> = fresh.entities().map(|(id, _)| id).collect();
        for id in all {
            fresh.radiate(content, id);
        }
        fresh.factions.into_iter().map(|faction| faction.aura).collect()
    }

    /// Returns the site from which an entity's modifiers extend.
    ///
    /// Upgrades act from their owner's home, as long as the owner holds it; in Hexkit, an upgrade that reaches
    /// everywhere has the first site of the map instead.
    fn centre(&self, content: &Content, entity: &Entity) -> Option<SiteId> {
        if entity.category(content) != Category::Upgrade {
            return entity.site;
        }
        let owner = entity.owner?;
        if content.original && entity.class(content).modifier_range == 0 {
            return Some(SiteId(0));
        }
        content.faction(owner).home.filter(|&home| self.site(home).owner == Some(owner))
    }

    fn spread(&mut self, content: &Content, id: EntityId, adds: bool) -> bool {
        let Some(entity) = self.entity(id) else { return false };
        if !entity.radiates() {
            return false;
        }
        let centre = self.centre(content, entity);
        let (owner, range) = (entity.owner, entity.class(content).modifier_range);
        let is_somewhere = centre.is_some() || (entity.category(content) == Category::Upgrade && owner.is_some());
        let ranged: Vec<Where> = match (range, centre) {
            (0, _) if is_somewhere => vec![Where::Everywhere],
            (1.., Some(centre)) => {
                let around = content.geometry.neighbours_within(content.cell(centre), range);
                around.into_iter().filter_map(|cell| content.site(cell)).map(Where::At).collect()
            }
            _ => Vec::new(),
        };
        let local: Vec<Where> = centre.map(Where::At).into_iter().collect();
        let modifiers = entity.modifiers.clone();
        let mut changes_attributes = false;
        for faction in self.order.clone() {
            let is_owner = owner == Some(faction);
            for modifier in modifiers.iter() {
                let places: &[Where] = match (modifier.reach, is_owner) {
                    (Reach::Allies, true) | (Reach::Others, false) => &local,
                    (Reach::AlliesInRange, true) | (Reach::OthersInRange, false) => &ranged,
                    _ => continue,
                };
                let is_attribute = content.variable(modifier.variable).kind == VariableKind::Attribute;
                changes_attributes |= is_attribute && !places.is_empty();
                let aura = &mut self.faction_mut(faction).aura;
                for &place in places {
                    match adds {
                        true => aura.add(place, modifier.variable, modifier.value),
                        false => aura.take(place, modifier.variable, modifier.value),
                    }
                }
            }
        }
        changes_attributes
    }
}
