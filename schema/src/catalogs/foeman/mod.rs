//! The catalogs of the Foeman / MindWand tactical rules.

mod figures;
mod items;
mod rosters;
mod scenarios;
mod sides;
mod spells;
mod talents;

pub use figures::{Attributes, FigureType, NaturalAttack, Protection, ViewHex};
pub use items::{
    Also, AlsoShield, AlsoWeapon, Carry, Fire, Hurl, Item, ItemClass, Jab, Quality, Ready, Reload, ReloadBy, Requires,
    Skill, TwoHanded,
};
pub use rosters::{Gear, Loadout, PartialAttributes, PlayerClass, Roster, RosterFigure};
pub use scenarios::{DiceLimit, HouseRules, Placement, Scenario, ScenarioSide};
pub use sides::Side;
pub use spells::{Spell, SpellKind, SpellTarget};
pub use talents::{Talent, TalentCost, TalentRequires};

use crate::catalogs::board::{Map, Terrain};
use crate::catalogs::effects::NamedEffect;
pub use crate::catalogs::kind::Kind;
use crate::dialect::CatalogDef;

/// The catalogs in the order the window lists them.
pub static CATALOGS: &[CatalogDef] = &[
    CatalogDef::of::<Scenario>(),
    CatalogDef::of::<FigureType>(),
    CatalogDef::of::<Item>(),
    CatalogDef::of::<Spell>(),
    CatalogDef::of::<Talent>(),
    CatalogDef::of::<NamedEffect>(),
    CatalogDef::of::<Roster>(),
    CatalogDef::of::<Side>(),
    CatalogDef::of::<Map>(),
    CatalogDef::of::<Terrain>(),
];
