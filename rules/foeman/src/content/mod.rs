//! The content of a scenario, typed and indexed: everything that does not change during the battle.
//!
//! Content owns the kinds; figures, items and effects in force are part of [`State`].

use std::collections::BTreeSet;

use foeman_schema::catalogs::control::Control;
use foeman_schema::grid::Hex;

use crate::catalogs::HouseRules;
use crate::catalogs::effects::Quantity;
use crate::ids::{EffectId, EventId, ItemKindId, KindId, NamedId, SpellId, TalentId, TerrainId};
use crate::landscape::{Lands, Landscape};
use crate::notation::Roll;
use crate::state::State;
use foeman_engine::ruleset::SideId;
use items::{Weapon, WeaponId};

mod effects;
pub mod events;
mod figures;
mod fits;
pub mod goals;
pub mod items;
mod read;
mod start;

pub use effects::{Deed, DeedSet, Effect, Permit, Spell, Talent, Touched, Within};
pub use figures::{FigureKind, LyingItem, OF_NOBODY, Start, StartItem};
pub(crate) use fits::misfit;
pub use items::ItemKind;
pub(crate) use read::misplaced;
pub use read::read;

/// The content of a scenario: everything that does not change during the battle.
#[derive(Debug)]
pub struct Content {
    /// The ground at the start of the battle; see [`Situation::land`](crate::Situation::land) for the current one.
    pub land: Landscape,
    /// Landscapes with changed terrain.
    pub lands: Lands,
    /// The effects of each terrain of the battle, by number.
    pub terrains: Vec<Vec<EffectId>>,
    /// The sides in scenario order.
    pub sides: Vec<Party>,
    /// Kinds of figures.
    pub kinds: Vec<FigureKind>,
    /// Kinds of items.
    pub items: Vec<ItemKind>,
    /// Spells that a figure knows or an effect refers to.
    pub spells: Vec<Spell>,
    /// Talents that a figure has or an effect refers to.
    pub talents: Vec<Talent>,
    /// All effects of the above.
    pub effects: Vec<Effect>,
    /// A summary of what those effects can change.
    pub touched: Touched,
    /// The figures at the start of the battle, grouped by side, features last.
    pub start: Vec<Start>,
    /// The items on the ground at the start of the battle.
    pub lying: Vec<LyingItem>,
    /// The last round: the battle is then a draw.
    pub rounds: u32,
    /// The goals of the sides.
    pub goals: goals::Goals,
    /// The events, in the order in which they happen on the same occasion.
    pub events: Vec<events::Event>,
    /// The named effects that events begin or end.
    pub named: Vec<events::Named>,
    /// The ids of the scenarios that events can choose as the next one.
    pub successors: Vec<String>,
    /// The counters, each with its id and its value at the start.
    pub counters: Vec<(String, i32)>,
    /// House rules.
    pub rules: HouseRules,
    /// The state in which the battle is resumed; `None`: it starts from the placements.
    pub resumed: Option<Box<State>>,
}

/// A side of the battle.
#[derive(Debug)]
pub struct Party {
    /// The id of its record.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Colour, `#rrggbb`.
    pub color: String,
    /// Who controls it.
    pub control: Control,
    /// Added to its initiative die (`F3.2`).
    pub initiative: i32,
}

impl Content {
    /// Returns a kind of figure.
    pub fn kind(&self, kind: KindId) -> &FigureKind {
        &self.kinds[kind.index()]
    }

    /// Returns a kind of item.
    pub fn item(&self, kind: ItemKindId) -> &ItemKind {
        &self.items[kind.index()]
    }

    /// Returns a weapon.
    pub fn weapon(&self, weapon: WeaponId) -> &Weapon {
        match weapon {
            WeaponId::Item(kind, usage) => &self.item(kind).uses[usize::from(usage)],
            WeaponId::Body(kind, usage) => &self.kind(kind).body[usize::from(usage)],
        }
    }

    /// Returns a spell.
    pub fn spell(&self, spell: SpellId) -> &Spell {
        &self.spells[spell.index()]
    }

    /// Returns a talent.
    pub fn talent(&self, talent: TalentId) -> &Talent {
        &self.talents[talent.index()]
    }

    /// Returns the MP that a talent adds to MA for a round if its owner hurries; `None` for a talent that costs no ST
    /// or does not change MA (`F7.10`).
    pub fn hurry(&self, talent: TalentId) -> Option<&Roll> {
        let known = self.talent(talent);
        known.effects.iter().filter(|_| known.cost.st > 0).find_map(|&effect| match &self.effect(effect).deed {
            Deed::Modify { what: Quantity::Ma, by, .. } => Some(by),
            _ => None,
        })
    }

    /// Returns an effect.
    pub fn effect(&self, effect: EffectId) -> &Effect {
        &self.effects[effect.index()]
    }

    /// Returns the effects of a terrain on figures there.
    pub fn terrain(&self, terrain: TerrainId) -> &[EffectId] {
        self.terrains.get(terrain.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns a named effect that events begin.
    pub fn named(&self, named: NamedId) -> &events::Named {
        &self.named[named.index()]
    }

    /// Returns an event.
    pub fn event(&self, event: EventId) -> &events::Event {
        &self.events[event.index()]
    }

    /// Returns the hexes to which a deed of an event sends figures; `None` if it sends none.
    pub(crate) fn destination(&self, event: EventId, deed: u16) -> Option<&BTreeSet<Hex>> {
        match &self.events.get(event.index())?.deeds.get(usize::from(deed))?.does {
            events::Does::Order(_, Some(events::Task::Go(hexes))) => Some(hexes),
            _ => None,
        }
    }

    /// Returns the events with their ids.
    pub fn numbered_events(&self) -> impl Iterator<Item = (EventId, &events::Event)> {
        (0..).map(EventId).zip(&self.events)
    }

    /// Returns a side.
    pub fn side(&self, side: SideId) -> &Party {
        &self.sides[usize::from(side.0)]
    }
}
