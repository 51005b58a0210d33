//! The catalogs of action codes: code books, and the contests that use them.

mod books;
mod classifiers;
mod contests;
mod weapons;

pub use books::{CodeBook, Location, Position};
pub use classifiers::{Action, ActionType, Classifier, Harm};
pub use contests::{Actor, Contest};
pub use weapons::{Against, Weapon};

use foeman_schema::catalogs::checks::{BoardName, PackCheck};
use foeman_schema::catalogs::standards::Standard;
use foeman_schema::dialect::CatalogDef;

/// A scripted battle or a claim about many battles; sides and figures are referred to by name.
pub type Check = PackCheck<Contest, BoardName, BoardName>;

/// The catalogs in display order.
pub static CATALOGS: &[CatalogDef] = &[
    CatalogDef::of::<Contest>(),
    CatalogDef::of::<CodeBook>(),
    CatalogDef::of::<Classifier>(),
    CatalogDef::of::<ActionType>(),
    CatalogDef::of::<Weapon>(),
    CatalogDef::of::<Check>(),
    CatalogDef::of::<Standard>(),
];
