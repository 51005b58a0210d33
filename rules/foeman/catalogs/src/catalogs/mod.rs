//! The catalogs of the Foeman / MindWand tactical rules.

mod campaigns;
mod checks;
pub mod effects;
pub mod events;
mod figures;
mod items;
mod kind;
mod options;
mod rosters;
mod scenarios;
mod sides;
mod spells;
mod talents;
mod terrains;
pub mod victory;

pub use campaigns::{Attribute, Campaign, CampaignBattle, Experience, Next, Rest};
pub use checks::Check;
pub use figures::{Attributes, FigureType, NaturalAttack};
pub use items::{
    Also, AlsoShield, AlsoWeapon, Carry, CountsAs, Fire, Hurl, Item, ItemClass, Jab, Protection, Quality, Ready,
    Reload, ReloadBy, Requires, ShieldSort, Skill, TwoHanded,
};
pub use kind::Kind;
pub use options::{AdventurerBonus, DiceLimit, HouseRules};
pub use rosters::{Gear, Loadout, OldHarm, PartialAttributes, PlayerClass, Roster, RosterFigure};
pub use scenarios::{Edge, Lie, PlacedFeature, PlacedItem, Placement, Scenario, ScenarioSide};
pub use sides::Side;
pub use spells::{Spell, SpellKind, SpellTarget};
pub use talents::{Talent, TalentCost, TalentRequires};
pub use terrains::Terrain;

use effects::NamedEffect;
use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::images::Image;
use foeman_schema::catalogs::mappings::Mapping;
use foeman_schema::catalogs::standards::Standard;
use foeman_schema::dialect::CatalogDef;

/// The catalogs in the order in which the window lists them.
pub static CATALOGS: &[CatalogDef] = &[
    CatalogDef::of::<Scenario>(),
    CatalogDef::of::<Campaign>(),
    CatalogDef::of::<FigureType>(),
    CatalogDef::of::<Item>(),
    CatalogDef::of::<Spell>(),
    CatalogDef::of::<Talent>(),
    CatalogDef::of::<NamedEffect>(),
    CatalogDef::of::<Roster>(),
    CatalogDef::of::<Side>(),
    CatalogDef::of::<Map>(),
    CatalogDef::of::<Terrain>(),
    CatalogDef::of::<Image>(),
    CatalogDef::of::<Mapping>(),
    CatalogDef::of::<Check>(),
    CatalogDef::of::<Standard>(),
];
