//! The content of a scenario, typed and indexed: everything about it that does not change during the battle.
//!
//! Content owns kinds; figures, items and effects in force are [`State`].

use std::sync::Arc;

use foeman_schema::catalogs::control::Control;

use crate::body::paths::Ways;
use crate::body::sight::Vistas;
use crate::catalogs::HouseRules;
use crate::catalogs::effects::Quantity;
use crate::ids::{EffectId, ItemKindId, KindId, SpellId, TalentId, TerrainId};
use crate::notation::Roll;
use crate::state::State;
use foeman_engine::ruleset::SideId;
use foeman_engine::told::Ground;
use items::{Weapon, WeaponId};

mod effects;
mod figures;
pub mod goals;
mod ground;
pub mod items;
mod read;

pub use effects::{Deed, Effect, Permit, Spell, Talent, Touched, Within};
pub use figures::{FigureKind, LyingItem, OF_NOBODY, Start, StartItem};
pub use ground::Battlefield;
pub use items::ItemKind;
pub(crate) use read::misplaced;
pub use read::read;

/// Everything about a scenario that does not change during the battle.
#[derive(Debug)]
pub struct Content {
    /// The ground as it is fought on.
    pub field: Battlefield,
    /// What it costs to get from hex to hex.
    pub ways: Ways,
    /// Who sees whom past the terrain.
    pub vistas: Vistas,
    /// The ground as it is drawn.
    pub ground: Arc<Ground>,
    /// What the terrains of the map do to those who are there, by their numbers.
    pub terrains: Vec<Vec<EffectId>>,
    /// The sides in scenario order.
    pub sides: Vec<Party>,
    /// Kinds of figures.
    pub kinds: Vec<FigureKind>,
    /// Kinds of items.
    pub items: Vec<ItemKind>,
    /// Spells that somebody knows, or that an effect names.
    pub spells: Vec<Spell>,
    /// Talents that somebody has, or that an effect names.
    pub talents: Vec<Talent>,
    /// The effects of all that.
    pub effects: Vec<Effect>,
    /// What those effects touch.
    pub touched: Touched,
    /// The figures as the battle starts, side by side, features last.
    pub start: Vec<Start>,
    /// The items that lie on the ground as the battle starts.
    pub lying: Vec<LyingItem>,
    /// The battle is a draw at the end of this round.
    pub rounds: u32,
    /// What the sides are out for.
    pub goals: goals::Goals,
    /// House rules.
    pub rules: HouseRules,
    /// The state in which the battle is resumed; without it everybody is in place.
    pub resumed: Option<Box<State>>,
}

/// A side of the battle.
#[derive(Debug)]
pub struct Party {
    /// The id of its record.
    pub id: String,
    /// Name.
    pub name: String,
    /// Colour, `#rrggbb`.
    pub color: String,
    /// Who decides for it.
    pub control: Control,
    /// Added to its initiative die (`F3.2`).
    pub initiative: i32,
}

impl Content {
    /// A kind of figure.
    pub fn kind(&self, kind: KindId) -> &FigureKind {
        &self.kinds[kind.index()]
    }

    /// A kind of item.
    pub fn item(&self, kind: ItemKindId) -> &ItemKind {
        &self.items[kind.index()]
    }

    /// A way to attack.
    pub fn weapon(&self, weapon: WeaponId) -> &Weapon {
        match weapon {
            WeaponId::Item(kind, usage) => &self.item(kind).uses[usize::from(usage)],
            WeaponId::Body(kind, usage) => &self.kind(kind).body[usize::from(usage)],
        }
    }

    /// A spell.
    pub fn spell(&self, spell: SpellId) -> &Spell {
        &self.spells[spell.index()]
    }

    /// A talent.
    pub fn talent(&self, talent: TalentId) -> &Talent {
        &self.talents[talent.index()]
    }

    /// What a talent adds to the MA of a round, in MP, when its owner hurries; nothing for a talent that costs no ST or
    /// does not change MA (`F7.10`).
    pub fn hurry(&self, talent: TalentId) -> Option<&Roll> {
        let known = self.talent(talent);
        known.effects.iter().filter(|_| known.cost.st > 0).find_map(|&effect| match &self.effect(effect).deed {
            Deed::Modify { what: Quantity::Ma, by, .. } => Some(by),
            _ => None,
        })
    }

    /// An effect.
    pub fn effect(&self, effect: EffectId) -> &Effect {
        &self.effects[effect.index()]
    }

    /// What a terrain does to those who are there.
    pub fn terrain(&self, terrain: TerrainId) -> &[EffectId] {
        self.terrains.get(terrain.index()).map_or(&[], Vec::as_slice)
    }

    /// A side.
    pub fn side(&self, side: SideId) -> &Party {
        &self.sides[usize::from(side.0)]
    }
}
