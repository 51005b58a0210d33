//! The catalogs of the strategy ruleset.

mod classes;
mod factions;
mod kept;
mod rules;
mod scenarios;
mod variables;

pub use classes::{Effect, Ranged, Terrain, Transfer, Unit, Upgrade};
pub use factions::{Condition, Faction, Measure};
pub use kept::Kept;
pub use rules::{Deed, DeedKind, Doing, Heir, MOST_RULES, Occasion, Patient, Rule, RuleInPlay, Scope, Who};
pub use scenarios::{Area, Entity, Excess, MOST_LAID, MOST_TARGETS, Options, PlacementSites, Scenario, Seeking, Side};
pub use variables::{Amounts, Modifiers, Reach, Variable, VariableKind};

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::checks::{BoardName, PackCheck};
use foeman_schema::catalogs::images::Image;
use foeman_schema::catalogs::mappings::Mapping;
use foeman_schema::catalogs::standards::Standard;
use foeman_schema::dialect::{CatalogDef, Ref};

/// A scripted game or a claim about many games; units are referred to by name.
pub type Check = PackCheck<Scenario, Ref<Faction>, BoardName>;

/// The catalogs in display order.
pub static CATALOGS: &[CatalogDef] = &[
    CatalogDef::of::<Scenario>(),
    CatalogDef::of::<Map>(),
    CatalogDef::of::<Faction>(),
    CatalogDef::of::<Unit>(),
    CatalogDef::of::<Terrain>(),
    CatalogDef::of::<Effect>(),
    CatalogDef::of::<Upgrade>(),
    CatalogDef::of::<Variable>(),
    CatalogDef::of::<Rule>(),
    CatalogDef::of::<Image>(),
    CatalogDef::of::<Mapping>(),
    CatalogDef::of::<Check>(),
    CatalogDef::of::<Standard>(),
];
