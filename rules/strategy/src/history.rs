//! The history of factions and entities, turn by turn: derived from instructions, without effect on play.

use std::collections::BTreeMap;

use super::content::Content;
use super::ids::{ClassId, EntityId, FactionId};
use super::instruction::Instruction;
use super::situation::Situation;
use super::state::State;

/// The histories of all factions and entities.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// The number of commands executed.
    pub commands: u32,
    /// The turn of the last command, from 0.
    pub full_turns: u32,
    /// The events of each faction.
    pub factions: BTreeMap<FactionId, Vec<FactionEvent>>,
    /// The events of each entity.
    pub entities: BTreeMap<EntityId, Vec<EntityEvent>>,
    has_begun: bool,
}

/// An event of a faction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FactionEvent {
    /// The turn, from 0.
    pub turn: u32,
    /// The kind of event.
    pub kind: FactionStep,
    /// The number of sites it owned.
    pub sites: usize,
    /// The number of units it owned.
    pub units: usize,
    /// The total strength of its units.
    pub strength: i32,
}

/// The kind of event of a faction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactionStep {
    /// It entered the game.
    Created,
    /// It ended a turn.
    Advanced,
    /// It is out of the game.
    Deleted,
    /// It won.
    Won,
}

/// An event of an entity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntityEvent {
    /// The turn, from 0.
    pub turn: u32,
    /// The kind of event.
    pub step: EntityStep,
}

/// The kind of event of an entity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntityStep {
    /// It was created in this faction's turn.
    Created(Option<FactionId>),
    /// It was deleted in this faction's turn.
    Deleted(Option<FactionId>),
    /// Its class changed to this one.
    Class(ClassId),
    /// It was renamed; `None` if its name was reset.
    Named(Option<String>),
}

/// An event that an instruction adds to a history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An event of a faction.
    Faction(FactionId, FactionEvent),
    /// An event of an entity.
    Entity(EntityId, EntityEvent),
}

impl Event {
    /// Returns the event that an instruction will add, if it changes anything.
    pub fn of(content: &Content, state: &State, instruction: &Instruction) -> Option<Self> {
        let now = Situation::new(content, state);
        let turn = state.turn;
        let entity = |id: EntityId, step: EntityStep| Some(Self::Entity(id, EntityEvent { turn, step }));
        let faction = |id: FactionId, kind: FactionStep| {
            let of = state.factions.get(id.index())?;
            let (sites, units, strength) = match kind {
                FactionStep::Deleted => (0, 0, 0),
                _ => (of.sites.len(), of.units.len(), now.total_strength(id)),
            };
            Some(Self::Faction(id, FactionEvent { turn, kind, sites, units, strength }))
        };
        let active = state.active_faction();
        match instruction {
            Instruction::CreateFaction { faction: id } => faction(*id, FactionStep::Created),
            Instruction::AdvanceFaction {} => faction(active?, FactionStep::Advanced),
            Instruction::DeleteFaction { faction: id } => faction(*id, FactionStep::Deleted),
            Instruction::SetWinningFaction { faction: Some(id) } => faction(*id, FactionStep::Won),
            Instruction::CreateEntity { .. } => entity(EntityId(state.made()), EntityStep::Created(active)),
            Instruction::DeleteEntity { entity: id } => entity(*id, EntityStep::Deleted(active)),
            Instruction::SetEntityClass { entity: id, class } => entity(*id, EntityStep::Class(*class)),
            Instruction::SetEntityName { entity: id, name } => {
                entity(*id, EntityStep::Named(Some(name.clone()).filter(|name| !name.is_empty())))
            }
            _ => None,
        }
    }
}

impl History {
    /// Records what exists before the first command.
    pub fn begin(&mut self, content: &Content, state: &State) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        let active = state.active_faction();
        for (id, entity) in state.entities() {
            let named = entity.name.as_deref().map(|name| EntityStep::Named(Some(name.to_owned())));
            let steps = [Some(EntityStep::Created(active)), named].into_iter().flatten();
            let events = steps.map(|step| EntityEvent { turn: state.turn, step });
            self.entities.insert(id, events.collect());
        }
        for &faction in &state.order {
            self.factions.entry(faction).or_default();
        }
        debug_assert!(self.entities.len() >= content.site_count(), "every site has a ground");
    }

    /// Adds an event.
    pub fn add(&mut self, event: Option<Event>) {
        match event {
            Some(Event::Faction(id, event)) => self.factions.entry(id).or_default().push(event),
            Some(Event::Entity(id, event)) => self.entities.entry(id).or_default().push(event),
            None => {}
        }
    }
}
