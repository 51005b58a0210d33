//! The content of a scenario, typed and indexed: everything that does not change during the battle.
//!
//! Content owns the kinds; figures, items and effects in force are part of [`State`].

use std::sync::Arc;

use foeman_schema::catalogs::control::Control;

use crate::body::line_of_sight::SightLines;
use crate::body::paths::Ways;
use crate::catalogs::HouseRules;
use crate::catalogs::effects::Quantity;
use crate::ground::Battlefield;
use crate::ids::{EffectId, EventId, ItemKindId, KindId, SpellId, TalentId, TerrainId};
use crate::notation::Roll;
use crate::state::State;
use foeman_engine::display::Ground;
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

pub use effects::{Deed, Effect, Permit, Spell, Talent, Touched, Within};
pub use figures::{FigureKind, LyingItem, OF_NOBODY, Start, StartItem};
pub(crate) use fits::misfit;
pub use items::ItemKind;
pub(crate) use read::misplaced;
pub use read::read;

/// The content of a scenario: everything that does not change during the battle.
#[derive(Debug)]
pub struct Content {
    /// The ground for the rules.
    pub field: Battlefield,
    /// Pathfinding: movement costs between hexes.
    pub ways: Ways,
    /// Line of sight past the terrain.
    pub vistas: SightLines,
    /// The ground for drawing.
    pub ground: Arc<Ground>,
    /// The effects of each terrain of the map, by number.
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

    /// Returns an event.
    pub fn event(&self, event: EventId) -> &events::Event {
        &self.events[event.index()]
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
