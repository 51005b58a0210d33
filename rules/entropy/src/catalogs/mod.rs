//! The catalogs of the entropy duel.

mod armours;
mod bodies;
mod decimal;
mod duels;
mod weapons;

pub use armours::Armour;
pub use bodies::{Body, Parity, Statistics};
pub use decimal::Decimal;
pub use duels::{DamageRule, Duel, Duellist, Options};
pub use weapons::{Efficiency, Nature, Weapon};

use foeman_schema::catalogs::checks::{BoardName, PackCheck};
use foeman_schema::catalogs::images::Image;
use foeman_schema::catalogs::standards::Standard;
use foeman_schema::dialect::CatalogDef;

/// A scripted battle or a claim about many battles; sides and figures are referred to by name.
pub type Check = PackCheck<Duel, BoardName, BoardName>;

/// The catalogs in display order.
pub static CATALOGS: &[CatalogDef] = &[
    CatalogDef::of::<Duel>(),
    CatalogDef::of::<Body>(),
    CatalogDef::of::<Weapon>(),
    CatalogDef::of::<Armour>(),
    CatalogDef::of::<Image>(),
    CatalogDef::of::<Check>(),
    CatalogDef::of::<Standard>(),
];
