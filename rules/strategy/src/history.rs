//! What has become of factions and entities, turn by turn: derived from what happens, and never played with.

use std::collections::BTreeMap;

use super::content::Content;
use super::ids::{ClassId, EntityId, FactionId};
use super::instruction::Instruction;
use super::situation::Situation;
use super::state::State;

/// The histories of all factions and entities.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// How many commands were carried out.
    pub commands: u32,
    /// The turn of the last of them, from 0.
    pub full_turns: u32,
    /// What has become of each faction.
    pub factions: BTreeMap<FactionId, Vec<FactionEvent>>,
    /// What has become of each entity.
    pub entities: BTreeMap<EntityId, Vec<EntityEvent>>,
    has_begun: bool,
}

/// Something that has become of a faction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FactionEvent {
    /// In which turn, from 0.
    pub turn: u32,
    /// What.
    pub kind: FactionStep,
    /// How many sites it owned then.
    pub sites: usize,
    /// How many units.
    pub units: usize,
    /// How strong these were together.
    pub strength: i32,
}

/// What can become of a faction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactionStep {
    /// It has entered the game.
    Created,
    /// It has ended a turn.
    Advanced,
    /// It is out of the game.
    Deleted,
    /// It has won.
    Won,
}

/// Something that has become of an entity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntityEvent {
    /// In which turn, from 0.
    pub turn: u32,
    /// What.
    pub step: EntityStep,
}

/// What can become of an entity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntityStep {
    /// It was made in this faction's turn.
    Created(Option<FactionId>),
    /// It was deleted in this faction's turn.
    Deleted(Option<FactionId>),
    /// It has become one of this class.
    Class(ClassId),
    /// It has been named; none when a name was taken from it.
    Named(Option<String>),
}

/// What an instruction adds to a history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Something has become of a faction.
    Faction(FactionId, FactionEvent),
    /// Something has become of an entity.
    Entity(EntityId, EntityEvent),
}

impl Event {
    /// What an instruction that is about to be carried out adds, if it changes anything.
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
    /// Begins with what is there before the first command.
    pub fn begin(&mut self, content: &Content, state: &State) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        let active = state.active_faction();
        for (id, entity) in state.entities() {
            let named = entity.name.clone().map(|name| EntityStep::Named(Some(name)));
            let steps = [Some(EntityStep::Created(active)), named].into_iter().flatten();
            let events = steps.map(|step| EntityEvent { turn: state.turn, step });
            self.entities.insert(id, events.collect());
        }
        for &faction in &state.order {
            self.factions.entry(faction).or_default();
        }
        debug_assert!(self.entities.len() >= content.site_count(), "every site has a ground");
    }

    /// Adds what an instruction has brought about.
    pub fn add(&mut self, event: Option<Event>) {
        match event {
            Some(Event::Faction(id, event)) => self.factions.entry(id).or_default().push(event),
            Some(Event::Entity(id, event)) => self.entities.entry(id).or_default().push(event),
            None => {}
        }
    }
}
